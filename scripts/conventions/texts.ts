// Checks of the texts that i18next's types lack: plural forms of each language, placeholders that differ from English, empty texts,
// keys that no source file asks for, and wording.
import { LANGUAGES, type Language } from '../../src/game/base/language.ts'
import type { Fault, SourceFile } from './tree.ts'
import { wordingFaults } from './wording.ts'

const PLURAL_KEY = /^(.+)_(zero|one|two|few|many|other)$/
const PLACEHOLDER = /\{\{-?\s*([\w.]+)[^}]*\}\}/g

/** Texts of one namespace in one language by flat key, with dots between its parts. */
type Texts = ReadonlyMap<string, string>

type Namespaces = ReadonlyMap<string, ReadonlyMap<Language, Texts>>

const fileOf = (namespace: string, language: Language): string => `src/i18n/locales/${language}/${namespace}.json`

function flatten(value: unknown, key: string, into: Map<string, string>): Map<string, string> {
  if (typeof value === 'object' && value !== null) {
    for (const [part, inner] of Object.entries(value)) flatten(inner, key === '' ? part : `${key}.${part}`, into)
  } else into.set(key, typeof value === 'string' ? value : '')
  return into
}

/** Reads `{language}/{namespace}.json` files, and returns a fault for each that cannot be read. */
export function readTexts(files: readonly SourceFile[]): { namespaces: Namespaces; faults: Fault[] } {
  const namespaces = new Map<string, Map<Language, Texts>>()
  const faults: Fault[] = []
  for (const { path, text } of files) {
    const [, folder, namespace = ''] = /([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
    const language = LANGUAGES.find((known) => known === folder)
    if (language === undefined) {
      faults.push({ file: path, fault: `"${folder}" is no language of the site` })
      continue
    }
    const languages = namespaces.get(namespace) ?? new Map<Language, Texts>()
    try {
      languages.set(language, flatten(JSON.parse(text), '', new Map()))
    } catch (cause) {
      faults.push({ file: path, fault: `is no JSON: ${cause instanceof Error ? cause.message : cause}` })
      languages.set(language, new Map())
    }
    namespaces.set(namespace, languages)
  }
  return { namespaces, faults }
}

const placeholders = (texts: readonly string[]): string =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)))].sort().join(', ')

/** Returns keys as code asks for them, and whether they have plural forms: `cases_one` is `cases` if any language has `cases_other`. */
function askedKeys(languages: ReadonlyMap<Language, Texts>): ReadonlyMap<string, boolean> {
  const all = new Set([...languages.values()].flatMap((texts) => [...texts.keys()]))
  const asked = new Map<string, boolean>()
  for (const key of all) {
    const [, base = key] = PLURAL_KEY.exec(key) ?? []
    const isPlural = base !== key && all.has(`${base}_other`)
    asked.set(isPlural ? base : key, isPlural)
  }
  return asked
}

/** Returns the keys of a language's file for one key of the code. */
function formsOf(key: string, isPlural: boolean, language: Language): string[] {
  if (!isPlural) return [key]
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.map((form) => `${key}_${form}`)
}

function faultsOf(language: Language, texts: Texts, english: Texts, asked: ReadonlyMap<string, boolean>): string[] {
  const faults: string[] = []
  const wanted = new Set<string>()
  for (const [key, isPlural] of asked) {
    const forms = formsOf(key, isPlural, language)
    for (const form of forms) {
      wanted.add(form)
      if (!texts.has(form)) faults.push(`"${form}" is missing`)
    }
    const values = forms.flatMap((form) => texts.get(form) ?? [])
    const own = placeholders(values)
    const theirs = placeholders(formsOf(key, isPlural, 'en').flatMap((form) => english.get(form) ?? []))
    if (values.length > 0 && own !== theirs) {
      faults.push(`"${key}" has the placeholders (${own}), English has (${theirs})`)
    }
  }
  for (const [key, text] of texts) {
    if (!wanted.has(key)) faults.push(`"${key}" is no plural form of this language`)
    if (text.trim() === '') faults.push(`"${key}" is empty`)
  }
  return faults
}

/** Texts that the specification words. */
const GIVEN = new Set(['submit.no-method', 'submit.no-address'])

