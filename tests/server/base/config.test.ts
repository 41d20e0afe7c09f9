// The settings: their defaults, what is refused, and that all errors are reported at once.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../../src/server/base/config.ts'
import { SETTING_NAMES } from '../../../src/server/base/config-schema.ts'
import { PUBLIC_PUSH_SERVICES } from '../../../src/server/base/push-hosts.ts'

const LIVE = {
  MODE: 'live',
  DATABASE_URL: 'postgres://spacedrop:Yt7mQ2vKx9Lr4bHc@db/spacedrop',
  SECRET: 'qzX0v7Rk3mT9bLw5cJd8HnPf2sYgA6uE',
  STEAM_API_KEY: 'key',
  SITE_URL: 'https://shop.example',
  MONOBANK_TOKEN: 'token',
  WITHDRAWALS: 'off',
}

const PUSH_KEY = randomBytes(32).toString('base64url')

const NO_PROVIDER = 'a payment provider'

/** Returns the names of the refused settings. */
function refused(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) expect(error.message).toContain(fault)
    return error.faults.map((fault) => fault.split(':')[0] ?? '').sort()
  }
}

/** The names of the settings in .env.example, commented out or not. */
const EXAMPLE_NAMES = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')
  .split('\n')
  .flatMap((line) => /^(?:# ?)?([A-Z][A-Z_]+)=/.exec(line)?.[1] ?? [])

describe('secrets', () => {
  it('are all settings that are named like one, so that the log redacts them', () => {
    const names = SETTING_NAMES.filter((name) => /(SECRET|KEY|TOKEN|PASSWORD)$/.test(name))
    expect(names.length).toBeGreaterThan(8)
    // Base64, which some have to be, and long enough for SECRET.
    const values = names.map((name) => Buffer.from(`canary ${name} `.repeat(3)).toString('base64'))
    // The one with a form of its own.
    values[names.indexOf('PUSH_PRIVATE_KEY')] = randomBytes(32).toString('base64url')
    const others = { CRYPTOCLOUD_SHOP_ID: 'shop', STEAM_TRADE_ACCOUNT: 'account' }
    const { secrets } = readConfig({ ...Object.fromEntries(names.map((name, at) => [name, values[at]])), ...others })
    expect([...secrets].sort()).toEqual(values.sort())
  })

  it('are the passwords of addresses too, as they are written and as they are meant', () => {
    const { secrets } = readConfig({
      DATABASE_URL: 'postgres://app:p%40ssword@db/spacedrop',
      REDIS_URL: 'redis://:redis-password@cache:6379',
    })
    expect(secrets).toEqual(['redis-password', 'p%40ssword', 'p@ssword'])
  })

  it('are the passwords of relays and of parameters, and the longest are redacted first', () => {
    const { secrets } = readConfig({
      BEACON_URLS: 'http://u:relay-password@127.0.0.1:1/x,https://relay.example',
      DATABASE_URL: 'postgres://db/spacedrop?password=relay-password-and-more',
    })
    expect(secrets).toEqual(['relay-password-and-more', 'relay-password'])
  })
})

describe('settings', () => {
  it('have a line each in .env.example', () => {
    expect(EXAMPLE_NAMES.toSorted()).toEqual(SETTING_NAMES.toSorted())
  })

  it('are those of a sandbox when nothing is set', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'sandbox',
      port: 4321,
      realtimePort: 8081,
      siteUrl: 'http://localhost:4321',
      siteName: 'SPACEDROP',
      dataDir: '.data',
      databaseUrl: undefined,
      secret: undefined,
      trustProxy: 0,
      serviceWorker: true,
      apiDocs: true,
      bots: true,
      iconsFrom: 'https://raw.githubusercontent.com/ByMykel/CSGO-API/main/public/api/en/skins.json',
      social: {
        instagram: '/sandbox/social/instagram',
        tiktok: '/sandbox/social/tiktok',
        telegram: '/sandbox/social/telegram',
        x: '/sandbox/social/x',
      },
    })
  })

  it('link to social accounts as set, and to none with off; only a sandbox has stand-ins for the rest', () => {
    const set = { SOCIAL_TELEGRAM: 'https://t.me/shop', SOCIAL_X: 'off' }
    expect(readConfig(set).social).toEqual({
      instagram: '/sandbox/social/instagram',
      tiktok: '/sandbox/social/tiktok',
      telegram: 'https://t.me/shop',
      x: '',
    })
    expect(readConfig({ ...LIVE, ...set }).social).toEqual({
      instagram: '',
      tiktok: '',
      telegram: 'https://t.me/shop',
      x: '',
    })
  })

  it('treat an empty value as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', SITE_URL: '', SECRET: '' })).toEqual(readConfig({}))
  })

  it('are parsed to their types', () => {
    const config = readConfig({ PORT: '80', SITE_URL: 'http://shop.example/', TRUST_PROXY: 'on', HOUSE_PLAYERS: 'off' })
    expect(config).toMatchObject({ port: 80, siteUrl: 'http://shop.example', trustProxy: 1, bots: false })
  })

  it('ignore other variables of the environment', () => {
    expect(readConfig({ HOME: '/root', port: '1', NODE_ENV: 'test' })).toEqual(readConfig({}))
  })

  it.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['REALTIME_PORT', 'NaN'],
    ['METRICS_PORT', 'on'],
    ['METRICS_PORT', '65536'],
    ['LEDGER_CHECK', 'yes'],
    ['ICONS', 'once'],
    ['ICONS_FROM', 'http://lists.example/skins.json'],
    ['ICONS_FROM', '/etc/passwd'],
    ['ICONS_FROM', 'file:///etc/passwd'],
    ['MODE', 'production'],
    ['SITE_URL', 'shop.example'],
    ['SITE_URL', 'ftp://shop.example'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['DATABASE_CONNECTIONS', '0'],
    ['SECRET', 'short'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '6'],
    ['LOG_LEVEL', 'loud'],
    ['CALLS_PER_MINUTE', '0'],
    ['PAGES_PER_MINUTE', '0'],
    ['SOCKETS', '0'],
    ['SOCKETS_PER_ADDRESS', '0'],
    ['SITE_NAME', 'x'.repeat(41)],
    ['PUSH_PRIVATE_KEY', 'short'],
    ['PUSH_PRIVATE_KEY', `${'A'.repeat(42)}=`],
    ['PUSH_SUBJECT', 'push@shop.example'],
    ['PUSH_SUBJECT', 'http://shop.example'],
    ['SOCIAL_X', 'x.com'],
    ['SOCIAL_X', 'on'],
  ])('refuse %s=%s by its name', (name, value) => {
    expect(refused({ [name]: value })).toEqual([name])
  })

  it('require all keys of a payment provider or none', () => {
    expect(readConfig({}).payments).toEqual({ cryptocloud: undefined, stripe: undefined, monobank: undefined })
    expect(refused({ STRIPE_SECRET_KEY: 'sk', CRYPTOCLOUD_SHOP_ID: 'shop' })).toEqual([
      'CRYPTOCLOUD_API_KEY',
      'CRYPTOCLOUD_SECRET',
      'STRIPE_WEBHOOK_SECRET',
    ])
    const { payments } = readConfig({
      STRIPE_SECRET_KEY: 'sk',
      STRIPE_WEBHOOK_SECRET: 'whsec',
      MONOBANK_TOKEN: 'token',
    })
    expect(payments).toEqual({
      cryptocloud: undefined,
      stripe: { secretKey: 'sk', webhookSecret: 'whsec' },
      monobank: { token: 'token' },
    })
  })

  it('serve metrics to this machine only, on the configured or the default port, or not at all', () => {
    expect(readConfig({}).metrics).toEqual({ port: 9464, host: '127.0.0.1', isAsked: false })
    const asked = readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5', HOST: '0.0.0.0' })
    expect(asked.metrics).toEqual({ port: 9464, host: '10.0.0.5', isAsked: true })
    expect(readConfig({ METRICS_PORT: 'off' }).metrics).toBeUndefined()
  })

  it('take pictures of items from the public list, another one or none', () => {
    const from = 'https://lists.example/skins.json'
    expect(readConfig({ ICONS: 'on', ICONS_FROM: from }).iconsFrom).toBe(from)
    expect(readConfig({ ICONS_FROM: 'http://127.0.0.1:8000/en' }).iconsFrom).toBe('http://127.0.0.1:8000/en')
    expect(readConfig({ ICONS: 'off', ICONS_FROM: from }).iconsFrom).toBeUndefined()
  })

  it('send push messages with the sandbox’s own key or the given one, unless there is no service worker', () => {
    expect(readConfig({}).push).toEqual({
      privateKey: undefined,
      subject: 'mailto:sandbox@spacedrop.example',
      services: PUBLIC_PUSH_SERVICES,
    })
    const given = {
      PUSH_PRIVATE_KEY: PUSH_KEY,
      SITE_URL: 'https://shop.example',
      PUSH_SERVICES: 'push.example, 127.0.0.1:8000',
    }
    expect(readConfig(given).push).toEqual({
      privateKey: PUSH_KEY,
      subject: 'https://shop.example',
      services: ['push.example', '127.0.0.1:8000'],
    })
    expect(readConfig({ ...given, SERVICE_WORKER: 'off' }).push).toBeUndefined()
  })

  it.each([
    'https://push.example',
    'push',
    '*',
    '*.',
    '*.com',
    '10.0.0.1',
    '169.254.169.254',
    'push.example/a',
    'push.example:8443',
    ',',
  ])('refuse to send push messages to %s', (services) => {
    expect(refused({ PUSH_SERVICES: services })[0]).toMatch(/^PUSH_SERVICES/)
  })

  it('report every invalid setting at once', () => {
    expect(refused({ PORT: 'x', MODE: 'x', SECRET: 'x' })).toEqual(['MODE', 'PORT', 'SECRET'])
  })
})

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
    const operator = { company: 'Shop Ltd', address: { en: 'A street', uk: '[address]' }, support: 'help@shop.example' }
    expect(() => readConfig(LIVE, operator)).toThrow(
      'src/content/operator.json: placeholders in "address", "support": enter your own',
    )
    expect(readConfig({}, operator)).toEqual(readConfig({}))
    expect(readConfig(LIVE, { company: 'Shop Ltd', support: 'help@shop.com' })).toEqual(readConfig(LIVE))
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
      STRIPE_SECRET_KEY: 'sk_live_0123456789',
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

