// The settings as the environment holds them: names, forms, defaults, and which of them are secret.

import { z } from 'zod'
import { isTimeZone } from '../../game/base/site-time.ts'
import { isProxyEntry } from '../network/caller-address.ts'
import { LOOPBACK_HOST } from '../network/listen-host.ts'
import { isSafeAddress } from '../network/safe-address.ts'
import { PUBLIC_RELAYS } from './drand-relays.ts'
import { splitAddresses } from './price-addresses.ts'
import { isPushHost, PUBLIC_PUSH_SERVICES } from './push-hosts.ts'
import { LEAST_LENGTH } from './weak-secrets.ts'

/** Tells whether percent signs in a text are those of an encoding. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Joins words in an error: `a, b or c`. */
const words = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** One of some words. */
const oneOf = <const Words extends readonly [string, ...string[]]>(choices: Words) =>
  z.enum(choices, { error: `has to be ${words.format(choices)}` })

/** A whole number in a range; without a limit above where none is given. */
function count(least: number, most?: number) {
  const error = `has to be a whole number from ${least}${most === undefined ? '' : ` to ${most}`}`
  const number = z.coerce.number({ error }).int({ error }).min(least, { error })
  return most === undefined ? number : number.max(most, { error })
}

/** The address of a server with a password, in which a percent sign has to be written as %25. */
const serverAddress = (protocol: RegExp, example: string) =>
  z
    .url({ protocol, error: `has to be an address such as ${example}` })
    .refine((address) => isDecodable(URL.parse(address)?.password ?? ''), 'has a % in its password: write it as %25')

/** Hosts with their ports, separated by commas. */
const sentinels = z
  .string()
  .transform((list) => list.split(',').map((place) => place.trim()))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^([\w.-]+|\[[0-9a-f:]+\]):\d{1,5}$/i,
          'has to be hosts with ports such as 10.0.0.1:26379, separated by commas',
        ),
    ),
  )
  .transform((places) =>
    places.map((place) => {
      const at = place.lastIndexOf(':')
      return { host: place.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(place.slice(at + 1)) }
    }),
  )

const onOff = oneOf(['on', 'off']).transform((value) => value === 'on')
/** A list of URLs separated by commas, without a slash at their ends. */
const addresses = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim().replace(/\/+$/, '')))
  .pipe(
    z.array(
      z.url({ protocol: /^https?$/, error: 'has to be addresses such as https://api.drand.sh, separated by commas' }),
    ),
  )
/** A list of hosts of push services separated by commas. */
const pushServices = z
  .string()
  .transform((list) => list.split(',').map((host) => host.trim()))
  .pipe(z.array(z.string().refine(isPushHost, 'has to be hosts such as push.example.com or *.push.example.com')))
