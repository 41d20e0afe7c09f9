// The operator's details (operator.json): what differs from one operator to the next, such as name and addresses, written once.
import type { Language } from '../game/base/language.ts'

/** Matches `{{name}}`, also with the braces encoded, as Markdown writes them in the address of a link. */
export const DETAIL = /(?:\{\{|%7B%7B)\s*([\w-]+)\s*(?:\}\}|%7D%7D)/g

/** Returns a value of operator.json in a language: a string applies to all languages, an object has one for each. */
export function detailIn(value: unknown, language: Language): string | undefined {
  const own = typeof value === 'object' && value !== null ? Reflect.get(value, language) : value
  return typeof own === 'string' && own.trim() !== '' ? own : undefined
}

/** What the pages name of every operator. */
const REQUIRED = ['company', 'address', 'licence', 'countries', 'law', 'support', 'privacy', 'partners'] as const

/** Those of them that are mail addresses. */
const MAIL_DETAILS: readonly string[] = ['support', 'privacy', 'partners']

/** A text in square brackets. */
const BRACKETED = /^\s*\[.*\]\s*$/s

/** A host that nobody can own: RFC 2606 and 6761 reserve them for examples and for one machine. */
const RESERVED_HOST =
  /(?:^|[@./])(?:[\w-]+\.)*(?:example|invalid|test|localhost|local|example\.(?:com|net|org))(?=$|[/:?#\s,;)])/i

const MAIL_ADDRESS = /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i

/** Tells whether a text names a made-up host: in a mail address, or in the address of a page. */
function isMadeUp(text: string): boolean {
  return text.split(/\s+/).some((word) => /@|:\/\//.test(word) && RESERVED_HOST.test(word))
}

/** Returns the names of details that still have their placeholder in any language, or the address of a made-up host. */
export function placeholdersIn(operator: unknown): string[] {
  return Object.entries(operator ?? {}).flatMap(([name, value]) => {
    const texts: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value]
    return texts.some((text) => typeof text === 'string' && (BRACKETED.test(text) || isMadeUp(text))) ? [name] : []
  })
}

/** Returns the names of details that are missing, and of mail addresses that are none. */
export function incompleteDetails(operator: unknown): string[] {
  return REQUIRED.filter((name) => {
    const value: unknown = Reflect.get(operator ?? {}, name)
    if (value === undefined) return true
    return MAIL_DETAILS.includes(name) && typeof value === 'string' && !MAIL_ADDRESS.test(value)
  })
}

/** A text in brackets that is no link: neither `[words](/page)` nor `[words]: /page`. */
const BRACKETS_IN_TEXT = /(?<!\])\[[^\]\n]+\](?![([:])/g

/** Returns the placeholders of a Markdown text: words in brackets, and addresses of made-up hosts, each once. */
export function placeholdersInText(markdown: string): string[] {
  const madeUp = markdown.split(/[\s()<>]+/).filter(isMadeUp)
  return [...new Set([...(markdown.match(BRACKETS_IN_TEXT) ?? []), ...madeUp])]
}

/** Formats the names of details: `"company", "law"`. */
export function formatDetailNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