/** Texts of the fairness page alone, where results are rolls. */
const FAIRNESS_NAMESPACES = new Set(['fairness', 'battle-proof'])

function wordingOf(namespace: string, language: Language, texts: Texts): string[] {
  return [...texts]
    .filter(([key]) => !(namespace === 'deposit' && GIVEN.has(key)))
    .flatMap(([key, text]) => {
      const isFairness = FAIRNESS_NAMESPACES.has(namespace) || (namespace === 'pages' && key.startsWith('fairness.'))
      return wordingFaults(text, language, isFairness ? 'fairness' : 'interface').map((fault) => `"${key}" ${fault}`)
    })
}

/** Returns what is wrong with the texts of each language, compared with the other languages. */
export function textFaults(namespaces: Namespaces): Fault[] {
  return [...namespaces].flatMap(([namespace, languages]) => {
    const asked = askedKeys(languages)
    const english: Texts = languages.get('en') ?? new Map()
    return LANGUAGES.flatMap((language) => {
      const texts = languages.get(language)
      const faults =
        texts === undefined
          ? ['is missing']
          : [...faultsOf(language, texts, english, asked), ...wordingOf(namespace, language, texts)]
      return faults.map((fault) => ({ file: fileOf(namespace, language), fault }))
    })
  })
}

/** Strings inside templates count too: most of them are in its expressions. */
const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g
const TEMPLATE = /`((?:[^`\\]|\\.)*)`/g
/** The literal parts of a template that builds a key. */
const KEY_PARTS = /^[\w.:-]*$/

interface Asking {
  /** Every string of the file. */
  readonly literals: ReadonlySet<string>
  /** Keys made of literal parts around expressions: `rarity.${name}`. */
  readonly patterns: readonly RegExp[]
}

/** Returns the keys that a source file may use: it is not run, so every string counts. */
function askingOf({ text }: SourceFile): Asking {
  const literals = new Set([...text.matchAll(QUOTED)].map(([, single, double]) => single ?? double ?? ''))
  const patterns: RegExp[] = []
  for (const [, template = ''] of text.matchAll(TEMPLATE)) {
    if (!template.includes('${')) {
      literals.add(template)
      continue
    }
    const parts = template.split(/\$\{[^}]*\}/)
    const says = parts.join('').replaceAll(/[^A-Za-z]/g, '').length
    if (says < 2 || !parts.every((part) => KEY_PARTS.test(part))) continue
    patterns.push(new RegExp(`^${parts.map((part) => part.replaceAll(/[.-]/g, '\\$&')).join('.+')}$`))
  }
  return { literals, patterns }
}

/** The namespace of a key without one (src/i18n/i18n-instance.ts). */
const DEFAULT_NAMESPACE = 'common'

/** Texts that are read as a whole; a test looks for who says each of them (tests/content/fault-words.test.ts). */
const READ_AS_A_WHOLE: ReadonlySet<string> = new Set(['officeShopFaults'])

/** Returns the namespace of a file: its name in camel case. */
function nameOf(file: string): string {
  return file.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Returns keys that no source file uses. A key is used where a string or a template with literal parts builds it:
 * `ns:key` anywhere, `key` in a file that names its namespace (or anywhere for the default one).
 */
export function unusedTexts(namespaces: Namespaces, sources: readonly SourceFile[]): Fault[] {
  const asking = sources.map(askingOf)
  return [...namespaces].flatMap(([file, languages]) => {
    const namespace = nameOf(file)
    if (READ_AS_A_WHOLE.has(namespace)) return []
    const near = namespace === DEFAULT_NAMESPACE ? asking : asking.filter(({ literals }) => literals.has(namespace))
    const isAsked = (key: string): boolean =>
      near.some(({ literals, patterns }) => literals.has(key) || patterns.some((pattern) => pattern.test(key))) ||
      asking.some(
        ({ literals, patterns }) =>
          literals.has(`${namespace}:${key}`) || patterns.some((pattern) => pattern.test(`${namespace}:${key}`)),
      )
    return [...askedKeys(languages).keys()]
      .filter((key) => !isAsked(key))
      .map((key) => ({ file: fileOf(file, 'en'), fault: `"${key}" is shown nowhere` }))
  })
}
