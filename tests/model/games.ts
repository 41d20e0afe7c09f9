// Moves in games and rewards.
import { expect } from 'vitest'
import { CONTRACT_SUM_LEAST } from '../../src/game/base/economy.ts'
import { dayAt, nightOf } from '../../src/game/base/site-time.ts'
import { SEED_COUNTDOWN_MS } from '../../src/game/battles/lock.ts'
import { timelineMs } from '../../src/game/battles/timeline.ts'
import type { ModelGame } from './model-game.ts'

const ZONE = 'UTC'
const SPARK_ASKS = 500

export async function open(game: ModelGame, url: string, price: number, count: number): Promise<void> {
  const path = `/api/case/${url}/open`
  if (game.isExcluded) return game.refused(path, { count }, 'excluded')
  if (game.model.balance < price * count) return game.refused(path, { count }, 'balance')
  const { drops } = await game.done(path, { count }, () => -price * count)
  expect(drops).toHaveLength(count)
  for (const drop of drops) game.win(drop)
}

export async function upgrade(game: ModelGame, count: number, balance: number): Promise<void> {
  const { ids, worth } = game.oldest(count)
  const [target] = (await game.get(`/api/upgrade/targets?min=${2 * (worth + balance)}`)).body.items
  if (target === undefined) return
  const body = { ids, balance, target: target.item.id, price: target.price, side: 'over' }
  if (game.isExcluded) return game.refused('/api/upgrade', body, 'excluded')
  if (worth + balance === 0) return game.refused('/api/upgrade', body, 'nothing-staked')
  if (((worth + balance) * 0.92) / target.price < 0.001) return game.refused('/api/upgrade', body, 'chance-low')
  if (game.model.balance < balance) return game.refused('/api/upgrade', body, 'balance')
  const answer = await game.done('/api/upgrade', body, () => -balance)
  expect(answer.won).toBe(answer.drop !== null)
  game.lose(ids)
  game.win(answer.drop)
}

export async function contract(game: ModelGame, count: number): Promise<void> {
  const { ids, worth } = game.oldest(count)
  const { table } = (await game.real.player.post('/api/contract/preview', { ids })).body
  const body = { ids, oddsHash: table?.oddsHash ?? '0'.repeat(64) }
  if (game.isExcluded) return game.refused('/api/contract', body, 'excluded')
  if (ids.length < 3) return game.refused('/api/contract', body, 'contract-items')
  if (worth < CONTRACT_SUM_LEAST) return game.refused('/api/contract', body, undefined)
  const { drop, sum } = await game.done('/api/contract', body, () => 0)
  expect(sum).toBe(worth)
  game.lose(ids)
  game.win(drop)
}

export async function spin(game: ModelGame, free: boolean): Promise<void> {
  const { model, real } = game
  const { price } = (await game.get('/api/wheel')).body
  const body = { free, price: free ? 0 : price }
  const claim = `spin ${dayAt(real.clock.nowMs, ZONE)}`
  if (game.isExcluded) return game.refused('/api/wheel/spin', body, 'excluded')
  if (free && model.claims.has(claim)) return game.refused('/api/wheel/spin', body, 'spin-used')
  if (model.balance < body.price) return game.refused('/api/wheel/spin', body, 'balance')
  const { drop } = await game.done(
    '/api/wheel/spin',
    body,
    ({ prize }) => (prize.kind === 'balance' ? prize.amount : 0) - body.price,
  )
  if (free) model.claims.add(claim)
  game.win(drop)
}

/** A battle of one case against a bot, played to its end; a winner of a part gets money, of the whole seat the items. */
export async function battleBot(game: ModelGame, url: string, price: number, percent: number): Promise<void> {
  const { model, real } = game
  const terms = { format: '1v1', mode: 'normal', crazy: false, fast: true, isPrivate: false, fund: 0 }
  const body = { ...terms, rounds: [url], percent, price, seed: 'model' }
  if (game.isExcluded) return game.refused('/api/battles', body, 'excluded')
  const pays = Math.ceil((price * percent) / 100)
  if (model.balance < pays) return game.refused('/api/battles', body, 'balance')
  const made = await game.done('/api/battles', body, () => -pays)
  await game.done(`/api/battles/${made.battle.id}/bot`, { slot: 2 }, () => 0)
  // The countdown, then the show.
  for (const ms of [SEED_COUNTDOWN_MS, timelineMs({ rounds: 1, fast: true })]) {
    await game.moveClock(ms)
    await real.site.jobs.battles.runOnce()
  }
  const { battle } = (await game.get(`/api/battles/${made.battle.id}`)).body
  expect(battle.state).toBe('settled')
  const { proof } = (await game.get(`/api/battles/${battle.id}/proof`)).body
  const drawn: { price: number }[] = proof.draw.drops.flat()
  const pot = drawn.reduce((sum, drop) => sum + drop.price, 0)
  expect(battle.result.pot).toBe(pot)
  const hasWon = battle.result.winners[0] === 1
  if (hasWon && percent < 100) model.balance += Math.floor((pot * percent) / 100)
  if (!hasWon || percent < 100) return
  const { items } = (await game.get('/api/user/items?sort=new')).body
  const won = items.filter(
    (item: { id: string; source: string }) => item.source === 'battle' && !model.owned.has(item.id),
  )
  expect(won.map((item: { price: number }) => item.price).toSorted()).toEqual(
    drawn.map((drop) => drop.price).toSorted(),
  )
  for (const item of won) game.win(item)
}

