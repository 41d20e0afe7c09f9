// Finds missing settings that others require: all keys of a provider, and in live mode the secrets and the operator's own texts. Reads the raw
// input, so that a wrong value hides no missing one.
import { formatDetailNames, incompleteDetails, placeholdersIn } from '../../content/operator.ts'
import { missingForWebhook } from './alert-settings.ts'
import { missingForBackups } from './backup-settings.ts'
import type { Environment } from './config-schema.ts'
import { isLoopbackService } from './push-hosts.ts'
import { unissuedKeys } from './unissued-keys.ts'
import { weakSecrets } from './weak-secrets.ts'

/** The settings that are set, by name; no value is empty. */
export type Given = Readonly<Record<string, string>>

/** The settings of each payment provider: all of them or none. */
export const PROVIDER_KEYS = {
  cryptocloud: ['CRYPTOCLOUD_API_KEY', 'CRYPTOCLOUD_SHOP_ID', 'CRYPTOCLOUD_SECRET'],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  monobank: ['MONOBANK_TOKEN'],
} as const satisfies Record<string, readonly (keyof Environment)[]>

type Provider = keyof typeof PROVIDER_KEYS

/** The names of the payment providers in messages. */
const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  cryptocloud: 'CryptoCloud',
  stripe: 'Stripe',
  monobank: 'monobank',
}

const PROVIDERS = Object.keys(PROVIDER_NAMES) as Provider[]

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

/** Returns a line for each setting that sentinels require and that is missing. */
function missingForSentinels(given: Given): string[] {
  if (given.REDIS_SENTINELS === undefined || given.REDIS_URL !== undefined) return []
  return ['REDIS_URL: REDIS_SENTINELS needs it for the password, as redis://:password@host:6379']
}

/** The operator's own texts on the pages of a site that starts; live mode refuses placeholders in them. */
export interface OperatorTexts {
  /** The contents of operator.json. */
  readonly details?: unknown
  /** Where they were read. */
  readonly place?: string
  /** Where a shop has its own. */
  readonly ownPlace?: string
  /** Placeholders in the texts of pages, each with its file: `src/content/faq/en.md: [company]`. */
  readonly inPages?: readonly string[]
}

function missingTexts({
  details,
  place = 'src/content/operator.json',
  ownPlace = 'shop/operator.json',
  inPages = [],
}: OperatorTexts): string[] {
  const missing = inPages.map((placeholder) => `${placeholder}: is a placeholder: write your own words`)
  if (details === undefined) return missing
  const lacking = incompleteDetails(details)
  if (lacking.length > 0) missing.push(`${place}: ${formatDetailNames(lacking)} missing, or no mail address`)
  const placeholders = placeholdersIn(details)
  if (placeholders.length > 0)
    missing.push(`${place}: placeholders in ${formatDetailNames(placeholders)}: enter your own in ${ownPlace}`)
  return missing
}

/** Returns a line for each setting that live mode lacks.  */
function missingForLive(given: Given, texts: OperatorTexts): string[] {
  if (given.MODE !== 'live') return []
  const missing: string[] = []
  if (given.DATABASE_URL === undefined) missing.push('DATABASE_URL: live mode needs PostgreSQL 15 or later')
  if (given.SECRET === undefined) missing.push('SECRET: at least 32 random characters, the same on every instance')
  if (given.STEAM_API_KEY === undefined) missing.push('STEAM_API_KEY: from Steam, for names, avatars and levels')
  if (given.SITE_URL === undefined) missing.push('SITE_URL: the address that players see, https://…')
  else if (URL.parse(given.SITE_URL)?.protocol === 'http:')
    missing.push('SITE_URL: has to begin with https:// in live mode')
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
  missing.push(...unissuedKeys(given))
  if (given.CLOCK !== undefined) missing.push('CLOCK: has to be unset, only a sandbox has a clock of its own')
  if (given.HOUSE_PLAYERS === 'on') missing.push('HOUSE_PLAYERS: has to be off, they exist in the sandbox only')
  if (given.PUSH_SERVICES?.split(',').some((host) => isLoopbackService(host.trim())) === true) {
    missing.push('PUSH_SERVICES: only a sandbox may send to this machine')
  }
  if (given.ICONS === 'on') missing.push('ICONS: has to be off, pictures of a live shop are imported by hand')
  return [...missing, ...missingTexts(texts)]
}

/**
 * Returns a line for each setting that another one, or the mode, needs and that is not set.
 *
 * @param texts of a site that starts; undefined for commands, which show no page
 */
export function missingSettings(given: Given, texts: OperatorTexts | undefined): string[] {
  return [
    ...missingForSentinels(given),
    ...missingForProviders(given),
    ...missingForBackups(given),
    ...missingForWebhook(given),
    ...missingForLive(given, texts ?? {}),
  ]
}
