// A player of everything: cases, upgrades, contracts, the wheel, free cases, calendar, missions, raffles, deposits, withdrawals and
// sales, one call after the other.
import assert from 'node:assert/strict'
import { setTimeout as pass } from 'node:timers/promises'
import { Hand, type Reply } from './hand.ts'
import { LastingPlayer } from './lasting-player.ts'
import { deposit } from './sandbox-deposit.ts'
import type { ServerProcess, SignInCode } from './server-process.ts'
import { partnerOf } from './withdrawals.ts'

const CASES = [
  { url: 'first-step', price: 50 },
  { url: 'loose-change', price: 60 },
  { url: 'stardust', price: 75 },
] as const

/** Sells once he owns more: the books would grow for nothing. */
const OWNED_MOST = 40
const CONTRACT_LEAST_CENTS = 100

export async function open(hand: Hand): Promise<void> {
  const box = CASES[hand.throwDice(CASES.length)] ?? CASES[0]
  const count = 1 + hand.throwDice(10)
  const answer = await hand.mustPlay(`/api/case/${box.url}/open`, { count })
  hand.settle(answer, -count * box.price, 'an opening')
  for (const [place, drop] of answer.drops.entries()) hand.win(drop, answer.rolls[place].id)
}

export async function sell(hand: Hand): Promise<void> {
  const { ids, worth } = hand.oldest(1 + hand.throwDice(10))
  if (ids.length === 0) return open(hand)
  const answer = await hand.mustPlay('/api/user/items/sell', { ids, isAll: false })
  hand.settle(answer, worth, 'a sale')
  hand.lose(ids, 'sold')
}

async function sellAll(hand: Hand): Promise<void> {
  const { ids, worth } = hand.oldest(Number.POSITIVE_INFINITY)
  if (ids.length === 0) return open(hand)
  const answer = await hand.mustPlay('/api/user/items/sell', { ids: [], isAll: true })
  // A raffle may have given him something meanwhile, of which no answer tells.
  if (answer.sold === ids.length) assert.equal(answer.sum, worth)
  assert.ok(answer.sold >= ids.length && answer.sum >= worth)
  hand.settle(answer, answer.sum, 'a sale of everything')
  hand.lose(ids, 'sold')
}

export async function upgrade(hand: Hand): Promise<void> {
  const { ids, worth } = hand.oldest(1 + hand.throwDice(4))
  const balance = hand.throwDice(2) * hand.throwDice(200)
  const stake = worth + balance
  const [target] = (await hand.get(`/api/upgrade/targets?min=${2 * stake}`)).items
  if (stake === 0 || target === undefined) return open(hand)
  const body = { ids, balance, target: target.item.id, price: target.price, side: 'under' }
  const answer = await hand.play('/api/upgrade', body)
  // The next dearer item may be too dear for so small a stake.
  if (answer === undefined) return open(hand)
  hand.settle(answer, -balance, 'an upgrade')
  hand.lose(ids, 'upgraded')
  hand.note(`roll ${answer.id} of ${hand.playerId}`)
  hand.note(`number ${answer.id} is ${answer.roll}`)
  if (answer.drop !== null) hand.win(answer.drop)
}

export async function contract(hand: Hand): Promise<void> {
  const { ids, worth } = hand.oldest(3 + hand.throwDice(8))
  if (ids.length < 3 || worth < CONTRACT_LEAST_CENTS) return open(hand)
  const call = await hand.player.post('/api/contract/preview', JSON.stringify({ ids }))
  const { table } = JSON.parse(call.text)
  const answer = await hand.mustPlay('/api/contract', { ids, oddsHash: table.oddsHash })
  hand.settle(answer, 0, 'a contract')
  hand.lose(ids, 'contracted')
  hand.win(answer.drop, answer.drop.id)
}

export async function spin(hand: Hand): Promise<void> {
  const { own, price } = await hand.get('/api/wheel')
  const paid = own.free ? 0 : price
  const answer = await hand.play('/api/wheel/spin', { free: own.free, price: paid })
  if (answer === undefined) return
  const { prize, drop } = answer
  hand.settle(answer, (prize.kind === 'balance' ? prize.amount : 0) - paid, 'a spin')
  hand.note(`roll ${answer.id} of ${hand.playerId}`)
  hand.note(`number ${answer.id} is ${answer.roll}`)
  if (drop !== null) hand.win(drop)
}

