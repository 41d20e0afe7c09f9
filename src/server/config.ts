// All settings, read from the environment in one place. A pure function of its input, so that tests build any setting they like.
import { z } from 'zod'
import { isTimeZone } from '../game/site-time.ts'
import { PUBLIC_RELAYS } from './beacon/drand/relays.ts'
import { isSafe } from './catalogue/import/source.ts'

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
/** Addresses with commas between them, without a slash at their ends. */
const addresses = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim().replace(/\/+$/, '')))
  .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1))
/** How many proxies stand before the site. `on` is one; each puts the address that it was called from at the end of X-Forwarded-For. */
const proxies = z
  .enum(['off', 'on', '1', '2', '3', '4', '5'])
  .transform((count) => (count === 'off' ? 0 : count === 'on' ? 1 : Number(count)))
const port = z.coerce.number().int().min(0).max(65_535)
/** Where Prometheus looks unless it is told otherwise. */
const METRICS_PORT = 9464
/** The public list of skins with the paths of their pictures, in English. */
const PUBLIC_LIST = 'https://raw.githubusercontent.com/ByMykel/CSGO-API/main/public/api/en/skins.json'

const environmentSchema = z.object({
  MODE: z.enum(['sandbox', 'live']).default('sandbox'),
  PORT: port.default(4321),
  REALTIME_PORT: port.default(8081),
  HOST: z.string().default('0.0.0.0'),
  METRICS_PORT: z.union([z.literal('off'), port]).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SITE_NAME: z.string().min(1).max(40).default('SPACEDROP'),
  DATA_DIR: z.string().min(1).default('.data'),
  CATALOGUE_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(200).default(10),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w:-]{1,60}$/)
    .default('spacedrop'),
  SECRET: z.string().min(32).optional(),
  SESSION_IDLE_DAYS: z.coerce.number().int().min(1).max(30).default(30),
  TIME_ZONE: z.string().refine(isTimeZone, 'is no time zone that is known here, e.g. Europe/Kyiv').default('UTC'),
  CLOCK: z.iso.datetime({ offset: true }).optional(),
  STEAM_API_KEY: z.string().min(1).optional(),
  CRYPTOCLOUD_API_KEY: z.string().min(1).optional(),
  CRYPTOCLOUD_SHOP_ID: z.string().min(1).optional(),
  CRYPTOCLOUD_SECRET: z.string().min(1).optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  MONOBANK_TOKEN: z.string().min(1).optional(),
  STEAM_TRADE_ACCOUNT: z.string().min(1).optional(),
  STEAM_TRADE_PASSWORD: z.string().min(1).optional(),
  STEAM_TRADE_SHARED_SECRET: z.base64().optional(),
  STEAM_TRADE_IDENTITY_SECRET: z.base64().optional(),
  BEACON_URLS: addresses.default([...PUBLIC_RELAYS]),
  WITHDRAWALS: onOff.default(true),
  TRUST_PROXY: proxies.default(0),
  API_DOCS: onOff.optional(),
  HOUSE_PLAYERS: onOff.optional(),
  ICONS: onOff.optional(),
  ICONS_FROM: z.string().refine(isSafe, 'has to be an https address, or http on this machine').default(PUBLIC_LIST),
  LEDGER_CHECK: onOff.default(true),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  ACTIONS_PER_MINUTE: z.coerce.number().int().min(1).default(240),
  SOCIAL_INSTAGRAM: z.url().optional(),
  SOCIAL_TIKTOK: z.url().optional(),
  SOCIAL_TELEGRAM: z.url().optional(),
  SOCIAL_X: z.url().optional(),
})

/** Keys of the payment providers; undefined for one that is not used. */
export interface PaymentSettings {
  readonly cryptocloud: { readonly apiKey: string; readonly shopId: string; readonly secret: string } | undefined
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string } | undefined
  readonly monobank: { readonly token: string } | undefined
}

/** The shop's own account at Steam, which hands over items. */
export interface SteamTradeSettings {
  readonly account: string
  readonly password: string
  /** Of its mobile authenticator: for signing in, and for confirming offers. */
  readonly sharedSecret: string
  readonly identitySecret: string
}

/** Where the metrics are served. */
export interface MetricsSettings {
  readonly port: number
  readonly host: string
  /** Whether the operator named the port; else one that is taken is done without. */
  readonly isAsked: boolean
}

