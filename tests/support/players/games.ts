// Game actions of tests: items won by opening, a target for a stake, a contract over items.
import { expect } from 'vitest'
import type { Answer, Browser } from '../sites/site.ts'

export interface Won {
  readonly id: string
  readonly price: number
}

/** Returns items that a player has just won. */
export async function win(player: Browser, count: number, url = 'first-step'): Promise<Won[]> {
  const { body } = await player.post(`/api/case/${url}/open`, { count })
  expect(body.drops, JSON.stringify(body)).toHaveLength(count)
  return body.drops
}

/** A case whose cheapest item is worth more than a dollar: three of them make a contract for every mission, whatever is drawn. */
const CASE_FOR_CONTRACTS = 'lunar-tide'

/** Returns items for a contract, each worth more than a dollar. */
export async function winForContract(player: Browser, count: number): Promise<Won[]> {
  const won = await win(player, count, CASE_FOR_CONTRACTS)
  expect(won.filter(({ price }) => price <= 100)).toEqual([])
  return won
}

/** Returns the cheapest target from a price in cents on. */
export async function targetFrom(player: Browser, min: number): Promise<{ target: string; price: number }> {
  const { body } = await player.get(`/api/upgrade/targets?min=${min}`)
  const [first] = body.items
  return { target: first.item.id, price: first.price }
}

/** Upgrades items and balance to the cheapest target of twice the stake or more. */
export async function upgradeTwice(player: Browser, items: readonly Won[], balance = 0): Promise<Answer> {
  const stake = items.reduce((sum, { price }) => sum + price, balance)
  const target = await targetFrom(player, stake * 2)
  return player.post('/api/upgrade', { ids: items.map(({ id }) => id), balance, side: 'under', ...target })
}

/** Signs a contract over items with the table that its preview shows. */
export async function signContract(player: Browser, items: readonly Won[]): Promise<Answer> {
  const ids = items.map(({ id }) => id)
  const { table } = (await player.post('/api/contract/preview', { ids })).body
  return player.post('/api/contract', { ids, oddsHash: table?.oddsHash ?? '0'.repeat(64) })
}

/** Spins the wheel: the day's free spin, or a paid one at the price that the wheel shows. */
export async function spinWheel(player: Browser, free = false): Promise<Answer> {
  const { price } = (await player.get('/api/wheel')).body
  return player.post('/api/wheel/spin', { free, price: free ? 0 : price })
}

/** Pays for spins until one wins a prize of a kind; returns that spin. Most spins return most of their price. */
export async function spinUntil(player: Browser, kind: 'balance' | 'item' | 'nothing'): Promise<Answer> {
  for (;;) {
    const answer = await spinWheel(player)
    expect(answer.body).toMatchObject({ success: true })
    if (answer.body.prize.kind === kind) return answer
  }
}
