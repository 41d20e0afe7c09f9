// All settings, read from the environment in one place. The result depends only on the input and on the files of secrets that it names, so
// tests can build any settings.
import type { SocialNetwork } from '../../game/base/social.ts'
import { OperatorError } from '../base/operator-error.ts'
import type { TrustedProxies } from '../network/caller-address.ts'
import { type AlertSettings, alertsOf } from './alert-settings.ts'
import { type BackupSettings, backupsOf } from './backup-settings.ts'
import { type Environment, environmentSchema, FILE_SETTINGS, secretsOf } from './config-schema.ts'
import { type Given, missingSettings, type OperatorTexts } from './missing-settings.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import { readSecretFiles } from './secret-files.ts'
import { type ListedSetting, listSettings } from './setting-list.ts'

/** The path below which a sandbox has a stand-in for each social network. */
export const SOCIAL_STAND_IN_PATH = '/sandbox/social'
/** The port that Prometheus scrapes by default. */
const METRICS_PORT = 9464
/** The port that staff open by default. */
const OFFICE_PORT = 4400

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

/** Where the office is served. */
export interface OfficeSettings {
  readonly port: number
  readonly host: string
  /** Whether the operator set the port; the default port may be taken, an explicit one may not. */
  readonly isAsked: boolean
  /** The origin that staff open, which passkeys belong to; without a slash at its end. */
  readonly url: string
}

/** The sentinels to ask for the current Redis; at least one has to answer. */
export interface RedisSentinels {
  readonly places: readonly { readonly host: string; readonly port: number }[]
  /** The name by which they watch it. */
  readonly master: string
}

export interface Config {
  readonly mode: 'sandbox' | 'live'
  /** False where MODE is left out, which makes a sandbox. */
  readonly isModeSet: boolean
  readonly port: number
  readonly realtimePort: number
  /** Where Astro listens in development, for hot reload. */
  readonly devPort: number
  readonly host: string
  /** Undefined: off. */
  readonly metrics: MetricsSettings | undefined
  /** Undefined: off. */
  readonly office: OfficeSettings | undefined
  /** The site's public URL, without a slash at its end. */
  readonly siteUrl: string
  readonly dataDir: string
  /** The folder with a shop's own files, for its first edition; it may be missing. */
  readonly shopDir: string
  /** Undefined: PGlite below `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  /** Undefined: this is the only instance. */
  readonly redisUrl: string | undefined
  /** Sentinels that know which Redis is the master; host and port of `redisUrl` are ignored then. */
  readonly redisSentinels: RedisSentinels | undefined
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
  /** The number of trusted proxies in front of the site, or their addresses; with 0, X-Forwarded-For is ignored. */
  readonly trustProxy: TrustedProxies
  /** After how many days without a call a session ends; none lasts longer than 30. */
  readonly sessionIdleDays: number
  /** The time zone in which days, nights and weeks begin: that of the settings; of a site that runs, the one in force. */
  readonly timeZone: string
  /** Milliseconds since 1970 at which a sandbox's clock starts; undefined for the real time. */
  readonly clockMs: number | undefined
  /** False removes the service worker from browsers that have it. */
  readonly serviceWorker: boolean
  /** Undefined: off. */
  readonly push: PushSettings | undefined
  /** Where the staff is told what waits. */
  readonly alerts: AlertSettings
  readonly apiDocs: boolean
  readonly bots: boolean
  /** Where a sandbox imports pictures of items from at its first start; undefined: nowhere. */
  readonly iconsFrom: string | undefined
  /** Undefined: no scheduled backups. */
  readonly backups: BackupSettings | undefined
  /**
   * When prices are imported each day, never where it is undefined, and the addresses of their sources, none for the public list;
   * undefined: prices have no source.
   */
  readonly prices: { readonly atMinute: number | undefined; readonly from: readonly string[] } | undefined
  /** Whether the ledger is checked every night. */
  readonly checksLedger: boolean
  /** Milliseconds between the signal to stop and the end of the ports, for balancers and sockets. */
  readonly drainMs: number
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
  /** Every setting as the office lists it: without the values of those that may hold a secret. */
  readonly settings: readonly ListedSetting[]
  /** The address of the account with each social network, in a sandbox of its stand-in; empty for none. Those of the brand come before them. */
  readonly social: Readonly<Record<SocialNetwork, string>>
}

