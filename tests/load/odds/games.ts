// Ten million simulated upgrades and contracts of each kind, and 200,000 through the real HMAC path, against their
// published odds. Stakes and items are drawn from the catalogue in every run; the targets are those of the quick
// choices.
import { randomInt } from 'node:crypto'
import { CONTRACT_ITEMS, UPGRADE_CHANCES, UPGRADE_MULTIPLIERS } from '../../../src/game/base/economy.ts'
import { type Cents, cents } from '../../../src/game/base/money.ts'
import { ROLL_RANGE } from '../../../src/game/fairness/fairness.ts'
import { contractResult, quoteContract } from '../../../src/game/games/contract.ts'
import { quoteUpgrade, ROLL_SIDES, type RollSide, upgradeResult } from '../../../src/game/games/upgrade.ts'
import { nearestTarget, priceAtChance, priceAtMultiplier } from '../../../src/game/games/upgrade-targets.ts'
import type { PricedItem } from '../../../src/game/prices/price-list.ts'
import { readPriceList } from '../../game/prices/prices.ts'
import { drawAll, type Table } from './draws.ts'

/** Prints a line for every upgrade and contract; true when all of them passed. */
export async function run(): Promise<boolean> {
  const list = readPriceList()
  const choices: readonly ((stakeCents: Cents) => Cents)[] = [
    ...UPGRADE_MULTIPLIERS.map((times) => (stake: Cents) => priceAtMultiplier(stake, times)),
    ...UPGRADE_CHANCES.map((tickets) => (stake: Cents) => priceAtChance(stake, tickets)),
  ]
  const upgrades = choices.flatMap((choose) => ROLL_SIDES.map((side) => anyUpgrade(list, choose, side)))
  const { least, most } = CONTRACT_ITEMS
  const counts = Array.from({ length: most - least + 1 }, (_, at) => least + at)
  return drawAll([...upgrades, ...counts.map((count) => anyContract(list, count))])
}

function anyOf(list: readonly PricedItem[]): PricedItem {
  const item = list[randomInt(list.length)]
  if (item === undefined) throw new Error('The price list is empty')
  return item
}

/** An item staked for the target that a quick choice selects; another item if the shop has no such target. */
function anyUpgrade(list: readonly PricedItem[], choose: (stakeCents: Cents) => Cents, side: RollSide): Table {
  for (;;) {
    const { priceCents: stakeCents } = anyOf(list)
    const target = nearestTarget(list, stakeCents, choose(stakeCents))
    if (target === null) continue
    const quote = quoteUpgrade({ itemsCents: [stakeCents], balanceCents: cents(0) }, target.priceCents)
    if (!quote.ok) throw new Error(`${stakeCents} cents for ${target.id}: ${quote.fault}`)
    const { tickets } = quote.offer
    return {
      game: 'upgrade',
      name: `upgrade ${dollars(stakeCents)} ${side} ${tickets / 10_000} %`,
      stakeCents,
      outcomes: [
        { priceCents: target.priceCents, tickets },
        { priceCents: 0, tickets: ROLL_RANGE - tickets },
      ],
      placeOf: (roll) => (upgradeResult(target, tickets, side, roll) === target ? 0 : 1),
    }
  }
}

/** A contract over this many items; other items if their sum is out of bounds. */
function anyContract(list: readonly PricedItem[], count: number): Table {
  for (;;) {
    const quote = quoteContract(
      Array.from({ length: count }, () => anyOf(list).priceCents),
      list,
    )
    if (!quote.ok) continue
    const { table } = quote
    const places = new Map(table.entries.map(({ item }, at) => [item, at]))
    return {
      game: 'contract',
      name: `contract ${dollars(table.sumCents)} of ${count}`,
      stakeCents: table.sumCents,
      outcomes: table.entries.map(({ item: { priceCents }, tickets }) => ({ priceCents, tickets })),
      placeOf: (roll) => places.get(contractResult(table, roll)) ?? 0,
    }
  }
}

function dollars(amount: Cents): string {
  return `$${(amount / 100).toFixed(2)}`
}

if (import.meta.main) process.exitCode = (await run()) ? 0 : 1