export interface Config {
  readonly mode: 'sandbox' | 'live'
  readonly port: number
  readonly realtimePort: number
  readonly host: string
  /** Undefined: they are off. */
  readonly metrics: MetricsSettings | undefined
  /** Where players reach the site, without a slash at its end. */
  readonly siteUrl: string
  readonly siteName: string
  readonly dataDir: string
  readonly catalogueDir: string
  /** Undefined: PGlite below `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  /** Undefined: this is the only instance. */
  readonly redisUrl: string | undefined
  /** Begins the names of what this site keeps in Redis: sites that share one have different ones. */
  readonly redisPrefix: string
  /** Undefined in a sandbox that has not made its own yet. */
  readonly secret: string | undefined
  readonly steamApiKey: string | undefined
  /** The payment providers that are set up; the sandbox has one of its own beside them. */
  readonly payments: PaymentSettings
  /** Undefined where it is not set up; the sandbox has a stand-in. */
  readonly steamTrade: SteamTradeSettings | undefined
  /** False closes new withdrawals. */
  readonly withdrawals: boolean
  /** Relays of drand, which live raffles are drawn from, asked in this order. */
  readonly beaconUrls: readonly string[]
  /** Proxies of ours that stand before the site; 0 believes no X-Forwarded-For. */
  readonly trustProxy: number
  /** A session that nobody used for so many days is over; 30 is as long as one lasts anyway. */
  readonly sessionIdleDays: number
  /** In which the site's days, nights and weeks begin. */
  readonly timeZone: string
  /** Milliseconds since 1970 that the clock of a sandbox starts at; undefined for the time that it is. */
  readonly clockMs: number | undefined
  readonly apiDocs: boolean
  readonly housePlayers: boolean
  /** Where a sandbox takes pictures of items from at its first start; undefined: nowhere. */
  readonly iconsFrom: string | undefined
  /** Whether the ledger is recomputed every night. */
  readonly checksLedger: boolean
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Calls a minute that one address may make. */
  readonly callsPerMinute: number
  /** Changing calls a minute that one player may make. */
  readonly actionsPerMinute: number
  readonly social: { instagram: string; tiktok: string; telegram: string; x: string }
}

/** Settings that are wrong or missing; `faults` holds a line for each, all of them at once. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The settings are not complete:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

type Given = Readonly<Record<string, string>>

/** What each payment provider needs, all of it or none. */
const PROVIDER_KEYS = {
  CryptoCloud: ['CRYPTOCLOUD_API_KEY', 'CRYPTOCLOUD_SHOP_ID', 'CRYPTOCLOUD_SECRET'],
  Stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  monobank: ['MONOBANK_TOKEN'],
} as const

/** What handing over items at Steam needs, all of it or none. */
const TRADE_KEYS = [
  'STEAM_TRADE_ACCOUNT',
  'STEAM_TRADE_PASSWORD',
  'STEAM_TRADE_SHARED_SECRET',
  'STEAM_TRADE_IDENTITY_SECRET',
] as const

/** A line for each key that a half set up provider misses. */
function missingForProviders(given: Given): string[] {
  return Object.entries({ ...PROVIDER_KEYS, 'trading at Steam': TRADE_KEYS }).flatMap(([provider, keys]) => {
    const missing = keys.filter((key) => given[key] === undefined)
    if (missing.length === 0 || missing.length === keys.length) return []
    return missing.map((key) => `${key}: ${provider} needs it beside its other settings`)
  })
}

function paymentsOf(values: z.infer<typeof environmentSchema>): PaymentSettings {
  const { CRYPTOCLOUD_API_KEY: apiKey, CRYPTOCLOUD_SHOP_ID: shopId, CRYPTOCLOUD_SECRET: secret } = values
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, MONOBANK_TOKEN: token } = values
  return {
    cryptocloud: apiKey && shopId && secret ? { apiKey, shopId, secret } : undefined,
    stripe: secretKey && webhookSecret ? { secretKey, webhookSecret } : undefined,
    monobank: token ? { token } : undefined,
  }
}

function metricsOf({ METRICS_PORT: asked, METRICS_HOST: host }: z.infer<typeof environmentSchema>) {
  if (asked === 'off') return undefined
  return { port: asked ?? METRICS_PORT, host, isAsked: asked !== undefined }
}

