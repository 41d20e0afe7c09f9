// Moves of items: sales, withdrawals, what becomes of a trade, and what takes the place of an item that cannot be bought.
import { expect } from 'vitest'
import { choose, setStock, withdrawalsOf } from '../support/withdrawals.ts'
import { HOUR_MS, MINUTE_MS, type Table } from './table.ts'

export async function sell(table: Table, count: number): Promise<void> {
  const { ids, worth } = table.oldest(count)
  const body = { ids, isAll: false }
  if (ids.length === 0) return table.refused('/api/user/items/sell', body, 'nothing-selected')
  await table.done('/api/user/items/sell', body, () => worth)
  table.lose(ids)
}

export async function sellAll(table: Table): Promise<void> {
  const { ids, worth } = table.oldest(Number.POSITIVE_INFINITY)
  const body = { ids: [], isAll: true }
  if (ids.length === 0) return table.refused('/api/user/items/sell', body, 'nothing-selected')
  const { sold, sum } = await table.done('/api/user/items/sell', body, () => worth)
  expect({ sold, sum }).toEqual({ sold: ids.length, sum: worth })
  table.lose(ids)
}

/** What is gone, or on its way, cannot be sold or sent again; nor together with what is there. */
export async function useWhatIsGone(table: Table): Promise<void> {
  const { model } = table
  const gone = [...model.gone, ...model.trades.keys()].at(-1)
  if (gone === undefined) return
  const ids = [...table.oldest(1).ids, gone]
  await table.refused('/api/user/items/sell', { ids, isAll: false }, 'item-gone')
  await table.refused('/api/user/items/withdraw', { ids }, 'item-gone')
}

export async function withdraw(table: Table, count: number, stock: 'there' | 'none'): Promise<void> {
  const { model, real } = table
  const { ids } = table.oldest(count)
  if (ids.length === 0) return
  await setStock(real.site, real.player, stock)
  const { withdrawals } = await table.call('/api/user/items/withdraw', { ids })
  expect(withdrawals).toHaveLength(ids.length)
  for (const { item_id: id, state } of withdrawals) {
    model.trades.set(id, { price: model.owned.get(id) ?? 0, state, sinceMs: real.clock.nowMs })
    model.owned.delete(id)
  }
  await table.letJobsWork()
  const state = stock === 'there' ? 'sent' : 'unavailable'
  for (const id of ids) expect(model.trades.get(id)?.state).toBe(state)
}

/** Decides one trade in a state on the sandbox's page. */
async function decide(table: Table, from: string, outcome: string, waitMs: number): Promise<string | undefined> {
  const { model, real } = table
  const trade = (await withdrawalsOf(real.player)).find(
    ({ item_id: id, state }) => state === from && model.trades.has(id),
  )
  if (trade === undefined) return undefined
  await choose(real.site, trade, outcome)
  await table.moveClock(waitMs)
  await table.letJobsWork()
  return trade.item_id
}

export async function acceptTrade(table: Table): Promise<void> {
  const id = await decide(table, 'sent', 'accept', 2 * MINUTE_MS)
  if (id !== undefined) expect(table.model.trades.get(id)?.state).toBe('protected')
}

export async function declineTrade(table: Table): Promise<void> {
  const id = await decide(table, 'sent', 'decline', 2 * MINUTE_MS)
  if (id !== undefined) expect(table.model.owned.has(id)).toBe(true)
}

export async function settleTrade(table: Table): Promise<void> {
  const id = await decide(table, 'protected', 'wait', 2 * HOUR_MS)
  if (id !== undefined) expect(table.model.gone).toContain(id)
}

export async function reverseTrade(table: Table): Promise<void> {
  const id = await decide(table, 'protected', 'reverse', 2 * HOUR_MS)
  if (id !== undefined) expect(table.model.owned.has(id)).toBe(true)
}

function outOfStock(table: Table): [id: string, price: number] | undefined {
  for (const [id, { price, state }] of table.model.trades) if (state === 'unavailable') return [id, price]
  return undefined
}

export async function replace(table: Table): Promise<void> {
  const [id, price] = outOfStock(table) ?? []
  if (id === undefined || price === undefined) return
  const [other] = (await table.get(`/api/upgrade/targets?max=${price}&sort=dear`)).body.items
  const rest = price - other.price
  const body = { id, with: [other.item.id], rest }
  await table.refused('/api/user/items/replace', { ...body, rest: rest + 1 }, 'target-price')
  const { items } = await table.done('/api/user/items/replace', body, () => rest)
  table.model.trades.delete(id)
  table.model.gone.push(id)
  for (const item of items) table.win(item)
}

export async function takeBack(table: Table): Promise<void> {
  const [id, price] = outOfStock(table) ?? []
  if (id === undefined || price === undefined) return
  expect(await table.call('/api/user/items/take-back', { id })).toMatchObject({ success: true })
  table.model.trades.delete(id)
  table.model.owned.set(id, price)
}
