// A player of all features: cases, upgrades, contracts, the wheel, free cases, calendar, missions, raffles, deposits,
// withdrawals and sales, one call after the other.
import assert from 'node:assert/strict'
import { setTimeout as pass } from 'node:timers/promises'
import { partnerOf } from '../../../src/game/withdrawal/trade-link.ts'
import { ExpectedHoldings, type Reply } from '../sites/expected-holdings.ts'
import { RetryingPlayer } from '../sites/retrying-player.ts'
import type { ServerProcess, SignInCode } from '../sites/server-process.ts'
import { deposit } from './sandbox-deposit.ts'

const CASES = [
  { url: 'first-step', price: 50 },
  { url: 'loose-change', price: 60 },
  { url: 'stardust', price: 75 },
] as const

/** Sells above this number of items, because the ledger would grow for nothing. */
const OWNED_MOST = 40
const CONTRACT_LEAST_CENTS = 100

export async function open(holdings: ExpectedHoldings): Promise<void> {
  const box = CASES[holdings.pick(CASES.length)] ?? CASES[0]
  const count = 1 + holdings.pick(10)
  const answer = await holdings.mustPlay(`/api/case/${box.url}/open`, { count })
  holdings.settle(answer, -count * box.price, 'an opening')
  for (const [place, drop] of answer.drops.entries()) holdings.win(drop, answer.rolls[place].id)
}

export async function sell(holdings: ExpectedHoldings): Promise<void> {
  const { ids, worth } = holdings.oldest(1 + holdings.pick(10))
  if (ids.length === 0) return open(holdings)
  const answer = await holdings.mustPlay('/api/user/items/sell', { ids, isAll: false })
  holdings.settle(answer, worth, 'a sale')
  holdings.lose(ids, 'sold')
}

async function sellAll(holdings: ExpectedHoldings): Promise<void> {
  const { ids, worth } = holdings.oldest(Number.POSITIVE_INFINITY)
  if (ids.length === 0) return open(holdings)
  const answer = await holdings.mustPlay('/api/user/items/sell', { ids: [], isAll: true })
  // A raffle may have given the player an item meanwhile, which no response reports.
  if (answer.sold === ids.length) assert.equal(answer.sum, worth)
  assert.ok(answer.sold >= ids.length && answer.sum >= worth)
  holdings.settle(answer, answer.sum, 'a sale of everything')
  holdings.lose(ids, 'sold')
}

export async function upgrade(holdings: ExpectedHoldings): Promise<void> {
  const { ids, worth } = holdings.oldest(1 + holdings.pick(4))
  const balance = holdings.pick(2) * holdings.pick(200)
  const stake = worth + balance
  const [target] = (await holdings.get(`/api/upgrade/targets?min=${2 * stake}`)).items
  if (stake === 0 || target === undefined) return open(holdings)
  const body = { ids, balance, target: target.item.id, price: target.price, side: 'under' }
  const answer = await holdings.play('/api/upgrade', body)
  // The next more expensive item may be too expensive for such a small stake.
  if (answer === undefined) return open(holdings)
  holdings.settle(answer, -balance, 'an upgrade')
  holdings.lose(ids, 'upgraded')
  holdings.note(`roll ${answer.id} of ${holdings.playerId}`)
  holdings.note(`number ${answer.id} is ${answer.roll}`)
  if (answer.drop !== null) holdings.win(answer.drop)
}

export async function contract(holdings: ExpectedHoldings): Promise<void> {
  const { ids, worth } = holdings.oldest(3 + holdings.pick(8))
  if (ids.length < 3 || worth < CONTRACT_LEAST_CENTS) return open(holdings)
  const call = await holdings.player.post('/api/contract/preview', JSON.stringify({ ids }))
  const { table } = JSON.parse(call.text)
  const answer = await holdings.mustPlay('/api/contract', { ids, oddsHash: table.oddsHash })
  holdings.settle(answer, 0, 'a contract')
  holdings.lose(ids, 'contracted')
  holdings.win(answer.drop, answer.drop.id)
}

export async function spin(holdings: ExpectedHoldings): Promise<void> {
  const { own, price } = await holdings.get('/api/wheel')
  const paid = own.free ? 0 : price
  const answer = await holdings.play('/api/wheel/spin', { free: own.free, price: paid })
  if (answer === undefined) return
  const { prize, drop } = answer
  holdings.settle(answer, (prize.kind === 'balance' ? prize.amount : 0) - paid, 'a spin')
  holdings.note(`roll ${answer.id} of ${holdings.playerId}`)
  holdings.note(`number ${answer.id} is ${answer.roll}`)
  if (drop !== null) holdings.win(drop)
}

