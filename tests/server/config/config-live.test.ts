// The settings of live mode: what is missing, weak or only for tests is refused, all at once.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/config/config.ts'
import { LIVE, NO_PROVIDER, refused } from './live-settings.ts'

/** The details of an operator, all entered. */
const DETAILS = {
  company: 'Shop Ltd',
  address: 'A street',
  licence: 'none needed',
  countries: 'Estonia',
  law: 'Estonia',
  support: 'help@shop.com',
  privacy: 'data@shop.com',
  partners: 'partners@shop.com',
}

const PUSH_KEY = randomBytes(32).toString('base64url')

describe('settings of live mode', () => {
  it('report every missing setting at once', () => {
    expect(refused({ MODE: 'live' })).toEqual([
      'DATABASE_URL',
      'SECRET',
      'SITE_URL',
      'STEAM_API_KEY',
      'STEAM_TRADE_ACCOUNT',
      NO_PROVIDER,
    ])
  })

  it('report that a payment provider is missing, with the names of all', () => {
    expect(() => readConfig({ ...LIVE, MONOBANK_TOKEN: '' })).toThrow(
      'a payment provider: the settings of CryptoCloud, Stripe or monobank, see .env.example',
    )
  })

  it('report each detail of the operator that still has its placeholder', () => {
    const address = { en: 'A street', uk: '[address]' }
    const details = { ...DETAILS, address, support: 'help@shop.example', privacy: 'data@shop.test' }
    expect(() => readConfig(LIVE, { details })).toThrow(
      'src/content/operator.json: placeholders in "address", "support", "privacy": enter your own',
    )
    expect(readConfig({}, { details })).toEqual(readConfig({}))
    expect(readConfig(LIVE, { details: DETAILS })).toEqual(readConfig(LIVE))
  })

  it.each([
    ['a missing licence', { licence: undefined }, '"licence" missing, or no mail address'],
    ['a support that is no mail address', { support: 'write to us' }, '"support" missing, or no mail address'],
    ['a mail address of a made-up host', { partners: 'a@mail.example.com' }, 'placeholders in "partners"'],
    ['an address of a made-up site', { company: 'Shop, https://shop.test/about' }, 'placeholders in "company"'],
  ])('report %s of the operator', (_, change, message) => {
    expect(() => readConfig(LIVE, { details: { ...DETAILS, ...change } })).toThrow(message)
  })

  it('report placeholders in the texts of pages', () => {
    const inPages = ['src/content/faq/en.md: [company]']
    expect(() => readConfig(LIVE, { details: DETAILS, inPages })).toThrow(
      'src/content/faq/en.md: [company]: is a placeholder: write your own words',
    )
  })

  it('send push messages only with a key, and never to this machine', () => {
    expect(readConfig(LIVE).push).toBeUndefined()
    const push = { ...LIVE, PUSH_PRIVATE_KEY: PUSH_KEY, PUSH_SUBJECT: 'mailto:push@shop.example' }
    expect(readConfig(push).push).toMatchObject({ privateKey: PUSH_KEY, subject: 'mailto:push@shop.example' })
    for (const services of ['127.0.0.1', 'push.example,localhost:8000', '[::1]:80']) {
      expect(refused({ ...push, PUSH_SERVICES: services })).toEqual(['PUSH_SERVICES'])
    }
  })

  it('report missing settings next to invalid ones', () => {
    const faults = refused({ MODE: 'live', PORT: 'x', SECRET: 'short', HOUSE_PLAYERS: 'on' })
    expect(faults).toEqual([
      'DATABASE_URL',
      'HOUSE_PLAYERS',
      'PORT',
      'SECRET',
      'SITE_URL',
      'STEAM_API_KEY',
      'STEAM_TRADE_ACCOUNT',
      NO_PROVIDER,
    ])
  })

  it.each(Object.keys(LIVE).filter((name) => name !== 'MODE'))('do not start without %s', (name) => {
    const instead: Record<string, string> = { MONOBANK_TOKEN: NO_PROVIDER, WITHDRAWALS: 'STEAM_TRADE_ACCOUNT' }
    expect(refused({ ...LIVE, [name]: '' })).toEqual([instead[name] ?? name])
  })

  it.each([
    'x'.repeat(64),
    'abcabcabcabcabcabcabcabcabcabcabcabc',
    '12345678901234567890123456789012',
    'this-is-my-secret-for-the-shop-of-mine',
    'changeme-qzX0v7Rk3mT9bLw5cJd8HnPf2sY',
  ])('refuse the weak SECRET %s, and say how to make one', (SECRET) => {
    expect(refused({ ...LIVE, SECRET })).toEqual(['SECRET'])
    expect(() => readConfig({ ...LIVE, SECRET })).toThrow('openssl rand -base64 48')
    expect(() => readConfig({ ...LIVE, SECRET })).not.toThrow(SECRET)
    expect(readConfig({ SECRET }).secret).toBe(SECRET)
  })

  it('accept whatever random bytes a SECRET is made of', () => {
    for (let made = 0; made < 200; made++) {
      for (const [bytes, encoding] of [
        [16, 'hex'],
        [32, 'hex'],
        [48, 'base64'],
        [24, 'base64url'],
      ] as const) {
        const SECRET = randomBytes(bytes).toString(encoding)
        expect(refused({ ...LIVE, SECRET }), SECRET).toEqual([])
      }
    }
  })

  it('refuse a weak secret that signs webhooks', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef',
      STRIPE_WEBHOOK_SECRET: 'whsec_aaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    }
    expect(refused({ ...LIVE, ...keys })).toEqual(['STRIPE_WEBHOOK_SECRET'])
    expect(refused({ ...LIVE, ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_5mQ2fZx8Lr0TbVw7KdYp3Jc9' })).toEqual([])
  })

  it.each([
    ['DATABASE_URL', 'postgres://db/spacedrop'],
    ['DATABASE_URL', 'postgres://spacedrop@db/spacedrop'],
    ['DATABASE_URL', 'postgres://spacedrop:spacedrop@db/spacedrop'],
    ['DATABASE_URL', 'postgres://spacedrop:postgres@10.0.0.5:5432/spacedrop'],
    ['DATABASE_URL', 'postgres://shop:aaaaaaaaaaaaaaaaaaaa@db/spacedrop'],
    ['DATABASE_URL', 'postgres://shop:100%@db/spacedrop'],
    ['DATABASE_URL', 'postgres://db/spacedrop?user=shop&password=winter2026'],
    ['DATABASE_URL', 'postgres://shop:winter2026@localhost/spacedrop?host=db.example'],
    ['REDIS_URL', 'redis://cache:6379'],
    ['REDIS_URL', 'redis://:foobared@cache:6379'],
    ['REDIS_URL', 'rediss://default:my-redis-in-the-cloud-2026@cache.example'],
  ])('refuse a server elsewhere with a weak or missing password: %s=%s', (name, address) => {
    expect(new Set(refused({ ...LIVE, [name]: address }))).toEqual(new Set([name]))
    expect(() => readConfig({ ...LIVE, [name]: address })).toThrow('openssl rand -hex 24')
    const { password } = new URL(address)
    if (password !== '') expect(() => readConfig({ ...LIVE, [name]: address })).not.toThrow(`:${password}@`)
  })

  it.each([
    ['DATABASE_URL', 'postgres://postgres@127.0.0.1:5432/spacedrop'],
    ['DATABASE_URL', 'postgres://spacedrop@[::1]/spacedrop'],
    ['DATABASE_URL', 'postgres://localhost/spacedrop'],
    ['DATABASE_URL', 'postgres:///spacedrop?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://spacedrop@%2Fvar%2Frun%2Fpostgresql/spacedrop'],
    [
      'DATABASE_URL',
      'postgres://shop@db/spacedrop?sslmode=verify-full&sslcert=/keys/client.crt&sslkey=/keys/client.key',
    ],
    ['DATABASE_URL', 'postgres://db/spacedrop?password=Yt7mQ2vKx9Lr4bHc'],
    ['REDIS_URL', 'redis://127.0.0.1:6379'],
    ['REDIS_URL', `rediss://default:${randomBytes(24).toString('hex')}@cache:6379`],
    ['REDIS_URL', `redis://:${encodeURIComponent(randomBytes(18).toString('base64'))}@cache:6379`],
  ])('accept a server on this machine, and one with a random password or a certificate: %s=%s', (name, address) => {
    expect(refused({ ...LIVE, [name]: address })).toEqual([])
  })

  it('require an account with all its keys for withdrawals, or withdrawals off', () => {
    const keys = {
      STEAM_TRADE_ACCOUNT: 'shop',
      STEAM_TRADE_PASSWORD: 'a password',
      STEAM_TRADE_SHARED_SECRET: 'c2hhcmVk',
      STEAM_TRADE_IDENTITY_SECRET: 'aWRlbnRpdHk=',
    }
    expect(readConfig({ ...LIVE, ...keys, WITHDRAWALS: '' })).toMatchObject({
      withdrawals: true,
      steamTrade: {
        account: 'shop',
        password: 'a password',
        sharedSecret: 'c2hhcmVk',
        identitySecret: 'aWRlbnRpdHk=',
      },
    })
    expect(readConfig(LIVE)).toMatchObject({ withdrawals: false, steamTrade: undefined })
    expect(refused({ ...LIVE, ...keys, STEAM_TRADE_PASSWORD: '' })).toEqual(['STEAM_TRADE_PASSWORD'])
    expect(refused({ ...LIVE, ...keys, STEAM_TRADE_SHARED_SECRET: 'not base64' })).toEqual([
      'STEAM_TRADE_SHARED_SECRET',
    ])
  })

  it('refuse a test key of Stripe', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_5mQ2fZx8Lr0TbVw7KdYp3Jc9' }
    expect(refused({ ...LIVE, ...stripe })).toEqual(['STRIPE_SECRET_KEY'])
    expect(readConfig(stripe).payments.stripe).toEqual({
      secretKey: 'sk_test_1',
      webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
    })
  })

  it.each([
    ['STEAM_API_KEY', 'key', /32 hexadecimal digits/],
    ['STEAM_API_KEY', 'your-steam-api-key-goes-here-0000', /32 hexadecimal digits/],
    ['STEAM_API_KEY', '00000000000000000000000000000000', /32 hexadecimal digits/],
    ['STRIPE_SECRET_KEY', 'x', /begins with sk_live_ or rk_live_/],
    ['STRIPE_SECRET_KEY', 'sk_live_', /begins with sk_live_ or rk_live_/],
    ['STRIPE_SECRET_KEY', 'pk_live_5mQ2fZx8Lr0TbVw7KdYp3Jc9', /begins with sk_live_ or rk_live_/],
    ['STRIPE_WEBHOOK_SECRET', '5mQ2fZx8Lr0TbVw7KdYp3Jc9', /begins with whsec_/],
    ['MONOBANK_TOKEN', 'token', /enter the one that the provider shows/],
    ['CRYPTOCLOUD_API_KEY', '<your key>', /enter the one that the provider shows/],
  ])('refuse %s=%s, which nobody issued', (name, value, remedy) => {
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_live_5mQ2fZx8Lr0TbVw7KdYp3Jc9',
      STRIPE_WEBHOOK_SECRET: 'whsec_5mQ2fZx8Lr0TbVw7KdYp3Jc9',
    }
    const cryptocloud = {
      CRYPTOCLOUD_API_KEY: 'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJ1dWlkIjoiTlRnNU1Eaz0ifQ',
      CRYPTOCLOUD_SHOP_ID: 'xBAivfPIbskwuEWj',
      CRYPTOCLOUD_SECRET: 'm7Q2fZx8Lr0TbVw7',
    }
    const all = { ...LIVE, ...stripe, ...cryptocloud }
    expect(refused(all)).toEqual([])
    expect(refused({ ...all, [name]: value })).toEqual([name])
    expect(() => readConfig({ ...all, [name]: value })).toThrow(remedy)
  })

  it('require https and no bots', () => {
    expect(refused({ ...LIVE, SITE_URL: 'http://shop.example' })).toEqual(['SITE_URL'])
    expect(refused({ ...LIVE, HOUSE_PLAYERS: 'on' })).toEqual(['HOUSE_PLAYERS'])
  })

  it('import no pictures', () => {
    expect(refused({ ...LIVE, ICONS: 'on' })).toEqual(['ICONS'])
    expect(readConfig({ ...LIVE, ICONS_FROM: 'https://lists.example/skins.json' }).iconsFrom).toBeUndefined()
  })

  it('start when complete, with API documentation only on request', () => {
    expect(readConfig(LIVE)).toMatchObject({ mode: 'live', bots: false, apiDocs: false })
    expect(readConfig({ ...LIVE, API_DOCS: 'on' }).apiDocs).toBe(true)
  })
})