/** A battle that waits for others, and is cancelled: nothing is lost. */
export async function cancelBattle(game: ModelGame, url: string, price: number): Promise<void> {
  const terms = { format: '2v2', mode: 'share', crazy: false, fast: true, isPrivate: true, percent: 100, fund: 10 }
  const body = { ...terms, rounds: [url], price, seed: 'model' }
  if (game.isExcluded) return game.refused('/api/battles', body, 'excluded')
  const pays = price + 3 * Math.ceil(price / 10)
  const answer = await game.call('/api/battles', body)
  // Gifts do not pay for others, and the model does not know which money is locked.
  if (answer.success === false) return expect(['balance', 'battle-fund']).toContain(answer.code)
  game.model.balance -= pays
  await game.done(`/api/battles/${answer.battle.id}/cancel`, {}, () => pays)
}

export async function claimDay(game: ModelGame): Promise<void> {
  const { model, real } = game
  const day = dayAt(real.clock.nowMs, ZONE)
  if (game.isExcluded) return game.refused('/api/calendar/claim', { day }, 'excluded')
  if (model.claims.has(day)) return game.refused('/api/calendar/claim', { day }, 'calendar-claimed')
  const { drop } = await game.done('/api/calendar/claim', { day }, ({ prize }) =>
    prize.kind === 'balance' ? prize.amount : 0,
  )
  model.claims.add(day)
  game.win(drop)
}

export async function claimMissions(game: ModelGame): Promise<void> {
  const { missions, periods } = (await game.get('/api/missions')).body
  for (const { id, period, standing } of missions) {
    const [path, body] = [`/api/missions/${id}/claim`, { period: periods[period].day }]
    const claim = `mission ${id} ${body.period}`
    if (game.isExcluded) await game.refused(path, body, 'excluded')
    else if (game.model.claims.has(claim)) await game.refused(path, body, 'mission-claimed')
    else if (!standing.claimable) await game.refused(path, body, 'mission-open')
    else {
      const { drop } = await game.done(path, body, ({ prize }) => (prize.kind === 'balance' ? prize.amount : 0))
      game.model.claims.add(claim)
      game.win(drop)
    }
  }
}

export async function openFreeCase(game: ModelGame): Promise<void> {
  const { model, real } = game
  const path = '/api/free_case/spark/open'
  const { day, fromMs } = nightOf(real.clock.nowMs, ZONE)
  const deposited = model.deposits.filter(({ atMs }) => atMs >= fromMs).reduce((sum, { amount }) => sum + amount, 0)
  if (game.isExcluded) return game.refused(path, {}, 'excluded')
  if (deposited < SPARK_ASKS || model.claims.has(`spark ${day}`)) return game.refused(path, {}, undefined)
  const { drops } = await game.done(path, {}, () => 0)
  model.claims.add(`spark ${day}`)
  for (const drop of drops) game.win(drop)
}

export async function joinRaffles(game: ModelGame): Promise<void> {
  await game.runJobs()
  for (const { open: raffle } of (await game.get('/api/raffle')).body.raffles) {
    if (raffle === null) continue
    const path = `/api/raffle/${raffle.id}/join`
    if (game.isExcluded) await game.refused(path, {}, 'excluded')
    else if (game.model.raffles.has(raffle.id)) await game.refused(path, {}, 'raffle-joined')
    else if (game.model.deposits.length === 0) await game.refused(path, {}, 'raffle-deposit')
    else {
      const { success, code } = await game.call(path, {})
      // The last period may have passed without a deposit.
      if (success) game.model.raffles.add(raffle.id)
      else expect(code).toBe('raffle-deposit')
    }
  }
}

/** The next seed's hash is shown before; earlier rolls stay. */
export async function rotateSeed(game: ModelGame): Promise<void> {
  const next = (await game.get('/api/fairness')).body.seeds.nextCommit
  const { body } = await game.real.player.post('/api/fairness/rotate', { clientSeed: 'model' })
  expect(body.seeds.commit).toBe(next)
}
