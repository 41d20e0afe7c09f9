// Every secret is a canary: in the settings, in cookies and headers, and in errors of libraries. None may appear in the
// log or in a response.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logOptions } from '../../src/server/base/log.ts'
import { type PaymentSettings, readConfig } from '../../src/server/config/config.ts'
import type { PROVIDER_KEYS } from '../../src/server/config/missing-settings.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { createCryptoCloud } from '../../src/server/payments/cryptocloud/cryptocloud.ts'
import { createMonobank } from '../../src/server/payments/monobank/monobank.ts'
import type { PaymentProvider } from '../../src/server/payments/provider.ts'
import { createStripe } from '../../src/server/payments/stripe/stripe.ts'
import { DEFAULT_KIND } from '../support/databases/databases.ts'
import { newTrader, withdrawNew } from '../support/players/withdrawals.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../support/sites/site.ts'

const canary = (name: string): string => `canary-${name}-0123456789abcdefghij`

/** The settings of all payment providers. */
const PAYMENTS: Readonly<Record<(typeof PROVIDER_KEYS)[keyof PaymentSettings][number], string>> = {
  CRYPTOCLOUD_API_KEY: canary('cryptocloud-key'),
  CRYPTOCLOUD_SHOP_ID: 'shop',
  CRYPTOCLOUD_SECRET: canary('cryptocloud-secret'),
  STRIPE_SECRET_KEY: `sk_live_${canary('stripe')}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${canary('stripe-hook')}`,
  MONOBANK_TOKEN: canary('monobank'),
}

const ENVIRONMENT = {
  ...PAYMENTS,
  SECRET: canary('secret'),
  STEAM_API_KEY: canary('steam-key'),
  STEAM_TRADE_ACCOUNT: 'the-shop',
  STEAM_TRADE_PASSWORD: canary('steam-password'),
  STEAM_TRADE_SHARED_SECRET: Buffer.from(canary('shared')).toString('base64'),
  STEAM_TRADE_IDENTITY_SECRET: Buffer.from(canary('identity')).toString('base64'),
  DATABASE_URL: `postgres://shop:${canary('database')}%2F@127.0.0.1:1/shop`,
  REDIS_URL: `redis://shop:${canary('redis')}@127.0.0.1:1`,
  LOG_LEVEL: 'debug',
}

/** Strings that no line may contain: canaries in plain text, encoded, and the decoded password. */
const CANARIES = [
  'canary-',
  Buffer.from('canary-shared').toString('base64').slice(0, 16),
  Buffer.from('canary-identity').toString('base64').slice(0, 16),
]

/** A library whose error contains too much: the address, the headers and the body of the request. */
async function leakingFetch(address: string, init: RequestInit): Promise<Response> {
  const said = JSON.stringify({ address, headers: init.headers, body: String(init.body ?? '') })
  throw new TypeError(`fetch failed: ${said}`, {
    cause: Object.assign(new Error(said), { code: 'ECONNRESET', options: init }),
  })
}

async function leakingProviders(): Promise<PaymentProvider[]> {
  const { payments } = readConfig(ENVIRONMENT)
  const { cryptocloud, stripe, monobank } = payments
  if (!cryptocloud || !stripe || !monobank) throw new Error('A provider is not set up')
  const line = { fetch: leakingFetch, now: Date.now }
  const providers: Record<keyof PaymentSettings, PaymentProvider> = {
    cryptocloud: createCryptoCloud({ ...cryptocloud, ...line }),
    monobank: createMonobank({ ...monobank, ...line }),
    stripe: await createStripe({ ...stripe, ...line }),
  }
  return Object.values(providers)
}

