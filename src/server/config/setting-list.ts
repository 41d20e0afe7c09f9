// The settings as the office lists them. A value is listed only where its setting is named here: what is new, and what may hold a secret,
// says whether it is set and nothing more.
import { environmentSchema, SETTING_NAMES } from './config-schema.ts'

/** Settings whose values hold no secret: numbers, words, hosts and places of this machine, and addresses that everybody sees. */
const OPEN: readonly (keyof typeof environmentSchema.shape)[] = [
  'MODE',
  'PORT',
  'REALTIME_PORT',
  'DEV_PORT',
  'HOST',
  'METRICS_PORT',
  'METRICS_HOST',
  'OFFICE_PORT',
  'OFFICE_HOST',
  'OFFICE_URL',
  'SITE_URL',
  'DATA_DIR',
  'SHOP_DIR',
  'DATABASE_CONNECTIONS',
  'REDIS_PREFIX',
  'SESSION_IDLE_DAYS',
  'TIME_ZONE',
  'CLOCK',
  'WITHDRAWALS',
  'WITHDRAWAL_CHECKS',
  'TRUST_PROXY',
  'SERVICE_WORKER',
  'PUSH_SUBJECT',
  'API_DOCS',
  'HOUSE_PLAYERS',
  'ICONS',
  'LEDGER_CHECK',
  'BACKUP_DIR',
  'BACKUP_AT',
  'BACKUP_KEEP_DAYS',
  'BACKUP_KEEP_WEEKS',
  'PRICES_AT',
  'DRAIN_SECONDS',
  'LOG_LEVEL',
  'CALLS_PER_MINUTE',
  'PAGES_PER_MINUTE',
  'SOCKETS',
  'SOCKETS_PER_ADDRESS',
  'ACTIONS_PER_MINUTE',
]

const OPEN_NAMES: ReadonlySet<string> = new Set(OPEN)

export interface ListedSetting {
  readonly name: string
  readonly isSet: boolean
  /** What it is set to, else its default; null for a value that is not listed, and where there is none. */
  readonly value: string | null
  /** True for a setting whose value is never listed. */
  readonly isHidden: boolean
}

/** Returns the default of each setting that has one, as the environment would hold it. */
function defaultOf(name: keyof typeof environmentSchema.shape): string | null {
  const parsed = environmentSchema.shape[name].safeParse(undefined)
  if (!parsed.success || parsed.data === undefined || parsed.data === null) return null
  if (typeof parsed.data === 'boolean') return parsed.data ? 'on' : 'off'
  return String(parsed.data)
}

/** Lists all settings by the texts that were given for them. */
export function listSettings(given: Readonly<Record<string, string | undefined>>): ListedSetting[] {
  return SETTING_NAMES.map((name) => {
    const isHidden = !OPEN_NAMES.has(name)
    const text = given[name]
    const isSet = text !== undefined && text !== ''
    if (isHidden) return { name, isSet, value: null, isHidden }
    return { name, isSet, value: isSet ? text : defaultOf(name as keyof typeof environmentSchema.shape), isHidden }
  })
}
