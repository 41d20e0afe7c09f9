// All settings, read from the environment in one place. A pure function of its input, so that tests build any setting they like.
import { z } from 'zod'
import { formatDetailNames, placeholdersIn } from '../../content/operator.ts'
import { isTimeZone } from '../../game/site-time.ts'
import type { SocialNetwork } from '../../game/social.ts'
import { PUBLIC_RELAYS } from './drand-relays.ts'
import { isSafeAddress } from './safe-address.ts'
import { LEAST_LENGTH, weakSecrets } from './weak-secrets.ts'

/** Tells whether percent signs in a text are those of an encoding. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The address of a server with a password, in which a percent sign has to be written as %25. */
const serverAddress = (protocol: RegExp, example: string) =>
  z
    .url({ protocol, error: `has to be an address such as ${example}` })
    .refine((address) => isDecodable(URL.parse(address)?.password ?? ''), 'has a % in its password: write it as %25')

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
/** A list of URLs separated by commas, without a slash at their ends. */
const addresses = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim().replace(/\/+$/, '')))
  .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1))
/** How many proxies are in front of the site. `on` is one; each appends the address of its caller to X-Forwarded-For. */
const proxies = z
  .enum(['off', 'on', '1', '2', '3', '4', '5'])
  .transform((count) => (count === 'off' ? 0 : count === 'on' ? 1 : Number(count)))
const port = z.coerce
  .number({ error: 'has to be a number from 0 to 65535' })
  .int('has to be a whole number')
  .min(0, 'has to be a number from 0 to 65535')
  .max(65_535, 'has to be a number from 0 to 65535')
/** The address of an account with a social network; `off` for none. */
const socialAccount = z
  .union([z.literal('off'), z.url()], { error: 'has to be an address such as https://x.com/shop, or off' })
  .optional()
/** The path below which a sandbox has a stand-in for each social network. */
export const SOCIAL_STAND_IN_PATH = '/sandbox/social'
/** The port that Prometheus scrapes by default. */
const METRICS_PORT = 9464
/** The public list of skins with the paths of their pictures, in English. */
const PUBLIC_LIST = 'https://raw.githubusercontent.com/ByMykel/CSGO-API/main/public/api/en/skins.json'

/** The settings whose values the log never holds. A setting that is named like a secret has to be one, which a test checks. */
const secrets = z.registry<{ readonly isSecret: true }>()

function secret(schema = z.string().min(1)): z.ZodOptional<z.ZodString> {
  return schema.optional().register(secrets, { isSecret: true })
}

const environmentSchema = z.object({
  MODE: z.enum(['sandbox', 'live']).default('sandbox'),
  PORT: port.default(4321),
  REALTIME_PORT: port.default(8081),
  HOST: z.string().default('0.0.0.0'),
  METRICS_PORT: z.union([z.literal('off'), port]).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'has to be the address that players see, such as https://shop.example' })
    .refine(
      (address) => (URL.parse(address)?.username ?? '') === '',
      'must not hold a user or a password: every page shows it',
    )
    .optional(),
  SITE_NAME: z.string().min(1).max(40).default('SPACEDROP'),
  DATA_DIR: z.string().min(1).default('.data'),
  CATALOGUE_DIR: z.string().min(1).default('data'),
  DATABASE_URL: serverAddress(/^postgres(ql)?$/, 'postgres://user:password@host/database').optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(200).default(10),
  REDIS_URL: serverAddress(/^rediss?$/, 'redis://:password@host:6379').optional(),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w:-]{1,60}$/)
    .default('spacedrop'),
  SECRET: secret(z.string().min(LEAST_LENGTH, `has to have at least ${LEAST_LENGTH} characters`)),
  SESSION_IDLE_DAYS: z.coerce.number().int().min(1).max(30).default(30),
  TIME_ZONE: z.string().refine(isTimeZone, 'is no time zone that is known here, e.g. Europe/Kyiv').default('UTC'),
  CLOCK: z.iso.datetime({ offset: true }).optional(),
  STEAM_API_KEY: secret(),
  CRYPTOCLOUD_API_KEY: secret(),
  CRYPTOCLOUD_SHOP_ID: z.string().min(1).optional(),
  CRYPTOCLOUD_SECRET: secret(),
  STRIPE_SECRET_KEY: secret(),
  STRIPE_WEBHOOK_SECRET: secret(),
  MONOBANK_TOKEN: secret(),
  STEAM_TRADE_ACCOUNT: z.string().min(1).optional(),
  STEAM_TRADE_PASSWORD: secret(),
  STEAM_TRADE_SHARED_SECRET: secret(z.string().regex(z.regexes.base64, 'has to be base64')),
  STEAM_TRADE_IDENTITY_SECRET: secret(z.string().regex(z.regexes.base64, 'has to be base64')),
  BEACON_URLS: addresses.default([...PUBLIC_RELAYS]),
  WITHDRAWALS: onOff.default(true),
  WITHDRAWAL_CHECKS: onOff.optional(),
  TRUST_PROXY: proxies.default(0),
  API_DOCS: onOff.optional(),
  HOUSE_PLAYERS: onOff.optional(),
  ICONS: onOff.optional(),
  ICONS_FROM: z
    .string()
    .refine(isSafeAddress, 'has to be an https address, or http on this machine')
    .default(PUBLIC_LIST),
  LEDGER_CHECK: onOff.default(true),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  PAGES_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  SOCKETS: z.coerce.number().int().min(1).default(20_000),
  SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).default(50),
  ACTIONS_PER_MINUTE: z.coerce.number().int().min(1).default(240),
  SOCIAL_INSTAGRAM: socialAccount,
  SOCIAL_TIKTOK: socialAccount,
  SOCIAL_TELEGRAM: socialAccount,
  SOCIAL_X: socialAccount,
})

type Environment = z.infer<typeof environmentSchema>

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape)

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
  if (given.ICONS === 'on') missing.push('ICONS: has to be off, pictures of a live shop are imported by hand')
  const placeholders = placeholdersIn(operator)
  if (placeholders.length > 0) {
    missing.push(`src/content/operator.json: placeholders in ${formatDetailNames(placeholders)}: enter your own`)
  }
  return missing
}

/** A shorter value is not a secret, and redacting it would remove ordinary words. */
const SECRET_LENGTH = 6

/** Returns the passwords of an address, before the host and among the parameters, as they are written and decoded. */
function passwordsOf(address: string): string[] {
  const url = URL.parse(address)
  if (url === null) return []
  const decoded = isDecodable(url.password) ? [decodeURIComponent(url.password)] : []
  return [url.password, ...decoded, ...url.searchParams.getAll('password')]
}

/** Returns the values of secret settings, and the passwords of addresses. */
function secretsOf(values: Environment): string[] {
  const held = Object.entries(environmentSchema.shape).flatMap(([name, schema]) => {
    const texts = [values[name as keyof typeof values]].flat().filter((value) => typeof value === 'string')
    return secrets.has(schema) ? texts : texts.flatMap(passwordsOf)
  })
  // The longest first: one secret may be the beginning of another.
  return [...new Set(held.filter((value) => value.length >= SECRET_LENGTH))].sort((a, b) => b.length - a.length)
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
