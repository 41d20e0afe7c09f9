// The settings: their defaults, what is refused, and that all errors are reported at once.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/config/config.ts'
import { SETTING_NAMES } from '../../../src/server/config/config-schema.ts'
import { PUBLIC_PUSH_SERVICES } from '../../../src/server/config/push-hosts.ts'
import { LIVE, refused } from './live-settings.ts'

/** The names of the settings in .env.example, commented out or not. */
const EXAMPLE_NAMES = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')
  .split('\n')
  .flatMap((line) => /^(?:# ?)?([A-Z][A-Z_]+)=/.exec(line)?.[1] ?? [])

const PUSH_KEY = randomBytes(32).toString('base64url')

describe('settings', () => {
  it('have a line each in .env.example', () => {
    expect(EXAMPLE_NAMES.toSorted()).toEqual(SETTING_NAMES.toSorted())
  })

  it('are those of a sandbox when nothing is set', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'sandbox',
      port: 4321,
      realtimePort: 8081,
      devPort: 4322,
      siteUrl: 'http://localhost:4321',
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
    ['OFFICE_PORT', 'on'],
    ['OFFICE_URL', 'office.shop.example'],
    ['OFFICE_URL', 'http://office.shop.example'],
    ['OFFICE_URL', 'https://10.0.0.5'],
    ['OFFICE_URL', 'https://[::1]:4400'],
    ['OFFICE_URL', 'https://office.shop.example/staff'],
    ['LEDGER_CHECK', 'yes'],
    ['ICONS', 'once'],
    ['ICONS_FROM', 'http://lists.example/skins.json'],
    ['ICONS_FROM', '/etc/passwd'],
    ['PRICES_FROM', 'http://lists.example/prices'],
    ['PRICES_FROM', 'https://lists.example/prices, prices.csv'],
    ['ICONS_FROM', 'file:///etc/passwd'],
    ['MODE', 'production'],
    ['SITE_URL', 'shop.example'],
    ['SITE_URL', 'ftp://shop.example'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['SITE_URL', 'https://shop.example/shop'],
    ['SITE_URL', 'https://shop.example/shop/'],
    ['SITE_URL', 'https://shop.example/%2f'],
    ['SITE_URL', 'https://shop.example/?ref=x'],
    ['SITE_URL', 'https://shop.example?'],
    ['SITE_URL', 'https://shop.example/#top'],
    ['SITE_URL', 'https://shop.example#'],
    ['SITE_URL', 'https://operator@shop.example'],
    ['SITE_URL', 'https://:secret@shop.example'],
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
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '61'],
    ['SOCKETS_PER_ADDRESS', '0'],
    ['PUSH_PRIVATE_KEY', 'short'],
    ['PUSH_PRIVATE_KEY', `${'A'.repeat(42)}=`],
    ['PUSH_SUBJECT', 'push@shop.example'],
    ['PUSH_SUBJECT', 'http://shop.example'],
    ['SOCIAL_X', 'x.com'],
    ['SOCIAL_X', 'on'],
  ])('refuse %s=%s by its name', (name, value) => {
    expect(refused({ [name]: value })).toEqual([name])
  })

  it('hand over to other instances for five seconds in live mode, and not at all in a sandbox', () => {
    expect(readConfig({}).drainMs).toBe(0)
    expect(readConfig(LIVE).drainMs).toBe(5_000)
    expect(readConfig({ ...LIVE, DRAIN_SECONDS: '0' }).drainMs).toBe(0)
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

  it('serve the office to this machine only, on the configured or the default port, or not at all', () => {
    const url = 'http://localhost:4400'
    expect(readConfig({}).office).toEqual({ port: 4400, host: 'localhost', isAsked: false, url })
    const live = 'https://office.shop.example'
    const asked = readConfig({ OFFICE_PORT: '4500', OFFICE_HOST: '10.0.0.5', OFFICE_URL: `${live}/` })
    expect(asked.office).toEqual({ port: 4500, host: '10.0.0.5', isAsked: true, url: live })
    expect(readConfig({ OFFICE_PORT: '4500' }).office?.url).toBe('http://localhost:4500')
    expect(readConfig({ OFFICE_PORT: 'off' }).office).toBeUndefined()
  })

  it('take pictures of items from the public list, another one or none', () => {
    const from = 'https://lists.example/skins.json'
    expect(readConfig({ ICONS: 'on', ICONS_FROM: from }).iconsFrom).toBe(from)
    expect(readConfig({ ICONS_FROM: 'http://127.0.0.1:8000/en' }).iconsFrom).toBe('http://127.0.0.1:8000/en')
    expect(readConfig({ ICONS: 'off', ICONS_FROM: from }).iconsFrom).toBeUndefined()
  })

  it('name the sources of prices: none, those of a timer, or those of a daily import', () => {
    const [one, two] = ['https://lists.example/one', 'http://127.0.0.1:8000/two']
    expect(readConfig({}).prices).toBeUndefined()
    expect(readConfig({ PRICES_FROM: `${one}, ${two}` }).prices).toEqual({ atMinute: undefined, from: [one, two] })
    expect(readConfig({ PRICES_AT: '05:30' }).prices).toEqual({ atMinute: 330, from: [] })
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

  it('write backups at a time of day on PostgreSQL only, into a folder', () => {
    const url = 'postgres://localhost/shop'
    expect(readConfig({ BACKUP_DIR: '/backups' }).backups).toEqual({
      folder: '/backups',
      atMinutes: undefined,
      keepDays: 14,
      keepWeeks: 8,
      after: undefined,
    })
    const all = { DATABASE_URL: url, BACKUP_DIR: '/backups', BACKUP_AT: '03:30', BACKUP_AFTER: 'copy' }
    expect(readConfig(all).backups).toMatchObject({ atMinutes: 210, after: 'copy' })
    expect(refused({ DATABASE_URL: url, BACKUP_AT: '03:30' })).toEqual(['BACKUP_DIR'])
    expect(refused({ BACKUP_DIR: '/backups', BACKUP_AT: '03:30' })).toEqual(['BACKUP_AT'])
  })

  it('read sentinels with their ports, and the name of their master', () => {
    const REDIS_URL = 'redis://:c7b1d9e04f6a48d2@redis:6379'
    expect(readConfig({ REDIS_URL, REDIS_SENTINELS: '10.0.0.1:26379, [fd00::1]:26380' }).redisSentinels).toEqual({
      places: [
        { host: '10.0.0.1', port: 26_379 },
        { host: 'fd00::1', port: 26_380 },
      ],
      master: 'mymaster',
    })
    expect(readConfig({ REDIS_URL }).redisSentinels).toBeUndefined()
    expect(refused({ REDIS_SENTINELS: '10.0.0.1:26379' })).toEqual(['REDIS_URL'])
  })

  it('report every invalid setting at once', () => {
    expect(refused({ PORT: 'x', MODE: 'x', SECRET: 'x' })).toEqual(['MODE', 'PORT', 'SECRET'])
  })

  it.each([
    ['MODE', 'production', 'has to be sandbox or live'],
    [
      'TRUST_PROXY',
      'proxy',
      'has to be off, addresses of proxies such as loopback, 10.0.0.5 or 10.0.0.0/8, separated by commas, or a number from 1 to 5: "proxy" is none',
    ],
    [
      'TRUST_PROXY',
      'loopback,',
      'has to be off, addresses of proxies such as loopback, 10.0.0.5 or 10.0.0.0/8, separated by commas, or a number from 1 to 5: an entry is empty',
    ],
    ['BACKUP_AT', '24:00', 'has to be a time of day such as 03:30'],
    ['BACKUP_KEEP_DAYS', '0', 'has to be a whole number from 1 to 366'],
    ['LOG_LEVEL', 'verbose', 'has to be silent, error, warn, info or debug'],
    ['WITHDRAWALS', 'false', 'has to be on or off'],
    ['DATABASE_CONNECTIONS', '0', 'has to be a whole number from 1 to 200'],
    ['SESSION_IDLE_DAYS', '90', 'has to be a whole number from 1 to 30'],
    ['SOCKETS', 'many', 'has to be a whole number from 1'],
    ['REDIS_PREFIX', 'a b', 'has to be letters, digits, _, : and -, 60 at most'],
    ['REDIS_SENTINELS', '10.0.0.1', 'has to be hosts with ports such as 10.0.0.1:26379, separated by commas'],
    ['BEACON_URLS', 'relay.example', 'has to be addresses such as https://api.drand.sh, separated by commas'],
    ['CLOCK', 'tomorrow', 'has to be a time such as 2026-12-31T23:59:00Z'],
  ])('say what %s has to be where it is %s', (name, value, remedy) => {
    expect(() => readConfig({ [name]: value })).toThrow(`These settings are missing or wrong:\n  ${name}: ${remedy}`)
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