describe('clock settings', () => {
  it('are the real time in UTC when nothing is set', () => {
    expect(readConfig({})).toMatchObject({ timeZone: 'UTC', clockMs: undefined })
  })

  it('accept a time zone by its name, and no other word', () => {
    expect(readConfig({ TIME_ZONE: 'Europe/Kyiv' })).toMatchObject({ timeZone: 'Europe/Kyiv' })
    expect(refused({ TIME_ZONE: 'Mars/Olympus' })).toEqual(['TIME_ZONE'])
  })

  it('accept relays of the beacon as a list, the public ones by default', () => {
    expect(readConfig({}).beaconUrls).toContain('https://api.drand.sh')
    const own = 'https://relay.example/drand/, http://127.0.0.1:8080'
    expect(readConfig({ BEACON_URLS: own }).beaconUrls).toEqual([
      'https://relay.example/drand',
      'http://127.0.0.1:8080',
    ])
    for (const wrong of ['ftp://relay.example', 'https://relay.example,', 'drand']) {
      expect(() => readConfig({ BEACON_URLS: wrong })).toThrow(/BEACON_URLS/)
    }
  })

  it('may start a sandbox at another moment, but not a live site', () => {
    expect(readConfig({ CLOCK: '2027-03-28T01:59:50Z' })).toMatchObject({ clockMs: Date.UTC(2027, 2, 28, 1, 59, 50) })
    expect(refused({ CLOCK: 'tomorrow' })).toEqual(['CLOCK'])
    expect(refused({ ...LIVE, CLOCK: '2027-03-28T01:59:50Z' })).toEqual(['CLOCK'])
  })
})
