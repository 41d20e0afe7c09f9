// Trades at Steam, with the real libraries and our own Steam on loopback.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TRADE_PROTECTION_DAYS } from '../../../src/game/base/economy.ts'
import { DAY_MS } from '../../../src/game/payments/limits.ts'
import { createJobLease } from '../../../src/server/db/job-lease.ts'
import { TradeFailed, type TradeOrder, type TradeProvider } from '../../../src/server/trade/provider.ts'
import { createSteamTrade } from '../../../src/server/trade/steam/steam.ts'
import { openScratch } from '../../support/databases/databases.ts'
import { SHOP } from '../../support/outside/steam-carriers.ts'
import { openSteamTrades, type StandInOffer, type SteamTrades } from '../../support/outside/steam-trades.ts'

const REDLINE = 'AK-47 | Redline (Field-Tested)'
const NOW_SECONDS = 1_795_000_000

const ORDER: TradeOrder = {
  id: '019bd9f0-0000-7000-8000-000000000001',
  marketHashName: REDLINE,
  tradeLink: 'https://steamcommunity.com/tradeoffer/new/?partner=1234&token=abcdEFGH',
  steamid: '76561197960266962',
  requestedAt: new Date(Date.now() - 1000),
}

let steam: SteamTrades
let provider: TradeProvider
let nowMs = NOW_SECONDS * 1000

const open = (
  changes: Partial<typeof SHOP> = {},
  alone: Parameters<typeof createSteamTrade>[0]['runExclusively'] = (work) => work(async () => undefined),
): TradeProvider =>
  createSteamTrade({
    ...SHOP,
    ...changes,
    siteName: () => 'SPACEDROP',
    now: () => nowMs,
    carriers: steam.carriers,
    runExclusively: alone,
  })

beforeEach(async () => {
  nowMs = NOW_SECONDS * 1000
  steam = await openSteamTrades()
  steam.stock.set('9001', REDLINE).set('9002', 'AWP | Asiimov (Field-Tested)').set('9003', REDLINE)
  provider = open()
})

afterEach(async () => {
  await provider.close()
  await steam.close()
})

/** A created offer, and how the stand-in stores it. */
async function offered(order: TradeOrder = ORDER): Promise<{ reference: string; offer: StandInOffer }> {
  const answer = await provider.offer(order)
  if (answer.kind !== 'offered') throw new Error(answer.kind)
  const offer = steam.offers.get(answer.reference)
  if (offer === undefined) throw new Error('Steam knows no such offer')
  expect(answer.url).toBe(`https://steamcommunity.com/tradeoffer/${answer.reference}/`)
  return { reference: answer.reference, offer }
}

