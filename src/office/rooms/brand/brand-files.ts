// The files of a shop's name, look and details, as the room Brand edits them.
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { SOCIAL_NETWORKS, type SocialNetwork } from '../../../game/base/social.ts'
import { CURRENCIES, type Currency } from '../../../game/payments/deposit.ts'

export const BRAND_FILE = 'brand.json'
export const OPERATOR_FILE = 'operator.json'

/** What the room reads of the shop's files. */
export const BRAND_FILES = `${BRAND_FILE},${OPERATOR_FILE}`

export interface BrandRecord {
  readonly name: string
  readonly tagline: Readonly<Record<Language, string>>
  /** A colour such as #c6ff3d. */
  readonly accent: string
  /** An SVG, or the name of one; null for the site's own drop. */
  readonly mark: string | null
  /** An SVG, or the name of one; null for the name in letters. */
  readonly wordmark: string | null
  /** Addresses of accounts; a network without one is left out. */
  readonly social: Readonly<Partial<Record<SocialNetwork, string>>>
  readonly languages: readonly Language[]
  /** The currencies that deposits begin with; a language without a choice is left out. */
  readonly currency: Readonly<Partial<Record<Language, Currency>>>
  /** Null for that of the server's settings. */
  readonly timeZone: string | null
}

/** The operator's details in the order in which the room asks for them; those that are mail addresses are the same in all languages. */
export const DETAILS = ['company', 'address', 'licence', 'countries', 'law', 'support', 'privacy', 'partners'] as const

export type DetailName = (typeof DETAILS)[number]

export const MAIL_DETAILS: readonly DetailName[] = ['support', 'privacy', 'partners']

export type OperatorRecord = Readonly<Partial<Record<string, string | Readonly<Record<Language, string>>>>>

/** Reads a file; undefined for one that is no record, which the check of the draft names. */
function readRecord(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text ?? '')
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Readonly<Record<string, unknown>>)
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function perLanguageOf(value: unknown): Readonly<Record<Language, string>> {
  const own = (language: Language): string =>
    typeof value === 'object' && value !== null ? textOf(Reflect.get(value, language)) : textOf(value)
  return { en: own('en'), ru: own('ru'), uk: own('uk') }
}

/** Returns those of the named fields that a value has and that are wanted, in the order of the names. */
function chosen<Name extends string, Value extends string>(
  value: unknown,
  names: readonly Name[],
  isWanted: (text: string) => text is Value,
): Partial<Record<Name, Value>> {
  const fields = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  const own = names.flatMap((name) => {
    const text = textOf(fields.get(name))
    return isWanted(text) ? [[name, text] as const] : []
  })
  return Object.fromEntries(own) as Partial<Record<Name, Value>>
}

const isWritten = (text: string): text is string => text !== ''
const isCurrency = (text: string): text is Currency => CURRENCIES.some((currency) => currency === text)

/** Returns a record with another value of a field; without the field where the value is empty. */
export function withChoice<Name extends string, Value extends string>(
  record: Readonly<Partial<Record<Name, Value>>>,
  name: Name,
  value: Value | '',
): Partial<Record<Name, Value>> {
  const { [name]: _, ...others } = record
  return (value === '' ? others : { ...record, [name]: value }) as Partial<Record<Name, Value>>
}

/** Returns the brand of a text; undefined for one that is no record. */
export function readBrandRecord(text: string | undefined): BrandRecord | undefined {
  const record = readRecord(text)
  if (record === undefined) return undefined
  const { name, tagline, accent, mark, wordmark, social, languages, currency, timeZone } = record
  return {
    name: textOf(name),
    tagline: perLanguageOf(tagline),
    accent: textOf(accent),
    mark: typeof mark === 'string' ? mark : null,
    wordmark: typeof wordmark === 'string' ? wordmark : null,
    social: chosen(social, SOCIAL_NETWORKS, isWritten),
    languages: LANGUAGES.filter((one) => !Array.isArray(languages) || languages.includes(one)),
    currency: chosen(currency, LANGUAGES, isCurrency),
    timeZone: typeof timeZone === 'string' ? timeZone : null,
  }
}

/** Returns the operator's details of a text; undefined for one that is no record. */
export function readOperatorRecord(text: string | undefined): OperatorRecord | undefined {
  return readRecord(text) as OperatorRecord | undefined
}

/** Returns a detail in a language. */
export const detailOf = (record: OperatorRecord, name: string, language: Language): string =>
  perLanguageOf(record[name])[language]

/** Returns the details with another value of one: the same in all languages where it is a mail address. */
export function withDetail(
  record: OperatorRecord,
  name: DetailName,
  language: Language,
  value: string,
): OperatorRecord {
  const next = MAIL_DETAILS.includes(name) ? value : { ...perLanguageOf(record[name]), [language]: value }
  return { ...record, [name]: next }
}

/** Writes a record as its file has it. */
export const writeRecord = (record: object): string => `${JSON.stringify(record, null, 2)}\n`
