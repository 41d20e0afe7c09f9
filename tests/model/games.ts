// Moves of games and rewards.
import { expect } from 'vitest'
import { CONTRACT_SUM_LEAST } from '../../src/game/economy.ts'
import { dayAt, nightOf } from '../../src/game/site-time.ts'
import type { Table } from './table.ts'

const ZONE = 'UTC'
const SPARK_ASKS = 500

export async function open(table: Table, url: string, price: number, count: number): Promise<void> {
  const path = `/api/case/${url}/open`
  if (table.isExcluded) return table.refused(path, { count }, 'excluded')
  if (table.model.balance < price * count) return table.refused(path, { count }, 'balance')
  const { drops } = await table.done(path, { count }, () => -price * count)
  expect(drops).toHaveLength(count)
  for (const drop of drops) table.win(drop)
}

export async function upgrade(table: Table, count: number, balance: number): Promise<void> {
  const { ids, worth } = table.oldest(count)
  const [target] = (await table.get(`/api/upgrade/targets?min=${2 * (worth + balance)}`)).body.items
  if (target === undefined) return
  const body = { ids, balance, target: target.item.id, price: target.price, side: 'over' }
  if (table.isExcluded) return table.refused('/api/upgrade', body, 'excluded')
  if (worth + balance === 0) return table.refused('/api/upgrade', body, 'nothing-staked')
  if (((worth + balance) * 0.92) / target.price < 0.001) return table.refused('/api/upgrade', body, 'chance-low')
  if (table.model.balance < balance) return table.refused('/api/upgrade', body, 'balance')
  const answer = await table.done('/api/upgrade', body, () => -balance)
  expect(answer.won).toBe(answer.drop !== null)
  table.lose(ids)
  table.win(answer.drop)
}

export async function contract(table: Table, count: number): Promise<void> {
  const { ids, worth } = table.oldest(count)
  const { table: odds } = (await table.real.player.post('/api/contract/preview', { ids })).body
  const body = { ids, oddsHash: odds?.oddsHash ?? '0'.repeat(64) }
  if (table.isExcluded) return table.refused('/api/contract', body, 'excluded')
  if (ids.length < 3) return table.refused('/api/contract', body, 'contract-items')
  if (worth < CONTRACT_SUM_LEAST) return table.refused('/api/contract', body, undefined)
  const { drop, sum } = await table.done('/api/contract', body, () => 0)
  expect(sum).toBe(worth)
  table.lose(ids)
  table.win(drop)
}

export async function spin(table: Table, free: boolean): Promise<void> {
  const { model, real } = table
  const { price } = (await table.get('/api/wheel')).body
  const body = { free, price: free ? 0 : price }
  const claim = `spin ${dayAt(real.clock.nowMs, ZONE)}`
  if (table.isExcluded) return table.refused('/api/wheel/spin', body, 'excluded')
  if (free && model.claims.has(claim)) return table.refused('/api/wheel/spin', body, 'spin-used')
  if (model.balance < body.price) return table.refused('/api/wheel/spin', body, 'balance')
  const { drop } = await table.done(
    '/api/wheel/spin',
    body,
    ({ prize }) => (prize.kind === 'balance' ? prize.amount : 0) - body.price,
  )
  if (free) model.claims.add(claim)
  table.win(drop)
}

export async function claimDay(table: Table): Promise<void> {
  const { model, real } = table
  const day = dayAt(real.clock.nowMs, ZONE)
  if (table.isExcluded) return table.refused('/api/calendar/claim', { day }, 'excluded')
  if (model.claims.has(day)) return table.refused('/api/calendar/claim', { day }, 'calendar-claimed')
  const { drop } = await table.done('/api/calendar/claim', { day }, ({ prize }) =>
    prize.kind === 'balance' ? prize.amount : 0,
  )
  model.claims.add(day)
  table.win(drop)
}

export async function claimMissions(table: Table): Promise<void> {
  const { missions, periods } = (await table.get('/api/missions')).body
  for (const { id, period, standing } of missions) {
    const [path, body] = [`/api/missions/${id}/claim`, { period: periods[period].day }]
    const claim = `mission ${id} ${body.period}`
    if (table.isExcluded) await table.refused(path, body, 'excluded')
    else if (table.model.claims.has(claim)) await table.refused(path, body, 'mission-claimed')
    else if (!standing.claimable) await table.refused(path, body, 'mission-open')
    else {
      const { drop } = await table.done(path, body, ({ prize }) => (prize.kind === 'balance' ? prize.amount : 0))
      table.model.claims.add(claim)
      table.win(drop)
    }
  }
}

export async function openFreeCase(table: Table): Promise<void> {
  const { model, real } = table
  const path = '/api/free_case/spark/open'
  const { day, fromMs } = nightOf(real.clock.nowMs, ZONE)
  const deposited = model.deposits.filter(({ atMs }) => atMs >= fromMs).reduce((sum, { amount }) => sum + amount, 0)
  if (table.isExcluded) return table.refused(path, {}, 'excluded')
  if (deposited < SPARK_ASKS || model.claims.has(`spark ${day}`)) return table.refused(path, {}, undefined)
  const { drops } = await table.done(path, {}, () => 0)
  model.claims.add(`spark ${day}`)
  for (const drop of drops) table.win(drop)
}

export async function joinRaffles(table: Table): Promise<void> {
  await table.letJobsWork()
  for (const { open: raffle } of (await table.get('/api/raffle')).body.raffles) {
    if (raffle === null) continue
    const path = `/api/raffle/${raffle.id}/join`
    if (table.isExcluded) await table.refused(path, {}, 'excluded')
    else if (table.model.raffles.has(raffle.id)) await table.refused(path, {}, 'raffle-joined')
    else if (table.model.deposits.length === 0) await table.refused(path, {}, 'raffle-deposit')
    else {
      const { success, code } = await table.call(path, {})
      // The last period may have passed without a deposit.
      if (success) table.model.raffles.add(raffle.id)
      else expect(code).toBe('raffle-deposit')
    }
  }
}

/** Which seed comes next is shown before; what was rolled so far stays. */
export async function rotateSeed(table: Table): Promise<void> {
  const next = (await table.get('/api/fairness')).body.seeds.nextCommit
  const { body } = await table.real.player.post('/api/fairness/rotate', { clientSeed: 'model' })
  expect(body.seeds.commit).toBe(next)
}