describe('an offer', () => {
  it('signs in once, takes an item of that name, and is sent to the player with our id', async () => {
    const { offer } = await offered()
    expect(offer).toMatchObject({ partner: ORDER.steamid, message: `SPACEDROP: ${ORDER.id}`, assetid: '9001' })
    await offered({ ...ORDER, id: '019bd9f0-0000-7000-8000-000000000002' })
    expect(steam.signIns).toBe(1)
    expect(steam.calls).toContain('/steamcommunity.com/trade/new/acknowledge')
  })

  it('is confirmed with the authenticator before it is reported', async () => {
    const { reference, offer } = await offered()
    expect(offer.state).toBe(2)
    expect(await provider.fetchState(reference)).toEqual({ kind: 'waiting' })
  })

  it('is confirmed the next time where that failed, and stays the same offer', async () => {
    steam.next = { failConfirm: true }
    await expect(provider.offer(ORDER)).rejects.toThrow('Steam: Try again')
    const [made] = steam.offers.values()
    expect(made?.state).toBe(9)
    expect((await offered()).offer).toBe(made)
    expect(made?.state).toBe(2)
  })

  it('is made once for one id, also when the response was lost', async () => {
    steam.next = { loseAnswer: true }
    await expect(provider.offer(ORDER)).rejects.toThrow(TradeFailed)
    expect(steam.offers.size).toBe(1)
    const { reference } = await offered()
    expect((await offered()).reference).toBe(reference)
    expect((await offered({ ...ORDER })).reference).toBe(reference)
    expect(steam.offers.size).toBe(1)
  })

  it('never contains an item of another offer, and is unavailable when there is no other', async () => {
    const ids = ['1', '2', '3'].map((end) => `019bd9f0-0000-7000-8000-00000000000${end}`)
    const answers = await Promise.all(ids.map((id) => provider.offer({ ...ORDER, id })))
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['offered', 'offered', 'unavailable'])
    expect([...steam.offers.values()].map(({ assetid }) => assetid).sort()).toEqual(['9001', '9003'])
  })

  it('never contains an item that another instance has reserved', async () => {
    const db = await openScratch('pglite')
    const { runExclusively: alone } = createJobLease({ db, now: Date.now })
    const span = { leaseMs: 60_000, waitMs: 20_000 }
    const instances = [0, 1].map(() => open({}, (work) => alone('choosing', span, work)))
    const ids = ['1', '2', '3', '4'].map((end) => `019bd9f0-0000-7000-8000-00000000000${end}`)
    const answers = await Promise.all(ids.map((id, at) => instances[at % 2]?.offer({ ...ORDER, id })))
    expect(answers.map((answer) => answer?.kind).sort()).toEqual(['offered', 'offered', 'unavailable', 'unavailable'])
    expect([...steam.offers.values()].map(({ assetid }) => assetid).sort()).toEqual(['9001', '9003'])
    for (const instance of instances) await instance.close()
    await db.close()
  })

  it('is unavailable for items that the shop does not have', async () => {
    expect(provider.condition()).toEqual({ isSignedIn: undefined, stock: undefined })
    expect(await provider.offer({ ...ORDER, marketHashName: 'Karambit' })).toEqual({ kind: 'unavailable' })
    expect(provider.condition()).toMatchObject({ isSignedIn: true, stock: steam.stock.size })
    steam.stock.clear()
    expect(await provider.offer(ORDER)).toEqual({ kind: 'unavailable' })
  })

  it.each([
    'You cannot trade with Nova because they have a trade ban.',
    'Nova is not available to trade. More information will be shown to Nova if they invite you to trade.',
    'There was an error sending your trade offer. Please try again later. (15)',
  ])('is refused permanently: %s', async (sentence) => {
    steam.next = { refuse: sentence }
    expect(await provider.offer(ORDER)).toEqual({ kind: 'refused', note: sentence })
  })

  it('is not refused when Steam has it all the same', async () => {
    steam.next = { refuse: 'There was an error sending your trade offer. Please try again later. (15)', makes: true }
    const answer = await provider.offer(ORDER)
    expect(answer).toMatchObject({ kind: 'offered' })
    expect(steam.offers.size).toBe(1)
  })

  it('is not refused when Steam has it all the same, and one list comes without it', async () => {
    steam.next = { refuse: 'There was an error sending your trade offer. Please try again later. (15)', makes: true }
    steam.emptyLists = 2
    expect(await provider.offer(ORDER)).toMatchObject({ kind: 'offered' })
    expect(steam.offers.size).toBe(1)
  })

  it('is found by our id, and made anew once it was cancelled', async () => {
    expect(await provider.find(ORDER)).toBeUndefined()
    steam.next = { loseAnswer: true }
    await expect(provider.offer(ORDER)).rejects.toThrow(TradeFailed)
    const reference = (await provider.find(ORDER)) ?? ''
    expect(steam.offers.get(reference)).toMatchObject({ message: `SPACEDROP: ${ORDER.id}` })
    await provider.cancel(reference)
    expect(await provider.find(ORDER)).toBeUndefined()
    expect((await offered()).reference).not.toBe(reference)
  })

  it('is not sent when another instance may be choosing by now', async () => {
    const paused = open({}, (work) => work(() => Promise.reject(new TradeFailed('the lease is lost'))))
    await expect(paused.offer(ORDER)).rejects.toThrow('the lease is lost')
    expect(steam.offers.size).toBe(0)
    await paused.close()
  })

  it('is sent only to the account that requested it', async () => {
    const answer = await provider.offer({ ...ORDER, steamid: '76561197960266963' })
    expect(answer).toEqual({ kind: 'refused', note: 'the trade URL belongs to another account' })
    expect(steam.offers.size).toBe(0)
  })

  it('is tried again when Steam is unavailable', async () => {
    steam.next = { refuse: 'We were unable to contact the game’s item server. (20)' }
    await expect(provider.offer(ORDER)).rejects.toThrow(TradeFailed)
    await offered()
  })
})