/** The trusted proxies: their number, or their addresses; 0 for none. `on` is one. */
const proxies = z.string().transform((text, context): number | readonly string[] => {
  if (text === 'off') return 0
  if (text === 'on') return 1
  if (/^[1-5]$/.test(text)) return Number(text)
  const entries = text.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => !isProxyEntry(entry))
  if (wrong === undefined) return entries
  const which = wrong === '' ? 'an entry is empty' : `"${wrong}" is none`
  const message = `has to be off, addresses of proxies such as loopback, 10.0.0.5 or 10.0.0.0/8, separated by commas, or a number from 1 to 5: ${which}`
  context.issues.push({ code: 'custom', message, input: text })
  return z.NEVER
})
/** The address that people see, as the origin that browsers make of it. */
const originSchema = (whose: string, example: string) =>
  z
    .url({ protocol: /^https?$/, error: `has to be the address that ${whose} see, such as ${example}` })
    .superRefine((address, context) => {
      const url = URL.parse(address)
      // What is no http address has its fault already.
      if (url === null || !/^https?:$/.test(url.protocol)) return
      if (url.username !== '' || url.password !== '') {
        context.addIssue('must not hold a user or a password: every page shows it')
      } else if (/[?#]/.test(address) || /[^/]/.test(url.pathname)) {
        context.addIssue('has to end after the host: the site has no path of its own, and no query')
      }
    })
    .transform((address) => new URL(address).origin)
/** The address that players see. */
const siteAddress = originSchema('players', 'https://shop.example')
/** That of the office: passkeys belong to the name of a host, over https or on this machine. */
const officeAddress = originSchema('staff', 'https://office.shop.example').superRefine((address, context) => {
  const { protocol, hostname } = new URL(address)
  if (/^\[|^[\d.]+$/.test(hostname)) context.addIssue('has to have a host name: passkeys refuse IP addresses')
  else if (protocol !== 'https:' && hostname !== 'localhost') context.addIssue('has to be https, or http://localhost')
})
const port = count(0, 65_535)
/** A time of day such as 03:30; minutes after midnight. */
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'has to be a time of day such as 03:30')
  .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
/** The address of an account with a social network; `off` for none. */
const socialAccount = z
  .union([z.literal('off'), z.url()], { error: 'has to be an address such as https://x.com/shop, or off' })
  .optional()
/** The public list of skins with the paths of their pictures, in English. */
const PUBLIC_LIST = 'https://raw.githubusercontent.com/ByMykel/CSGO-API/main/public/api/en/skins.json'

/** The settings whose values the log never contains. A test checks that a setting with the name of a secret is marked as one. */
const secrets = z.registry<{ readonly isSecret: true }>()

function secret(schema = z.string().min(1)): z.ZodOptional<z.ZodString> {
  return schema.optional().register(secrets, { isSecret: true })
}

/** The settings as the environment holds them. */
export const environmentSchema = z.object({
  MODE: oneOf(['sandbox', 'live']).default('sandbox'),
  PORT: port.default(4321),
  REALTIME_PORT: port.default(8081),
  DEV_PORT: port.default(4322),
  HOST: z.string().default(LOOPBACK_HOST),
  METRICS_PORT: z.union([z.literal('off'), port]).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OFFICE_PORT: z.union([z.literal('off'), port]).optional(),
  OFFICE_HOST: z.string().default(LOOPBACK_HOST),
  OFFICE_URL: officeAddress.optional(),
  SITE_URL: siteAddress.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  SHOP_DIR: z.string().min(1).default('shop'),
  DATABASE_URL: serverAddress(/^postgres(ql)?$/, 'postgres://user:password@host/database').optional(),
  DATABASE_CONNECTIONS: count(1, 200).default(10),
  REDIS_URL: serverAddress(/^rediss?$/, 'redis://:password@host:6379').optional(),
  REDIS_SENTINELS: sentinels.optional(),
  REDIS_MASTER: z.string().min(1).default('mymaster'),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w:-]{1,60}$/, 'has to be letters, digits, _, : and -, 60 at most')
    .default('spacedrop'),
  SECRET: secret(z.string().min(LEAST_LENGTH, `has to have at least ${LEAST_LENGTH} characters`)),
  SESSION_IDLE_DAYS: count(1, 30).default(30),
  TIME_ZONE: z.string().refine(isTimeZone, 'is no time zone that is known here, e.g. Europe/Kyiv').default('UTC'),
  CLOCK: z.iso.datetime({ offset: true, error: 'has to be a time such as 2026-12-31T23:59:00Z' }).optional(),
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
  SERVICE_WORKER: onOff.default(true),
  PUSH_PRIVATE_KEY: secret(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'has to be a key of: npm run ops -- push key')),
  PUSH_SUBJECT: z
    .url({ protocol: /^(https|mailto)$/, error: 'has to be an address such as mailto:push@shop.example' })
    .optional(),
  PUSH_SERVICES: pushServices.default([...PUBLIC_PUSH_SERVICES]),
  TELEGRAM_BOT_TOKEN: secret(z.string().regex(/^\d{3,20}:[\w-]{20,100}$/, 'has to be a token of @BotFather')),
  TELEGRAM_API: z
    .string()
    .refine(isSafeAddress, 'has to be an https address, or http on this machine')
    .default('https://api.telegram.org'),
  ALERT_WEBHOOK_URL: secret(z.string().refine(isSafeAddress, 'has to be an https address, or http on this machine')),
  ALERT_WEBHOOK_SECRET: secret(z.string().min(LEAST_LENGTH, `has to have at least ${LEAST_LENGTH} characters`)),
  API_DOCS: onOff.optional(),
  HOUSE_PLAYERS: onOff.optional(),
  ICONS: onOff.optional(),
  ICONS_FROM: z
    .string()
    .refine(isSafeAddress, 'has to be an https address, or http on this machine')
    .default(PUBLIC_LIST),
  LEDGER_CHECK: onOff.default(true),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_AT: timeOfDay.optional(),
  BACKUP_KEEP_DAYS: count(1, 366).default(14),
  BACKUP_KEEP_WEEKS: count(0, 520).default(8),
  BACKUP_AFTER: z.string().min(1).optional(),
  PRICES_AT: timeOfDay.optional(),
  PRICES_FROM: z
    .string()
    .transform(splitAddresses)
    .refine((all) => all.every(isSafeAddress), 'has to be https addresses, or http on this machine')
    .optional(),
  DRAIN_SECONDS: count(0, 60).optional(),
  LOG_LEVEL: oneOf(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  CALLS_PER_MINUTE: count(1).default(600),
  PAGES_PER_MINUTE: count(1).default(600),
  SOCKETS: count(1).default(20_000),
  SOCKETS_PER_ADDRESS: count(1).default(50),
  ACTIONS_PER_MINUTE: count(1).default(240),
  SOCIAL_INSTAGRAM: socialAccount,
  SOCIAL_TIKTOK: socialAccount,
  SOCIAL_TELEGRAM: socialAccount,
  SOCIAL_X: socialAccount,
})

export type Environment = z.infer<typeof environmentSchema>

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape)

/** Settings that hold a secret, or an address with a password: each may be in a file, which NAME_FILE names. */
export const FILE_SETTINGS: readonly string[] = [
  ...Object.entries(environmentSchema.shape).flatMap(([name, schema]) => (secrets.has(schema) ? [name] : [])),
  'DATABASE_URL',
  'REDIS_URL',
]

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
export function secretsOf(values: Environment): string[] {
  const held = Object.entries(environmentSchema.shape).flatMap(([name, schema]) => {
    const texts = [values[name as keyof typeof values]].flat().filter((value) => typeof value === 'string')
    return secrets.has(schema) ? texts : texts.flatMap(passwordsOf)
  })
  // The longest first: one secret may be the beginning of another.
  return [...new Set(held.filter((value) => value.length >= SECRET_LENGTH))].sort((a, b) => b.length - a.length)
}