describe('secrets', () => {
  const log: string[] = []
  const answers: string[] = []
  let site: TestSite
  let player: Browser

  function leaksIn({ headers, body }: Answer): void {
    answers.push(JSON.stringify({ ...headers, 'set-cookie': undefined }), JSON.stringify(body))
  }

  beforeAll(async () => {
    const payments = { providers: await leakingProviders(), standIn: undefined }
    site = await openTestSite(DEFAULT_KIND, { environment: ENVIRONMENT, log, payments })
    player = await newTrader(site)
  })

  afterAll(() => site.close())

  it('are not revealed by failed payments, refused webhooks, forged sign-ins and broken statements', async () => {
    const ways = (await player.get('/api/payment/get?currency=USD')).body
    for (const { name, apiUrl } of [...ways.paymentMethods, ...ways.cryptoMethods]) {
      if (apiUrl === null) continue
      const body = { method_name: name, sum: 50, promocode: '', user_id: player.playerId }
      leaksIn(await player.post(apiUrl, body))
    }
    for (const { name } of await leakingProviders()) {
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': canary('signature'),
        'x-sign': canary('sign'),
        authorization: `Bearer ${canary('bearer')}`,
        cookie: `token=${canary('cookie')}`,
      }
      leaksIn(await site.guest().call('POST', `/api/payment/webhook/${name}`, { token: canary('token') }, headers))
    }
    const guest = site.guest()
    leaksIn(await guest.get('/api/settings'))
    guest.cookies.set('sign_in', canary('half'))
    leaksIn(await guest.post('/api/auth/token', { code: canary('code') }))
    guest.cookies.set('steam_state', canary('state'))
    leaksIn(await guest.get(`/api/auth/steam/return?openid.sig=${canary('sig')}&state=${canary('state')}`))
    leaksIn(await guest.get('/api/user/get', { authorization: `Bearer ${canary('bearer')}` }))
    leaksIn(await guest.get(`/api/case/${canary('path')}`))
    const link = `https://steamcommunity.com/tradeoffer/new/?partner=1&token=${canary('trade').slice(0, 20)}`
    leaksIn(await player.post('/api/user/trade-link', { tradeLink: link }))
    leaksIn(await player.post('/api/fairness/rotate', { clientSeed: 'x' }, { 'x-xsrf-token': canary('csrf') }))
    await withdrawNew(player)
    await site.jobs.withdrawals.runOnce()
    await site.db.asOwner(
      `alter table sessions add constraint broken check (agent <> '${canary('agent').slice(7)}') not valid`,
    )
    const { code, browser } = await site.services.sessions.makeCode(player.playerId)
    const again = site.guest()
    await again.get('/api/settings')
    again.cookies.set('sign_in', browser)
    const broken = await again.post('/api/auth/token', { code }, { 'user-agent': canary('agent').slice(7) })
    expect(broken.status).toBe(500)
    leaksIn(broken)
    const lines = log.join('')
    expect(lines).toContain('a request failed')
    expect(lines).toContain('"security":"notice-refused"')
    expect(lines.length).toBeGreaterThan(2000)
    for (const [name, value] of player.cookies) expect(lines, name).not.toContain(value)
    for (const word of CANARIES) {
      expect(lines).not.toContain(word)
      // The 404 of a call repeats its path to the caller, and nothing else.
      expect(answers.filter((text) => !text.includes('canary-path')).join('\n')).not.toContain(word)
    }
  })

  it('of the database are not revealed when it is unreachable', async () => {
    const lines: string[] = []
    const config = readConfig(ENVIRONMENT)
    const logger = pino(logOptions('debug', config.secrets), { write: (line: string) => void lines.push(line) })
    const failed = await openPostgres({
      url: ENVIRONMENT.DATABASE_URL,
      connections: 1,
      onRetry: () => undefined,
      onIdleFault: () => undefined,
    }).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failed).toBeInstanceOf(Error)
    logger.error({ err: failed, url: ENVIRONMENT.DATABASE_URL }, 'no database')
    logger.warn(`words with ${ENVIRONMENT.STEAM_TRADE_PASSWORD} in them`)
    expect(lines).toHaveLength(2)
    for (const word of CANARIES) expect(lines.join('')).not.toContain(word)
  })
})
