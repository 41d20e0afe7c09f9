// The sandbox's trades: its pages, their effect on a trade, and that it stores them itself.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { DAY_MS } from '../../../src/game/payments/limits.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { TradeFailed, type TradeOrder, type TradeProvider } from '../../../src/server/trade/provider.ts'
import { createSandboxTrade } from '../../../src/server/trade/sandbox/sandbox.ts'
import { expectOwnStyles } from '../../support/browsers/own-styles.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const SITE = 'http://shop.test'
const NAME = 'AK-47 | Redline <Field-Tested>'

const ORDER: TradeOrder = {
  id: '019bd9f0-0000-7000-8000-000000000001',
  marketHashName: NAME,
  tradeLink: 'https://steamcommunity.com/tradeoffer/new/?partner=1234&token=abcdEFGH',
  steamid: '76561197960266962',
  requestedAt: new Date(NOON),
}

let folder: string
let app: FastifyInstance
let provider: TradeProvider
let nowMs = NOON
let news: string[]

async function open(language: Language = 'en', secret = 'the secret of this site, long enough'): Promise<void> {
  const side = createSandboxTrade({ secret, siteUrl: SITE, folder, now: () => nowMs })
  provider = side.provider
  news = []
  provider.onUpdate((reference) => news.push(reference))
  app = fastify()
  await app.register(side.pages, {
    prefix: '/sandbox/trade',
    languageOf: () => language,
    itemText: (name, shown) => `${name} in ${shown}`,
  })
}

beforeEach(async () => {
  nowMs = NOON
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-trades-'))
  await open()
})

afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function offered(): Promise<{ reference: string; path: string }> {
  const answer = await provider.offer(ORDER)
  if (answer.kind !== 'offered') throw new Error(answer.kind)
  expect(answer.url.startsWith(`${SITE}/sandbox/trade?offer=`)).toBe(true)
  return { reference: answer.reference, path: answer.url.slice(SITE.length) }
}

