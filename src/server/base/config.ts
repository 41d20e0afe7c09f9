// All settings, read from the environment in one place. A pure function of its input, so that tests build any setting they like.
import { formatDetailNames, placeholdersIn } from '../../content/operator.ts'
import type { SocialNetwork } from '../../game/social.ts'
import { type Environment, environmentSchema, secretsOf } from './config-schema.ts'
import { isLoopbackService } from './push-hosts.ts'
import { weakSecrets } from './weak-secrets.ts'

/** The path below which a sandbox has a stand-in for each social network. */
export const SOCIAL_STAND_IN_PATH = '/sandbox/social'
/** The port that Prometheus scrapes by default. */
const METRICS_PORT = 9464

/** Keys of the payment providers; undefined for one that is not used. */
export interface PaymentSettings {
  readonly cryptocloud: { readonly apiKey: string; readonly shopId: string; readonly secret: string } | undefined
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string } | undefined
  readonly monobank: { readonly token: string } | undefined
}

/** The shop's own Steam account, which sends items. */
export interface SteamTradeSettings {
  readonly account: string
  readonly password: string
  /** Of its mobile authenticator: for signing in, and for confirming offers. */
  readonly sharedSecret: string
  readonly identitySecret: string
}

/** How push messages are sent. */
export interface PushSettings {
  /** Undefined in a sandbox, which makes its own. */
  readonly privateKey: string | undefined
  /** Where push services reach the operator: an https or mailto address. */
  readonly subject: string
  /** The hosts that messages are sent to. */
  readonly services: readonly string[]
}

/** Where the metrics are served. */
export interface MetricsSettings {
  readonly port: number
  readonly host: string
  /** Whether the operator set the port; the default port may be taken, an explicit one may not. */
  readonly isAsked: boolean
}

export interface Config {
  readonly mode: 'sandbox' | 'live'
  /** False where MODE is left out, which makes a sandbox. */
  readonly isModeSet: boolean
  readonly port: number
  readonly realtimePort: number
  readonly host: string
  /** Undefined: off. */
  readonly metrics: MetricsSettings | undefined
  /** The site's public URL, without a slash at its end. */
  readonly siteUrl: string
  readonly siteName: string
  readonly dataDir: string
  readonly catalogueDir: string
  /** Undefined: PGlite below `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  /** Undefined: this is the only instance. */
  readonly redisUrl: string | undefined
  /** The prefix of the names in Redis; sites that share a Redis need different ones. */
  readonly redisPrefix: string
  /** Undefined in a sandbox that has not made its own yet. */
  readonly secret: string | undefined
  readonly steamApiKey: string | undefined
  /** The configured payment providers; the sandbox has its own in addition. */
  readonly payments: PaymentSettings
  /** Undefined when not configured; the sandbox has a stand-in. */
  readonly steamTrade: SteamTradeSettings | undefined
  /** False closes new withdrawals. */
  readonly withdrawals: boolean
  /** True when deposits hold items and a person checks unusual withdrawals: always in live mode. */
  readonly withdrawalChecks: boolean
  /** Relays of drand, which live raffles are drawn from, in the order in which they are asked. */
  readonly beaconUrls: readonly string[]
  /** Trusted proxies in front of the site; with 0, X-Forwarded-For is ignored. */
  readonly trustProxy: number
  /** After how many days without a call a session ends; none lasts longer than 30. */
  readonly sessionIdleDays: number
  /** The time zone in which the site's days, nights and weeks begin. */
  readonly timeZone: string
  /** Milliseconds since 1970 at which a sandbox's clock starts; undefined for the real time. */
  readonly clockMs: number | undefined
  /** False removes the service worker from browsers that have it. */
  readonly serviceWorker: boolean
  /** Undefined: off. */
  readonly push: PushSettings | undefined
  readonly apiDocs: boolean
  readonly bots: boolean
  /** Where a sandbox imports pictures of items from at its first start; undefined: nowhere. */
  readonly iconsFrom: string | undefined
  /** Whether the ledger is checked every night. */
  readonly checksLedger: boolean
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Calls a minute that one address may make. */
  readonly callsPerMinute: number
  /** Pages a minute that one address may ask for, besides those that are served from memory. */
  readonly pagesPerMinute: number
  /** Sockets that may be open at this process, and those of one address. */
  readonly sockets: number
  readonly socketsPerAddress: number
  /** Changing calls a minute that one player may make. */
  readonly actionsPerMinute: number
  /** The values of all secret settings, passwords in addresses among them: the log redacts them wherever a library repeats them. */
  readonly secrets: readonly string[]
  /** The address of the account with each social network, in a sandbox of its stand-in; empty for none. */
  readonly social: Readonly<Record<SocialNetwork, string>>
}

