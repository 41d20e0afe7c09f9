// The operator's details (operator.json): what differs from one operator to the next, such as name and addresses, written once.
import type { Language } from '../game/language.ts'

/** Matches `{{name}}`, also with the braces encoded, as Markdown writes them in the address of a link. */
export const DETAIL = /(?:\{\{|%7B%7B)\s*([\w-]+)\s*(?:\}\}|%7D%7D)/g

/** Returns a value of operator.json in a language: a string applies to all languages, an object has one for each. */
export function detailIn(value: unknown, language: Language): string | undefined {
  const own = typeof value === 'object' && value !== null ? Reflect.get(value, language) : value
  return typeof own === 'string' && own.trim() !== '' ? own : undefined
}

/** A text in square brackets, or an address below a domain that RFC 2606 reserves for examples. */
const PLACEHOLDER = /^\s*\[.*\]\s*$|@[^@]*\.(?:example|invalid|test)$/s

/** Returns the names of details that still have their placeholder in any language. */
export function placeholdersIn(operator: unknown): string[] {
  return Object.entries(operator ?? {}).flatMap(([name, value]) => {
    const texts: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value]
    return texts.some((text) => typeof text === 'string' && PLACEHOLDER.test(text)) ? [name] : []
  })
}

/** Formats the names of details: `"company", "law"`. */
export function formatDetailNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
