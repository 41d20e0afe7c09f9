// The operator's details (operator.json): what differs from one operator to the next, such as name and addresses, written once.
import type { Language } from '../game/language.ts'

/** Matches `{{name}}`, also with the braces encoded, as Markdown writes them in the address of a link. */
export const DETAIL = /(?:\{\{|%7B%7B)\s*([\w-]+)\s*(?:\}\}|%7D%7D)/g

/** Returns a value of operator.json in a language: a string applies to all languages, an object has one for each. */
export function detailIn(value: unknown, language: Language): string | undefined {
  const own = typeof value === 'object' && value !== null ? Reflect.get(value, language) : value
  return typeof own === 'string' && own.trim() !== '' ? own : undefined
}
