// Moves with items: sales, withdrawals, outcomes of trades, and replacements for an item that cannot be bought.
import { expect } from 'vitest'
import { giftAllowance } from '../../src/game/rewards/gifts.ts'
import { giftAccountOf, lockedIn } from '../support/players/gifts.ts'
import { choose, setStock, withdrawalsOf } from '../support/players/withdrawals.ts'
import { HOUR_MS, MINUTE_MS, type ModelGame } from './model-game.ts'

export async function sell(game: ModelGame, count: number): Promise<void> {
  const { ids, worth } = game.oldest(count)
  const body = { ids, isAll: false }
  if (ids.length === 0) return game.refused('/api/user/items/sell', body, 'nothing-selected')
  await game.done('/api/user/items/sell', body, () => worth)
  game.lose(ids)
}

export async function sellAll(game: ModelGame): Promise<void> {
  const { ids, worth } = game.oldest(Number.POSITIVE_INFINITY)
  const body = { ids: [], isAll: true }
  if (ids.length === 0) return game.refused('/api/user/items/sell', body, 'nothing-selected')
  const { sold, sum } = await game.done('/api/user/items/sell', body, () => worth)
  expect({ sold, sum }).toEqual({ sold: ids.length, sum: worth })
  game.lose(ids)
}

/** Items that are gone or being withdrawn cannot be sold or withdrawn again, alone or with others. */
export async function useWhatIsGone(game: ModelGame): Promise<void> {
  const { model } = game
  const gone = [...model.gone, ...model.trades.keys()].at(-1)
  if (gone === undefined) return
  const ids = [...game.oldest(1).ids, gone]
  await game.refused('/api/user/items/sell', { ids, isAll: false }, 'item-gone')
  await game.refused('/api/user/items/withdraw', { ids }, 'item-gone')
}

/** Why items may not leave: deposits that were not turned over, or gifts that margin does not pay; undefined where they may. */
async function giftRefusal({ model, real: { site, player } }: ModelGame, ids: readonly string[]) {
  const account = await giftAccountOf(site, player.playerId)
  const deposited = model.deposits.reduce((sum, { amount }) => sum + amount, 0)
  if (account.stakedCents < deposited) return 'turnover'
  let locked = 0
  for (const id of ids) locked += await lockedIn(site, id)
  const allowance = giftAllowance(account, site.catalogue.current.rewards.gifts)
  return locked > allowance ? 'gift-locked' : undefined
}

export async function withdraw(game: ModelGame, count: number, stock: 'there' | 'none'): Promise<void> {
  const { model, real } = game
  const { ids } = game.oldest(count)
  if (ids.length === 0) return
  await setStock(real.site, real.player, stock)
  const refusal = await giftRefusal(game, ids)
  if (refusal !== undefined) return game.refused('/api/user/items/withdraw', { ids }, refusal)
  const { withdrawals } = await game.call('/api/user/items/withdraw', { ids })
  expect(withdrawals).toHaveLength(ids.length)
  for (const { item_id: id, state } of withdrawals) {
    model.trades.set(id, { price: model.owned.get(id) ?? 0, state, sinceMs: real.clock.nowMs })
    model.owned.delete(id)
  }
  await game.runJobs()
  const state = stock === 'there' ? 'sent' : 'unavailable'
  for (const id of ids) expect(model.trades.get(id)?.state).toBe(state)
}

/** Chooses the outcome of one trade in a state on the sandbox's page. */
async function decide(game: ModelGame, from: string, outcome: string, waitMs: number): Promise<string | undefined> {
  const { model, real } = game
  const trade = (await withdrawalsOf(real.player)).find(
    ({ item_id: id, state }) => state === from && model.trades.has(id),
  )
  if (trade === undefined) return undefined
  await choose(real.site, trade, outcome)
  await game.moveClock(waitMs)
  await game.runJobs()
  return trade.item_id
}

export async function acceptTrade(game: ModelGame): Promise<void> {
  const id = await decide(game, 'sent', 'accept', 2 * MINUTE_MS)
  if (id !== undefined) expect(game.model.trades.get(id)?.state).toBe('protected')
}

export async function declineTrade(game: ModelGame): Promise<void> {
  const id = await decide(game, 'sent', 'decline', 2 * MINUTE_MS)
  if (id !== undefined) expect(game.model.owned.has(id)).toBe(true)
}

export async function settleTrade(game: ModelGame): Promise<void> {
  const id = await decide(game, 'protected', 'wait', 2 * HOUR_MS)
  if (id !== undefined) expect(game.model.gone).toContain(id)
}

export async function reverseTrade(game: ModelGame): Promise<void> {
  const id = await decide(game, 'protected', 'reverse', 2 * HOUR_MS)
  if (id !== undefined) expect(game.model.owned.has(id)).toBe(true)
}

function outOfStock(game: ModelGame): [id: string, price: number] | undefined {
  for (const [id, { price, state }] of game.model.trades) if (state === 'unavailable') return [id, price]
  return undefined
}

export async function replace(game: ModelGame): Promise<void> {
  const [id, price] = outOfStock(game) ?? []
  if (id === undefined || price === undefined) return
  const [other] = (await game.get(`/api/upgrade/targets?max=${price}&sort=dear`)).body.items
  const rest = price - other.price
  const body = { id, with: [other.item.id], rest }
  await game.refused('/api/user/items/replace', { ...body, rest: rest + 1 }, 'target-price')
  const { items } = await game.done('/api/user/items/replace', body, () => rest)
  game.model.trades.delete(id)
  game.model.gone.push(id)
  for (const item of items) game.win(item)
}

export async function takeBack(game: ModelGame): Promise<void> {
  const [id, price] = outOfStock(game) ?? []
  if (id === undefined || price === undefined) return
  expect(await game.call('/api/user/items/take-back', { id })).toMatchObject({ success: true })
  game.model.trades.delete(id)
  game.model.owned.set(id, price)
}
