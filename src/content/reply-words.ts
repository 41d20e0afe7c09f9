// A shop's own words of answers and messages (replies.json): in place of the site's, by their keys and languages.
import { z } from 'zod'
import { LANGUAGES, type Language, perLanguage } from '../game/base/language.ts'
import { RESOURCES } from '../i18n/resources.ts'
import { type FileFault, REPLIES_FILE, type ShopFiles } from './shop-files.ts'

/** Words by the keys of the site's own, such as `refusal.balance`. */
export type ReplyWords = Readonly<Record<Language, Readonly<Record<string, string>>>>

/** The words, or what is wrong with them. */
export type ReadReplyWords = { readonly words: ReplyWords } | { readonly faults: readonly FileFault[] }

/** Toasts and notifications have room for them. */
const LENGTH_MOST = 300

const VARIABLE = /\{\{\s*([\w.]+)[^}]*\}\}/g

const fileSchema = z.record(z.string(), z.partialRecord(z.enum(LANGUAGES), z.string().trim()))

/** Returns the texts below a part of the site's own, by their keys. */
function* textsIn(part: object, path: string): Generator<readonly [key: string, text: string]> {
  for (const [name, value] of Object.entries(part)) {
    const key = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string') yield [key, value]
    else yield* textsIn(value, key)
  }
}

/** The site's own words. */
const OWN: Readonly<Record<Language, ReadonlyMap<string, string>>> = perLanguage(
  (language) => new Map(textsIn(RESOURCES[language].replies, '')),
)

/** Returns the site's own words of all messages that each language has; plural forms of one language alone are left out. */
export function ownReplies(): { key: string; texts: Record<Language, string> }[] {
  return [...OWN.en.keys()].flatMap((key) => {
    const texts = perLanguage((language) => OWN[language].get(key))
    const { en, ru, uk } = texts
    return en === undefined || ru === undefined || uk === undefined ? [] : [{ key, texts: { en, ru, uk } }]
  })
}

const variablesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))].sort()

/** Returns what is wrong with the words of a key in a language; undefined where nothing is. */
function faultOf(key: string, language: Language, text: string): string | undefined {
  const own = OWN[language].get(key)
  if (own === undefined) return `"${key}" is no message of the site in "${language}"`
  if (text === '' || text.length > LENGTH_MOST)
    return `"${key}", "${language}": has ${text.length} letters; 1 to ${LENGTH_MOST} are asked for`
  const [wanted, given] = [variablesOf(own), variablesOf(text)]
  const list = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ')
  const unknown = given.filter((name) => !wanted.includes(name))
  if (unknown.length > 0) return `"${key}", "${language}": there is no ${list(unknown)} in this message`
  const lacking = wanted.filter((name) => !given.includes(name))
  return lacking.length === 0 ? undefined : `"${key}", "${language}": ${list(lacking)} is missing`
}

/** Reads a shop's own words; a shop without the file has none. */
export function readReplyWords(files: ShopFiles): ReadReplyWords {
  const text = files[REPLIES_FILE]
  if (text === undefined) return { words: perLanguage(() => ({})) }
  const at = (line: number, fault: string): FileFault => ({ file: REPLIES_FILE, line, fault })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    return { faults: [at(1, `is no JSON: ${cause instanceof Error ? cause.message : cause}`)] }
  }
  const lines = text.split('\n')
  const lineOf = (key: string): number =>
    Math.max(
      0,
      lines.findIndex((line) => line.includes(`"${key}"`)),
    ) + 1
  const { data, error } = fileSchema.safeParse(json)
  if (data === undefined) {
    return {
      faults: error.issues.map(({ path, message }) =>
        at(lineOf(String(path[0])), `"${path.join('", "')}": ${message}`),
      ),
    }
  }
  const words = perLanguage((): Record<string, string> => ({}))
  const faults: FileFault[] = []
  for (const [key, own] of Object.entries(data)) {
    for (const language of LANGUAGES) {
      const text = own[language]
      if (text === undefined) continue
      const fault = faultOf(key, language, text)
      if (fault === undefined) words[language][key] = text
      else faults.push(at(lineOf(key), fault))
    }
  }
  return faults.length === 0 ? { words } : { faults }
}