/** Settings that are wrong or missing; `faults` holds a line for each. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The settings are not complete:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

type Given = Readonly<Record<string, string>>

/** The settings of each payment provider: all of them or none. */
export const PROVIDER_KEYS = {
  cryptocloud: ['CRYPTOCLOUD_API_KEY', 'CRYPTOCLOUD_SHOP_ID', 'CRYPTOCLOUD_SECRET'],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  monobank: ['MONOBANK_TOKEN'],
} as const satisfies Record<keyof PaymentSettings, readonly (keyof Environment)[]>

/** The names of the payment providers in messages. */
const PROVIDER_NAMES: Readonly<Record<keyof PaymentSettings, string>> = {
  cryptocloud: 'CryptoCloud',
  stripe: 'Stripe',
  monobank: 'monobank',
}

const PROVIDERS = Object.keys(PROVIDER_NAMES) as (keyof PaymentSettings)[]

/** The settings of trading at Steam: all of them or none. */
const TRADE_KEYS = [
  'STEAM_TRADE_ACCOUNT',
  'STEAM_TRADE_PASSWORD',
  'STEAM_TRADE_SHARED_SECRET',
  'STEAM_TRADE_IDENTITY_SECRET',
] as const satisfies readonly (keyof Environment)[]

/** Returns a line for each setting that an incomplete provider lacks. */
function missingForProviders(given: Given): string[] {
  const groups: (readonly [string, readonly string[]])[] = [
    ...PROVIDERS.map((provider) => [PROVIDER_NAMES[provider], PROVIDER_KEYS[provider]] as const),
    ['trading at Steam', TRADE_KEYS],
  ]
  return groups.flatMap(([provider, keys]) => {
    const missing = keys.filter((key) => given[key] === undefined)
    if (missing.length === 0 || missing.length === keys.length) return []
    return missing.map((key) => `${key}: ${provider} needs it beside its other settings`)
  })
}

function paymentsOf(values: Environment): PaymentSettings {
  const { CRYPTOCLOUD_API_KEY: apiKey, CRYPTOCLOUD_SHOP_ID: shopId, CRYPTOCLOUD_SECRET: secret } = values
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, MONOBANK_TOKEN: token } = values
  return {
    cryptocloud: apiKey && shopId && secret ? { apiKey, shopId, secret } : undefined,
    stripe: secretKey && webhookSecret ? { secretKey, webhookSecret } : undefined,
    monobank: token ? { token } : undefined,
  }
}

function socialOf(values: Environment): Config['social'] {
  const addressOf = (network: SocialNetwork, account: string | undefined): string => {
    if (account === undefined) return values.MODE === 'sandbox' ? `${SOCIAL_STAND_IN_PATH}/${network}` : ''
    return account === 'off' ? '' : account
  }
  return {
    instagram: addressOf('instagram', values.SOCIAL_INSTAGRAM),
    tiktok: addressOf('tiktok', values.SOCIAL_TIKTOK),
    telegram: addressOf('telegram', values.SOCIAL_TELEGRAM),
    x: addressOf('x', values.SOCIAL_X),
  }
}

function metricsOf({ METRICS_PORT: asked, METRICS_HOST: host }: Environment) {
  if (asked === 'off') return undefined
  return { port: asked ?? METRICS_PORT, host, isAsked: asked !== undefined }
}

/** The contact of a sandbox without an https address of its own: push services refuse other protocols, and localhost. */
const SANDBOX_SUBJECT = 'mailto:sandbox@spacedrop.example'

