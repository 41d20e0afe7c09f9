// Withdrawals in tests: a player with a trade URL, items in a withdrawal, and a visitor of the sandbox's trade pages.
import { expect } from 'vitest'
import { partnerOf } from '../../../src/game/withdrawal/trade-link.ts'
import type { Withdrawal } from '../../../src/protocol/withdrawal.ts'
import type { Answer, Browser, TestSite } from '../sites/site.ts'
import { win } from './games.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' } as const

async function partnerOfPlayer(player: Browser): Promise<string> {
  return String(partnerOf((await player.get('/api/user/get')).body.user.steamid))
}

/** Creates a player with a trade URL. */
export async function newTrader(site: TestSite): Promise<Browser> {
  const player = await site.newPlayer()
  const tradeLink = `https://steamcommunity.com/tradeoffer/new/?partner=${await partnerOfPlayer(player)}&token=abcdEFGH`
  const answer = await player.post('/api/user/trade-link', { tradeLink })
  expect(answer.body).toMatchObject({ success: true, tradeLink })
  return player
}

/** Sets what the sandbox's shop has for a player. */
export async function setStock(site: TestSite, player: Browser, stock: string): Promise<void> {
  const payload = new URLSearchParams({ partner: await partnerOfPlayer(player), stock }).toString()
  const { statusCode } = await site.app.inject({ method: 'POST', url: '/sandbox/trade/stock', headers: FORM, payload })
  expect(statusCode).toBe(303)
}

/** Chooses the outcome of a trade on the sandbox's page. */
export async function choose(
  site: TestSite,
  withdrawal: Pick<Withdrawal, 'offer_url'>,
  outcome: string,
): Promise<void> {
  const offer = new URL(withdrawal.offer_url ?? '').searchParams.get('offer') ?? ''
  const payload = new URLSearchParams({ offer, outcome }).toString()
  const answer = await site.app.inject({ method: 'POST', url: '/sandbox/trade/outcome', headers: FORM, payload })
  expect(answer.statusCode).toBe(303)
}

export function withdraw(player: Browser, ids: readonly string[]): Promise<Answer> {
  return player.post('/api/user/items/withdraw', { ids })
}

/** Stakes a deposit of $5.00 once, which has to be before items leave; sells what was won. */
export async function turnOver(player: Browser): Promise<void> {
  const ids = (await win(player, 10)).map(({ id }) => id)
  expect((await player.post('/api/user/items/sell', { ids, isAll: false })).body).toMatchObject({ success: true })
}

/** Requests items that the player has just won; their state is requested afterwards. */
export async function withdrawNew(player: Browser, count = 1): Promise<Withdrawal[]> {
  const { body } = await withdraw(
    player,
    (await win(player, count)).map(({ id }) => id),
  )
  expect(body).toMatchObject({ success: true })
  return body.withdrawals
}

/** Returns the player's withdrawals as they see them, newest first. */
export async function withdrawalsOf(player: Browser): Promise<Withdrawal[]> {
  return (await player.get('/api/user/withdrawals')).body.withdrawals
}