/** The result of a claim: an amount, an item, or an opened case. */
function claimed(holdings: ExpectedHoldings, answer: Reply, what: string): void {
  const { prize, drop, rollId } = answer
  holdings.settle(answer, prize.kind === 'balance' ? prize.amount : 0, what)
  if (drop !== null) holdings.win(drop, rollId ?? undefined)
}

async function claimDay(holdings: ExpectedHoldings): Promise<void> {
  const { today, claimed: isClaimed } = await holdings.get('/api/calendar')
  if (isClaimed) return
  const answer = await holdings.play('/api/calendar/claim', { day: today })
  if (answer === undefined) return
  holdings.note(`day ${today} of ${holdings.playerId}`)
  claimed(holdings, answer, 'a day of the calendar')
}

async function claimMissions(holdings: ExpectedHoldings): Promise<void> {
  const { missions, periods } = await holdings.get('/api/missions')
  for (const { id, period, standing } of missions) {
    if (!standing.claimable) continue
    const { day } = periods[period]
    const answer = await holdings.play(`/api/missions/${id}/claim`, { period: day })
    if (answer === undefined) continue
    holdings.note(`mission ${id} from ${day} of ${holdings.playerId}`)
    claimed(holdings, answer, 'a mission')
  }
}

async function openFreeCases(holdings: ExpectedHoldings): Promise<void> {
  for (const { tier, missing, opened } of (await holdings.get('/api/free_case')).cases) {
    if (missing !== 0 || opened) continue
    const answer = await holdings.play(`/api/free_case/${tier}/open`, {})
    if (answer === undefined) continue
    holdings.settle(answer, 0, 'a free case')
    for (const [place, drop] of answer.drops.entries()) holdings.win(drop, answer.rolls[place].id)
  }
}

async function joinRaffles(holdings: ExpectedHoldings): Promise<void> {
  for (const { open: raffle } of (await holdings.get('/api/raffle')).raffles) {
    if (raffle?.standing !== 'free') continue
    if ((await holdings.play(`/api/raffle/${raffle.id}/join`, {})) === undefined) continue
    holdings.note(`entry of ${holdings.playerId} in ${raffle.id}`)
  }
}

export async function withdraw(holdings: ExpectedHoldings): Promise<void> {
  const { ids } = holdings.oldest(1 + holdings.pick(3))
  if (ids.length === 0) return open(holdings)
  const answer = await holdings.play('/api/user/items/withdraw', { ids })
  // A deposit is not turned over yet, or a gift is not unlocked.
  if (answer === undefined) return
  const { withdrawals } = answer
  assert.equal(withdrawals.length, ids.length)
  for (const { id, item_id: itemId } of withdrawals) {
    holdings.owned.delete(itemId)
    holdings.note(`withdrawal ${id} of ${itemId}`)
  }
}

/** It has no key: a repeated call rotates twice, which is harmless. */
async function rotate(holdings: ExpectedHoldings): Promise<void> {
  await holdings.player.post('/api/fairness/rotate', JSON.stringify({ clientSeed: `mine-${holdings.pick(1000)}` }))
}

/** The relative frequency of each action. */
const ACTIONS: readonly (readonly [weight: number, action: (holdings: ExpectedHoldings) => Promise<void>])[] = [
  [6, open],
  [4, sell],
  [1, sellAll],
  [5, upgrade],
  [4, contract],
  [3, spin],
  [2, deposit],
  [2, withdraw],
  [1, claimDay],
  [1, claimMissions],
  [1, openFreeCases],
  [1, joinRaffles],
  [1, rotate],
]

const WEIGHT = ACTIONS.reduce((sum, [weight]) => sum + weight, 0)

function chooseAction(holdings: ExpectedHoldings): (holdings: ExpectedHoldings) => Promise<void> {
  if (holdings.owned.size > OWNED_MOST) return holdings.pick(2) === 0 ? sell : contract
  let left = holdings.pick(WEIGHT)
  for (const [weight, action] of ACTIONS) {
    if (left < weight) return action
    left -= weight
  }
  return open
}

/** Signs a player in, with a trade URL. The server's test players have Steam ids that count up from one. */
export async function signInPlayer(server: ServerProcess, code: SignInCode): Promise<ExpectedHoldings> {
  const holdings = new ExpectedHoldings(server, await RetryingPlayer.signIn(server, code))
  const { user } = await holdings.get('/api/user/get')
  holdings.balance = user.balance
  const tradeLink = `https://steamcommunity.com/tradeoffer/new/?partner=${partnerOf(user.steamid)}&token=abcdEFGH`
  await holdings.player.post('/api/user/trade-link', JSON.stringify({ tradeLink }))
  return holdings
}

/** Plays until stopped, with a pause of up to this many milliseconds before each action. */
export async function playAll(holdings: ExpectedHoldings, thoughtMs: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if (thoughtMs > 0) await pass(holdings.pick(thoughtMs))
    await chooseAction(holdings)(holdings)
  }
}