describe('the state of an offer', () => {
  it.each([
    [2, { kind: 'waiting' }],
    [9, { kind: 'waiting' }],
    [11, { kind: 'accepted' }],
    [7, { kind: 'declined', reason: 'declined', note: 'offer state Declined' }],
    [4, { kind: 'declined', reason: 'declined', note: 'offer state Countered' }],
    [5, { kind: 'declined', reason: 'expired', note: 'offer state Expired' }],
    [8, { kind: 'declined', reason: 'cannot-trade', note: 'offer state 8' }],
    [10, { kind: 'declined', reason: 'cannot-trade', note: 'offer state 10' }],
    [3, { kind: 'accepted' }],
  ])('is mapped from state %i', async (state, told) => {
    const { reference, offer } = await offered()
    offer.state = state
    expect(await provider.fetchState(reference)).toEqual(told)
  })

  it.each([0, 1, 12, 99, '2', '7', null, undefined])('is for a person to decide in state %j', async (state) => {
    const { reference, offer } = await offered()
    Object.assign(offer, { state })
    await expect(provider.fetchState(reference)).rejects.toThrow('Steam: the offer has state')
  })

  it.each([
    ['of another offer', { offer: { tradeofferid: '999' } }],
    ['that is empty', {}],
    ['without a response', { response: null }],
  ])('is unknown after an answer %s', async (_, body) => {
    const { reference } = await offered()
    steam.next = { answer: body }
    await expect(provider.fetchState(reference)).rejects.toThrow(TradeFailed)
  })

  it('is cancelled when it was cancelled', async () => {
    const { reference, offer } = await offered()
    await provider.cancel(reference)
    expect(offer.state).toBe(6)
    expect(await provider.fetchState(reference)).toEqual({
      kind: 'declined',
      reason: 'expired',
      note: 'offer state Canceled',
    })
    await provider.cancel(reference)
  })

  it('is unknown when Steam does not know it', async () => {
    await expect(provider.fetchState('1')).rejects.toThrow('Steam: No matching offer found')
  })
})

describe('a trade', () => {
  const until = new Date((NOW_SECONDS + TRADE_PROTECTION_DAYS * 86_400) * 1000)

  /** An accepted offer whose trade has a status. */
  async function traded(status: number, rollback?: string): Promise<string> {
    const { reference, offer } = await offered()
    Object.assign(offer, { state: 3, tradeid: '777' })
    steam.trades.set('777', { status, timeInit: NOW_SECONDS, rollback })
    return reference
  }

  it.each([0, 1, 2, 10])('is accepted while the items have not changed hands: status %i', async (status) => {
    expect(await provider.fetchState(await traded(status))).toEqual({ kind: 'accepted' })
  })

  it('is protected for seven days, and settled after them', async () => {
    const reference = await traded(3)
    expect(await provider.fetchState(reference)).toEqual({ kind: 'exchanged', until, isSettled: false })
    nowMs += TRADE_PROTECTION_DAYS * DAY_MS - 1
    expect(await provider.fetchState(reference)).toEqual({ kind: 'exchanged', until, isSettled: false })
    nowMs += 1
    expect(await provider.fetchState(reference)).toEqual({ kind: 'exchanged', until, isSettled: true })
  })

  it.each([5, 6, 7, 12])('is reversed by status %i', async (status) => {
    expect(await provider.fetchState(await traded(status))).toEqual({
      kind: 'reversed',
      note: `trade status ${status}`,
    })
  })

  it('is reversed by a trade that undoes it', async () => {
    expect(await provider.fetchState(await traded(3, '888'))).toEqual({
      kind: 'reversed',
      note: 'reversed by trade 888',
    })
  })

  it.each([4, 11])('failed with status %i', async (status) => {
    expect(await provider.fetchState(await traded(status))).toMatchObject({ kind: 'declined', reason: 'cannot-trade' })
  })

  it.each([8, 9, 99])('needs an operator with status %i', async (status) => {
    await expect(provider.fetchState(await traded(status))).rejects.toThrow(`Steam: the trade has status ${status}`)
  })

  it('is not told by the status of another trade', async () => {
    const reference = await traded(3)
    const trade = steam.trades.get('777')
    if (trade === undefined) throw new Error('Steam knows no such trade')
    Object.assign(trade, { tradeid: '778', status: 4 })
    await expect(provider.fetchState(reference)).rejects.toThrow('Steam: an undocumented trade status')
  })

  it.each(['0', ''])('is not undone by a trade without an id: %j', async (rollback) => {
    expect(await provider.fetchState(await traded(3, rollback))).toMatchObject({ kind: 'exchanged' })
  })

  it('that is not listed yet is queried again', async () => {
    const reference = await traded(3)
    steam.trades.clear()
    await expect(provider.fetchState(reference)).rejects.toThrow(TradeFailed)
  })
})

describe('the account', () => {
  it('signs in again when Steam has ended the session', async () => {
    const { reference } = await offered()
    steam.signOut()
    await expect(provider.fetchState(reference)).rejects.toThrow(TradeFailed)
    expect(await provider.fetchState(reference)).toEqual({ kind: 'waiting' })
    // The refresh token of the first sign-in was enough for that.
    expect(steam.signIns).toBe(1)
  })

  it.each([
    [{ password: 'wrong' }, /^Steam: the sign-in failed/],
    [{ sharedSecret: Buffer.from('another secret').toString('base64') }, /STEAM_TRADE_SHARED_SECRET/],
  ])('is refused with %j', async (changes, sentence) => {
    const stranger = open(changes as Partial<typeof SHOP>)
    await expect(stranger.offer(ORDER)).rejects.toThrow(sentence)
    await stranger.close()
    expect(steam.offers.size).toBe(0)
  })
})