/** Settings that are wrong or missing; `faults` holds a line for each. */
export class ConfigError extends OperatorError {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`These settings are missing or wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** More than twice the time for which nginx keeps an idle connection to an instance (deploy/nginx.conf.template). */
const LIVE_DRAIN_SECONDS = 5

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

function officeOf({ OFFICE_PORT: asked, OFFICE_HOST: host, OFFICE_URL: url }: Environment): OfficeSettings | undefined {
  if (asked === 'off') return undefined
  const port = asked ?? OFFICE_PORT
  return { port, host, isAsked: asked !== undefined, url: url ?? `http://localhost:${port}` }
}

/** The contact of a sandbox without an https address of its own: push services refuse other protocols, and localhost. */
const SANDBOX_SUBJECT = 'mailto:sandbox@spacedrop.example'

function pushOf(values: Environment): PushSettings | undefined {
  const { MODE, SERVICE_WORKER, PUSH_PRIVATE_KEY: privateKey, SITE_URL = '', PUSH_SERVICES: services } = values
  if (!SERVICE_WORKER || (MODE === 'live' && privateKey === undefined)) return undefined
  const subject = values.PUSH_SUBJECT ?? (SITE_URL.startsWith('https://') ? SITE_URL : SANDBOX_SUBJECT)
  return { privateKey, subject, services }
}

function pricesOf({ PRICES_AT: atMinute, PRICES_FROM: from }: Environment): Config['prices'] {
  return atMinute === undefined && from === undefined ? undefined : { atMinute, from: from ?? [] }
}

function steamTradeOf(values: Environment): SteamTradeSettings | undefined {
  const { STEAM_TRADE_ACCOUNT: account, STEAM_TRADE_PASSWORD: password } = values
  const { STEAM_TRADE_SHARED_SECRET: sharedSecret, STEAM_TRADE_IDENTITY_SECRET: identitySecret } = values
  if (!account || !password || !sharedSecret || !identitySecret) return undefined
  return { account, password, sharedSecret, identitySecret }
}

/**
 * Reads the settings.
 *
 * @param environment e.g. `process.env`; an empty value counts as unset
 * @param texts what pages show of the operator; undefined for commands, which show no page
 * @throws ConfigError naming everything that is wrong or missing
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, texts?: OperatorTexts): Config {
  const set: Given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
  const { given, faults: inFiles } = readSecretFiles(set, FILE_SETTINGS)
  const parsed = environmentSchema.safeParse(given)
  const wrong = parsed.error?.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`) ?? []
  const faults = [...misspeltSettings(Object.keys(set)), ...inFiles, ...wrong, ...missingSettings(given, texts)]
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  const values = parsed.data
  const sandbox = values.MODE === 'sandbox'
  return {
    mode: values.MODE,
    isModeSet: given.MODE !== undefined,
    port: values.PORT,
    realtimePort: values.REALTIME_PORT,
    devPort: values.DEV_PORT,
    host: values.HOST,
    metrics: metricsOf(values),
    office: officeOf(values),
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    dataDir: values.DATA_DIR,
    shopDir: values.SHOP_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    redisUrl: values.REDIS_URL,
    redisSentinels:
      values.REDIS_SENTINELS === undefined
        ? undefined
        : { places: values.REDIS_SENTINELS, master: values.REDIS_MASTER },
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
    alerts: alertsOf(values),
    apiDocs: values.API_DOCS ?? sandbox,
    bots: values.HOUSE_PLAYERS ?? sandbox,
    iconsFrom: sandbox && values.ICONS !== false ? values.ICONS_FROM : undefined,
    backups: backupsOf(values),
    prices: pricesOf(values),
    checksLedger: values.LEDGER_CHECK,
    drainMs: (values.DRAIN_SECONDS ?? (sandbox ? 0 : LIVE_DRAIN_SECONDS)) * 1000,
    logLevel: values.LOG_LEVEL,
    callsPerMinute: values.CALLS_PER_MINUTE,
    pagesPerMinute: values.PAGES_PER_MINUTE,
    sockets: values.SOCKETS,
    socketsPerAddress: values.SOCKETS_PER_ADDRESS,
    actionsPerMinute: values.ACTIONS_PER_MINUTE,
    secrets: secretsOf(values),
    settings: listSettings(given),
    social: socialOf(values),
  }
}
