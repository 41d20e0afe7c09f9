// A shop's own words of messages, as replies.json has them: by the keys of the site's own.
import type { Language } from '../../../game/base/language.ts'

export type OwnMessages = Readonly<Record<string, Readonly<Partial<Record<Language, string>>> | undefined>>

/** Reads the file; none of its own for one that is no record, which the check of the draft names. */
export function readMessages(text: string | undefined): OwnMessages {
  try {
    const read: unknown = JSON.parse(text ?? '{}')
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as OwnMessages) : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** Returns the messages with other words of one; without words it is the site's own again. */
export function withMessage(own: OwnMessages, key: string, language: Language, text: string): OwnMessages {
  const { [language]: _before, ...others } = own[key] ?? {}
  const next = text === '' ? others : { ...others, [language]: text }
  const { [key]: _all, ...rest } = own
  return Object.keys(next).length === 0 ? rest : { ...rest, [key]: next }
}

/** Writes the file, in the order of keys; null where nothing is the shop's own. */
export function writeMessages(own: OwnMessages): string | null {
  const entries = Object.entries(own).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return entries.length === 0 ? null : `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

/** Returns the variables of a message, with their braces. */
export function variablesOf(text: string): string[] {
  return [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])]
}