async function post(path: string, fields: Record<string, string>): Promise<{ status: number; location: unknown }> {
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: `/sandbox/trade/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: statusCode, location: headers.location }
}

const choose = (offer: string, outcome: string) => post('outcome', { offer, outcome })
const BACK = { status: 303, location: `${SITE}/dashboard?tab=withdrawals` }

describe('a trade', () => {
  it.each([
    [['accept'], { kind: 'exchanged', until: new Date(NOON + 7 * DAY_MS), isSettled: false }],
    [['accept', 'wait'], { kind: 'exchanged', until: new Date(NOON), isSettled: true }],
    [['accept', 'reverse'], { kind: 'reversed', note: 'reversed by the player' }],
    [['hold'], { kind: 'accepted' }],
    [['hold', 'release'], { kind: 'exchanged', until: new Date(NOON + 7 * DAY_MS), isSettled: false }],
    [['decline'], { kind: 'declined', reason: 'declined', note: 'declined' }],
    [['expire'], { kind: 'declined', reason: 'expired', note: 'expired' }],
    [['cancel'], { kind: 'waiting' }],
    [['reverse'], { kind: 'waiting' }],
    [['accept', 'wait', 'reverse'], { kind: 'exchanged', until: new Date(NOON), isSettled: true }],
  ])('follows the choice of a visitor: %j', async (outcomes, told) => {
    const { reference } = await offered()
    for (const outcome of outcomes) expect(await choose(reference, outcome)).toEqual(BACK)
    expect(await provider.fetchState(reference)).toEqual(told)
  })

  it('is announced when a visitor has changed it, and only then', async () => {
    const { reference } = await offered()
    await choose(reference, 'cancel')
    await choose(reference, 'wait')
    expect(news).toEqual([])
    await choose(reference, 'accept')
    expect(news).toEqual([reference])
  })

  it('is unique for one id, and survives a restart', async () => {
    const { reference } = await offered()
    await choose(reference, 'accept')
    await app.close()
    await open()
    expect((await offered()).reference).toBe(reference)
    expect(await provider.fetchState(reference)).toMatchObject({ kind: 'exchanged' })
    expect(await readdir(folder)).toEqual([`${reference}.json`])
  })

  it('is cancelled while it waits, and not afterwards', async () => {
    const { reference } = await offered()
    await provider.cancel(reference)
    expect(await provider.fetchState(reference)).toMatchObject({ kind: 'declined', reason: 'expired' })
    await choose(reference, 'accept')
    expect(await provider.fetchState(reference)).toMatchObject({ kind: 'declined' })
  })

  it('cannot be queried when it does not exist', async () => {
    await expect(provider.fetchState('sbt_1234567890123456789012')).rejects.toThrow(TradeFailed)
  })

  it('has a name that cannot be guessed without the secret', async () => {
    const { reference } = await offered()
    await app.close()
    await open('en', 'the secret of another site, long enough')
    expect((await offered()).reference).not.toBe(reference)
  })
})

describe('the stock', () => {
  it('has everything, unless a visitor sets it otherwise for a player', async () => {
    expect(await post('stock', { partner: '1234', stock: 'none' })).toEqual(BACK)
    expect(await provider.offer(ORDER)).toEqual({ kind: 'unavailable' })
    const other = { ...ORDER, id: '2', tradeLink: ORDER.tradeLink.replace('1234', '99') }
    expect(await provider.offer(other)).toMatchObject({ kind: 'offered' })
    await post('stock', { partner: '1234', stock: 'refused' })
    expect(await provider.offer(ORDER)).toMatchObject({ kind: 'refused' })
    await post('stock', { partner: '1234', stock: 'silent' })
    await expect(provider.offer(ORDER)).rejects.toThrow(new TradeFailed('The sandbox: no answer'))
    await post('stock', { partner: '1234', stock: 'cancel' })
    await post('stock', { partner: '1234', stock: 'there' })
    await offered()
  })
})

describe('the pages', () => {
  it.each(LANGUAGES)('show what is traded and offer every choice, in %s, without a script', async (language) => {
    await app.close()
    await open(language)
    const { path, reference } = await offered()
    const seen: string[] = []
    for (const outcome of [undefined, 'hold', 'release', 'wait']) {
      if (outcome !== undefined) await choose(reference, outcome)
      const reply = await app.inject({ url: path })
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' })
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
      expectOwnStyles(reply.headers['content-security-policy'], reply.body)
      expect(reply.body).toContain(`<html lang="${language}">`)
      expect(reply.body).toContain(`AK-47 | Redline &lt;Field-Tested&gt; in ${language}`)
      expect(reply.body).not.toMatch(/<script|\son\w+=/i)
      seen.push(...[...reply.body.matchAll(/name="outcome" value="(\w+)"/g)].map(([, value = '']) => value))
    }
    const ways = ['accept', 'hold', 'decline', 'expire', 'cancel', 'release', 'cancel', 'wait', 'reverse', 'cancel']
    expect(seen).toEqual([...ways, 'cancel'])
    const over = await app.inject({ url: path })
    expect(over.body).toContain(textFor(language, 'sandbox')('trade.over'))
    const stock = await app.inject({ url: '/sandbox/trade?partner=1234' })
    expect(stock.body).toContain(textFor(language, 'sandbox')('trade.stock.heading'))
    for (const value of ['there', 'none', 'refused', 'silent', 'cancel'])
      expect(stock.body).toContain(`name="stock" value="${value}"`)
  })

  it.each([
    '',
    '?offer=',
    '?offer=sbt_1234567890123456789012',
    '?offer=../../../etc/passwd',
    '?offer=a&offer=b',
    '?partner=x',
    '?partner=12345678901',
  ])('are not shown for %j', async (query) => {
    expect((await app.inject({ url: `/sandbox/trade${query}` })).statusCode).toBe(400)
  })

  it('accept no choice that they do not offer', async () => {
    const { reference } = await offered()
    expect((await choose(reference, 'steal')).status).toBe(400)
    expect((await choose('sbt_1234567890123456789012', 'accept')).status).toBe(400)
    expect((await post('outcome', { offer: reference, outcome: 'accept', more: 'x' })).status).toBe(400)
    expect((await post('stock', { partner: '1234', stock: 'gold' })).status).toBe(400)
    expect((await post('stock', { partner: '../x', stock: 'none' })).status).toBe(400)
    expect(await provider.fetchState(reference)).toEqual({ kind: 'waiting' })
  })
})