/** What a claim brought: an amount, an item, or a case that was opened. */
function claimed(hand: Hand, answer: Reply, what: string): void {
  const { prize, drop, rollId } = answer
  hand.settle(answer, prize.kind === 'balance' ? prize.amount : 0, what)
  if (drop !== null) hand.win(drop, rollId ?? undefined)
}

async function claimDay(hand: Hand): Promise<void> {
  const { today, claimed: isClaimed } = await hand.get('/api/calendar')
  if (isClaimed) return
  const answer = await hand.play('/api/calendar/claim', { day: today })
  if (answer === undefined) return
  hand.note(`day ${today} of ${hand.playerId}`)
  claimed(hand, answer, 'a day of the calendar')
}

async function claimMissions(hand: Hand): Promise<void> {
  const { missions, periods } = await hand.get('/api/missions')
  for (const { id, period, standing } of missions) {
    if (!standing.claimable) continue
    const { day } = periods[period]
    const answer = await hand.play(`/api/missions/${id}/claim`, { period: day })
    if (answer === undefined) continue
    hand.note(`mission ${id} from ${day} of ${hand.playerId}`)
    claimed(hand, answer, 'a mission')
  }
}

async function openFreeCases(hand: Hand): Promise<void> {
  for (const { tier, missing, opened } of (await hand.get('/api/free_case')).cases) {
    if (missing !== 0 || opened) continue
    const answer = await hand.play(`/api/free_case/${tier}/open`, {})
    if (answer === undefined) continue
    hand.settle(answer, 0, 'a free case')
    for (const [place, drop] of answer.drops.entries()) hand.win(drop, answer.rolls[place].id)
  }
}

async function joinRaffles(hand: Hand): Promise<void> {
  for (const { open: raffle } of (await hand.get('/api/raffle')).raffles) {
    if (raffle?.standing !== 'free') continue
    if ((await hand.play(`/api/raffle/${raffle.id}/join`, {})) === undefined) continue
    hand.note(`entry of ${hand.playerId} in ${raffle.id}`)
  }
}

export async function withdraw(hand: Hand): Promise<void> {
  const { ids } = hand.oldest(1 + hand.throwDice(3))
  if (ids.length === 0) return open(hand)
  const { withdrawals } = await hand.mustPlay('/api/user/items/withdraw', { ids })
  assert.equal(withdrawals.length, ids.length)
  for (const { id, item_id: itemId } of withdrawals) {
    hand.owned.delete(itemId)
    hand.note(`withdrawal ${id} of ${itemId}`)
  }
}

/** No key guards it: one that was sent twice rotates twice, and harms nothing. */
async function rotate(hand: Hand): Promise<void> {
  await hand.player.post('/api/fairness/rotate', JSON.stringify({ clientSeed: `mine-${hand.throwDice(1000)}` }))
}

/** How often each is chosen, in proportion. */
const TURNS: readonly (readonly [weight: number, turn: (hand: Hand) => Promise<void>])[] = [
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

const WEIGHT = TURNS.reduce((sum, [weight]) => sum + weight, 0)

function chooseTurn(hand: Hand): (hand: Hand) => Promise<void> {
  if (hand.owned.size > OWNED_MOST) return hand.throwDice(2) === 0 ? sell : contract
  let left = hand.throwDice(WEIGHT)
  for (const [weight, turn] of TURNS) {
    if (left < weight) return turn
    left -= weight
  }
  return open
}

/** Signs a player in, with a trade link. The server's players of tests have Steam ids that count up from one. */
export async function sitDown(server: ServerProcess, code: SignInCode): Promise<Hand> {
  const hand = new Hand(server, await LastingPlayer.signIn(server, code))
  const { user } = await hand.get('/api/user/get')
  hand.balance = user.balance
  const tradeLink = `https://steamcommunity.com/tradeoffer/new/?partner=${partnerOf(user.steamid)}&token=abcdEFGH`
  await hand.player.post('/api/user/trade-link', JSON.stringify({ tradeLink }))
  return hand
}

/** Plays until told to stop, with up to so many milliseconds of thought before each turn. */
export async function playAll(hand: Hand, thoughtMs: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if (thoughtMs > 0) await pass(hand.throwDice(thoughtMs))
    await chooseTurn(hand)(hand)
  }
}