function pushOf(values: Environment): PushSettings | undefined {
  const { MODE, SERVICE_WORKER, PUSH_PRIVATE_KEY: privateKey, SITE_URL = '', PUSH_SERVICES: services } = values
  if (!SERVICE_WORKER || (MODE === 'live' && privateKey === undefined)) return undefined
  const subject = values.PUSH_SUBJECT ?? (SITE_URL.startsWith('https://') ? SITE_URL : SANDBOX_SUBJECT)
  return { privateKey, subject, services }
}

function steamTradeOf(values: Environment): SteamTradeSettings | undefined {
  const { STEAM_TRADE_ACCOUNT: account, STEAM_TRADE_PASSWORD: password } = values
  const { STEAM_TRADE_SHARED_SECRET: sharedSecret, STEAM_TRADE_IDENTITY_SECRET: identitySecret } = values
  if (!account || !password || !sharedSecret || !identitySecret) return undefined
  return { account, password, sharedSecret, identitySecret }
}

/** Returns a line for each setting that live mode lacks. Reads the raw input, so that a wrong value hides nothing. */
function missingForLive(given: Given, operator: unknown): string[] {
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
    const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.values(PROVIDER_NAMES))
    missing.push(`a payment provider: the settings of ${names}, see .env.example`)
  }
  if (given.WITHDRAWALS !== 'off' && TRADE_KEYS.every((key) => given[key] === undefined)) {
    missing.push('STEAM_TRADE_ACCOUNT: the account that hands over items, see .env.example; or WITHDRAWALS=off')
  }
  missing.push(...weakSecrets(given))
  if (given.STRIPE_SECRET_KEY?.includes('_test_')) missing.push('STRIPE_SECRET_KEY: is a key for tests')
  if (given.CLOCK !== undefined) missing.push('CLOCK: has to be unset, only a sandbox has a clock of its own')
  if (given.HOUSE_PLAYERS === 'on') missing.push('HOUSE_PLAYERS: has to be off, they exist in the sandbox only')
  if (given.PUSH_SERVICES?.split(',').some((host) => isLoopbackService(host.trim())) === true) {
    missing.push('PUSH_SERVICES: only a sandbox may send to this machine')
  }
  if (given.ICONS === 'on') missing.push('ICONS: has to be off, pictures of a live shop are imported by hand')
  const placeholders = placeholdersIn(operator)
  if (placeholders.length > 0) {
    missing.push(`src/content/operator.json: placeholders in ${formatDetailNames(placeholders)}: enter your own`)
  }
  return missing
}

/**
 * Reads the settings.
 *
 * @param environment e.g. `process.env`; an empty value counts as unset
 * @param operator the operator's details, which live mode refuses with placeholders; none for commands, which show no page
 * @throws ConfigError naming everything that is wrong or missing
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, operator: unknown = {}): Config {
  const given: Given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
  const parsed = environmentSchema.safeParse(given)
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  const faults = [...wrong, ...missingForProviders(given), ...missingForLive(given, operator)]
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  const values = parsed.data
  const sandbox = values.MODE === 'sandbox'
  return {
    mode: values.MODE,
    isModeSet: given.MODE !== undefined,
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
    withdrawalChecks: values.MODE === 'live' || values.WITHDRAWAL_CHECKS === true,
    beaconUrls: values.BEACON_URLS,
    trustProxy: values.TRUST_PROXY,
    sessionIdleDays: values.SESSION_IDLE_DAYS,
    timeZone: values.TIME_ZONE,
    clockMs: values.CLOCK === undefined ? undefined : Date.parse(values.CLOCK),
    serviceWorker: values.SERVICE_WORKER,
    push: pushOf(values),
    apiDocs: values.API_DOCS ?? sandbox,
    bots: values.HOUSE_PLAYERS ?? sandbox,
    iconsFrom: sandbox && values.ICONS !== false ? values.ICONS_FROM : undefined,
    checksLedger: values.LEDGER_CHECK,
    logLevel: values.LOG_LEVEL,
    callsPerMinute: values.CALLS_PER_MINUTE,
    pagesPerMinute: values.PAGES_PER_MINUTE,
    sockets: values.SOCKETS,
    socketsPerAddress: values.SOCKETS_PER_ADDRESS,
    actionsPerMinute: values.ACTIONS_PER_MINUTE,
    secrets: secretsOf(values),
    social: socialOf(values),
  }
}
