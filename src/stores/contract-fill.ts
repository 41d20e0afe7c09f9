// Which items go into the docks that are free when a player leaves the choice to us.
import type { OwnedItem } from '../contract/inventory.ts'
import { CONTRACT_SUM_LEAST } from '../game/economy.ts'

type Priced = Pick<OwnedItem, 'price'>

/**
 * The cheapest items for the docks that are free. Where they would be worth too little for a contract, the last of them gives way to
 * the cheapest that makes it enough, and where none does, to the dearest, and the one before it too.
 *
 * @param items that may be taken, the cheapest first
 * @param free how many docks there are for them
 * @param docked what lies in the other docks, in cents
 */
export function cheapestFor<I extends Priced>(items: readonly I[], free: number, docked: number): readonly I[] {
  const taken = items.slice(0, free)
  const rest = items.slice(free)
  let sum = taken.reduce((cents, { price }) => cents + price, docked)
  for (let place = taken.length - 1; place >= 0 && sum < CONTRACT_SUM_LEAST; place--) {
    const least = CONTRACT_SUM_LEAST - sum + (taken[place]?.price ?? 0)
    const enough = rest.findIndex(({ price }) => price >= least)
    const [other] = rest.splice(enough < 0 ? rest.length - 1 : enough, 1)
    if (other === undefined) break
    sum += other.price - (taken[place]?.price ?? 0)
    taken[place] = other
  }
  return taken
}
