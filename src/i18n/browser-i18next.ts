// The part of i18next that browsers use: nested keys, plurals and variables of texts that are in the page. The browser's build has it in
// place of i18next (scripts/browser-i18next.mjs), whose loading, detection and formatting take 13 KB of every page. tests/i18n compares
// its answers with those of i18next for every text.

type Variables = Readonly<Record<string, unknown>>

/** The methods of an i18next instance that react-i18next and the islands call. */
export interface BrowserI18n {
  language: string
  languages: readonly string[]
  isInitialized: true
  options: Readonly<Record<string, unknown>>
  init(options: { lng: string; resources: Readonly<Record<string, Readonly<Record<string, unknown>>>> }): void
  t(key: string, variables?: Variables): string
  getFixedT(language: string, namespace: string): (key: string, variables?: Variables) => string
  hasLoadedNamespace(): true
  hasResourceBundle(language: string, namespace: string): boolean
  addResourceBundle(language: string, namespace: string, texts: unknown): void
  on(): void
  off(): void
}

const VARIABLE = /\{\{(\w+)\}\}/g

/** Creates an instance, to which `init` gives the texts of one language. */
export function createInstance(): BrowserI18n {
  let texts: Record<string, unknown> = {}
  let plurals: Intl.PluralRules

  /** Returns the text at a path; undefined where there is none. */
  function find(namespace: string, path: string): string | undefined {
    let at: unknown = texts[namespace]
    for (const part of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[part]
    return typeof at === 'string' ? at : undefined
  }

  const i18n: BrowserI18n = {
    language: '',
    languages: [],
    isInitialized: true,
    options: {},
    init({ lng, resources }) {
      i18n.language = lng
      i18n.languages = [lng]
      texts = { ...resources[lng] }
      plurals = new Intl.PluralRules(lng)
    },
    t: (key, variables) => i18n.getFixedT(i18n.language, 'common')(key, variables),
    getFixedT:
      (_language, own) =>
      (key, variables = {}) => {
        const [namespace, path] = key.includes(':') ? (key.split(':') as [string, string]) : [own, key]
        const { count } = variables
        const plural = typeof count === 'number' ? find(namespace, `${path}_${plurals.select(count)}`) : undefined
        const text = plural ?? find(namespace, path) ?? path
        return text.replace(VARIABLE, (_, name: string) => String(variables[name] ?? ''))
      },
    hasLoadedNamespace: () => true,
    hasResourceBundle: (_language, namespace) => namespace in texts,
    addResourceBundle(_language, namespace, more) {
      texts[namespace] = more
    },
    on: () => undefined,
    off: () => undefined,
  }
  return i18n
}

/** Is imported by react-i18next for keys that are functions, which no text here uses. */
export function keyFromSelector(): string {
  return ''
}
