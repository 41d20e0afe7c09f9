// Conventions of the texts: every key in every language with the plural forms of that language, the same placeholders in all,
// none empty, none that nothing shows, no dash that may begin a line in Russian and Ukrainian.
import { LANGUAGES, type Language } from '../../src/game/language.ts'
import type { Fault, SourceFile } from './tree.ts'

/** Plural forms of whole numbers (CLDR), as i18next names them at the end of a key. */
const PLURAL_FORMS: Readonly<Record<Language, readonly string[]>> = {
  en: ['one', 'other'],
  ru: ['one', 'few', 'many', 'other'],
  uk: ['one', 'few', 'many', 'other'],
}

const PLURAL_KEY = /^(.+)_(zero|one|two|few|many|other)$/
const PLACEHOLDER = /\{\{-?\s*([\w.]+)[^}]*\}\}/g

/** Texts of one namespace in one language: flat keys, dots between their parts. */
type Texts = ReadonlyMap<string, string>

type Namespaces = ReadonlyMap<string, ReadonlyMap<Language, Texts>>

const fileOf = (namespace: string, language: Language): string => `src/i18n/locales/${language}/${namespace}.json`

function flatten(value: unknown, key: string, into: Map<string, string>): Map<string, string> {
  if (typeof value === 'object' && value !== null) {
    for (const [part, inner] of Object.entries(value)) flatten(inner, key === '' ? part : `${key}.${part}`, into)
  } else into.set(key, typeof value === 'string' ? value : '')
  return into
}

/** Reads `{language}/{namespace}.json` files; what cannot be read is a fault. */
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

/** Keys as code asks for them: `cases_one` and `cases_other` are both `cases`, if any language has `cases_other`. */
function askedKeys(languages: ReadonlyMap<Language, Texts>): ReadonlyMap<string, { plural: boolean }> {
  const all = new Set([...languages.values()].flatMap((texts) => [...texts.keys()]))
  const asked = new Map<string, { plural: boolean }>()
  for (const key of all) {
    const [, base = key] = PLURAL_KEY.exec(key) ?? []
    const plural = base !== key && all.has(`${base}_other`)
    asked.set(plural ? base : key, { plural })
  }
  return asked
}

function formFaults(key: string, language: Language, texts: Texts): string[] {
  const wanted = PLURAL_FORMS[language]
  const given = [...texts.keys()].flatMap((name) => {
    const [, base, form = ''] = PLURAL_KEY.exec(name) ?? []
    return base === key ? [form] : []
  })
  return [
    ...wanted.filter((form) => !given.includes(form)).map((form) => `"${key}_${form}" is missing`),
    ...given
      .filter((form) => !wanted.includes(form))
      .map((form) => `"${key}_${form}" is no plural form of this language`),
  ]
}

/** Keys and plural forms that a language lacks, empty texts, dashes that may begin a line, and placeholders that differ from English. */
export function textFaults(namespaces: Namespaces): Fault[] {
  const faults: Fault[] = []
  for (const [namespace, languages] of namespaces) {
    const asked = askedKeys(languages)
    for (const language of LANGUAGES) {
      const file = fileOf(namespace, language)
      const texts = languages.get(language)
      if (texts === undefined) {
        faults.push({ file, fault: 'is missing' })
        continue
      }
      const valuesOf = (of: Texts | undefined, key: string, plural: boolean): string[] =>
        (plural ? PLURAL_FORMS[language].map((form) => `${key}_${form}`) : [key]).flatMap((name) => of?.get(name) ?? [])
      for (const [key, { plural }] of asked) {
        if (plural) faults.push(...formFaults(key, language, texts).map((fault) => ({ file, fault })))
        else if (!texts.has(key)) faults.push({ file, fault: `"${key}" is missing` })
        const own = placeholders(valuesOf(texts, key, plural))
        const english = placeholders(valuesOf(languages.get('en'), key, plural))
        if (valuesOf(texts, key, plural).length > 0 && own !== english) {
          faults.push({ file, fault: `"${key}" has the placeholders (${own}), English has (${english})` })
        }
      }
      for (const [key, text] of texts) {
        if (text.trim() === '') faults.push({ file, fault: `"${key}" is empty` })
        if (language !== 'en' && text.includes(' —')) {
          faults.push({ file, fault: `"${key}" may begin a line with a dash: a no-break space belongs before it` })
        }
      }
    }
  }
  return faults
}

/** Strings also count within a template, where most of them stand in its expressions: two passes. */
const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g
const TEMPLATE = /`((?:[^`\\]|\\.)*)`/g
/** A part of a key: what may stand around the expressions of a template that makes one. */
const KEY_PARTS = /^[\w.:-]*$/

interface Asking {
  /** Every string of the file. */
  readonly literals: ReadonlySet<string>
  /** Keys made of literal parts around expressions: `rarity.${name}`. */
  readonly patterns: readonly RegExp[]
}

/** What a source file may ask for: we do not run it, so every string counts. */
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

/** The namespace of a key that names none, as src/i18n/speech.ts sets it. */
const DEFAULT_NAMESPACE = 'common'

/** What the code calls a namespace: its file's name, in camel case. */
function nameOf(file: string): string {
  return file.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Keys that no source file asks for. A key counts as asked for where a string or a template with literal parts makes it:
 * `ns:key` anywhere, `key` in a file that names its namespace (or anywhere for the default one).
 */
export function unusedTexts(namespaces: Namespaces, sources: readonly SourceFile[]): Fault[] {
  const asking = sources.map(askingOf)
  return [...namespaces].flatMap(([file, languages]) => {
    const namespace = nameOf(file)
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