function steamTradeOf(values: z.infer<typeof environmentSchema>): SteamTradeSettings | undefined {
  const { STEAM_TRADE_ACCOUNT: account, STEAM_TRADE_PASSWORD: password } = values
  const { STEAM_TRADE_SHARED_SECRET: sharedSecret, STEAM_TRADE_IDENTITY_SECRET: identitySecret } = values
  if (!account || !password || !sharedSecret || !identitySecret) return undefined
  return { account, password, sharedSecret, identitySecret }
}

/** What live mode cannot do without; a line for each that is missing. Reads what was given, so that wrong values hide nothing. */
function missingForLive(given: Given): string[] {
  if (given.MODE !== 'live') return []
  const missing: string[] = []
  if (given.DATABASE_URL === undefined) missing.push('DATABASE_URL: live mode needs PostgreSQL 15 or later')
  if (given.SECRET === undefined) missing.push('SECRET: at least 32 random characters, the same on every instance')
  if (given.STEAM_API_KEY === undefined) missing.push('STEAM_API_KEY: from Steam, for names, avatars and levels')
  if (given.SITE_URL === undefined) missing.push('SITE_URL: the address that players see, https://…')
  else if (!given.SITE_URL.startsWith('https://')) missing.push('SITE_URL: has to begin with https:// in live mode')
  if (
    !Object.values(PROVIDER_KEYS)
      .flat()
      .some((key) => given[key] !== undefined)
  ) {
    missing.push('a payment provider: the settings of CryptoCloud, Stripe or monobank, see .env.example')
  }
  if (given.WITHDRAWALS !== 'off' && TRADE_KEYS.every((key) => given[key] === undefined)) {
    missing.push('STEAM_TRADE_ACCOUNT: the account that hands over items, see .env.example; or WITHDRAWALS=off')
  }
  if (given.STRIPE_SECRET_KEY?.includes('_test_')) missing.push('STRIPE_SECRET_KEY: is a key for tests')
  if (given.CLOCK !== undefined) missing.push('CLOCK: has to be unset, only a sandbox has a clock of its own')
  if (given.HOUSE_PLAYERS === 'on') missing.push('HOUSE_PLAYERS: has to be off, they exist in the sandbox only')
  if (given.ICONS === 'on') missing.push('ICONS: has to be off, pictures of a live shop are imported by hand')
  return missing
}

/**
 * Reads the settings.
 *
 * @param environment e.g. `process.env`; an empty value counts as unset
 * @throws ConfigError naming everything that is wrong or missing
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given: Given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
  const parsed = environmentSchema.safeParse(given)
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  const faults = [...wrong, ...missingForProviders(given), ...missingForLive(given)]
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  const values = parsed.data
  const sandbox = values.MODE === 'sandbox'
  return {
    mode: values.MODE,
    port: values.PORT,
    realtimePort: values.REALTIME_PORT,
    host: values.HOST,
    metrics: metricsOf(values),
    siteUrl: (values.SITE_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    siteName: values.SITE_NAME,
    dataDir: values.DATA_DIR,
    catalogueDir: values.CATALOGUE_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    redisUrl: values.REDIS_URL,
    redisPrefix: values.REDIS_PREFIX,
    secret: values.SECRET,
    steamApiKey: values.STEAM_API_KEY,
    payments: paymentsOf(values),
    steamTrade: steamTradeOf(values),
    withdrawals: values.WITHDRAWALS,
    beaconUrls: values.BEACON_URLS,
    trustProxy: values.TRUST_PROXY,
    sessionIdleDays: values.SESSION_IDLE_DAYS,
    timeZone: values.TIME_ZONE,
    clockMs: values.CLOCK === undefined ? undefined : Date.parse(values.CLOCK),
    apiDocs: values.API_DOCS ?? sandbox,
    housePlayers: values.HOUSE_PLAYERS ?? sandbox,
    iconsFrom: sandbox && values.ICONS !== false ? values.ICONS_FROM : undefined,
    checksLedger: values.LEDGER_CHECK,
    logLevel: values.LOG_LEVEL,
    callsPerMinute: values.CALLS_PER_MINUTE,
    actionsPerMinute: values.ACTIONS_PER_MINUTE,
    social: {
      instagram: values.SOCIAL_INSTAGRAM ?? '',
      tiktok: values.SOCIAL_TIKTOK ?? '',
      telegram: values.SOCIAL_TELEGRAM ?? '',
      x: values.SOCIAL_X ?? '',
    },
  }
}
