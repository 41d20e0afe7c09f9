// The part of i18next that browsers use: nested keys, plurals and variables of texts that are in the page. The browser's build has it in
// place of i18next (scripts/browser-i18next.mjs), whose loading, detection and formatting take 13 KB of every page. tests/i18n compares
// its answers with those of i18next for every text.

type Variables = Readonly<Record<string, unknown>>

/** Returns the text of a key in one namespace; `other:key` is of another. */
export type FixedT = (key: string, variables?: Variables) => string

/** The methods of an i18next instance that the islands call. */
export interface BrowserI18n {
  language: string
  init(options: { lng: string; resources: Readonly<Record<string, Readonly<Record<string, unknown>>>> }): void
  t: FixedT
  /** Returns the same function each time, for components that are memoised. */
  getFixedT(language: string, namespace: string): FixedT
  hasResourceBundle(language: string, namespace: string): boolean
  addResourceBundle(language: string, namespace: string, texts: unknown): void
}

const VARIABLE = /\{\{(\w+)\}\}/g

/** Creates an instance, to which `init` gives the texts of one language. */
export function createInstance(): BrowserI18n {
  let texts: Record<string, unknown> = {}
  let plurals: Intl.PluralRules
  const functions = new Map<string, FixedT>()

  /** Returns the text at a path; undefined where there is none. */
  function find(namespace: string, path: string): string | undefined {
    let at: unknown = texts[namespace]
    for (const part of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[part]
    return typeof at === 'string' ? at : undefined
  }

  const textsOf =
    (own: string): FixedT =>
    (key, variables = {}) => {
      const [namespace, path] = key.includes(':') ? (key.split(':') as [string, string]) : [own, key]
      const { count } = variables
      const plural = typeof count === 'number' ? find(namespace, `${path}_${plurals.select(count)}`) : undefined
      const text = plural ?? find(namespace, path) ?? path
      return text.replace(VARIABLE, (_, name: string) => String(variables[name] ?? ''))
    }

  const i18n: BrowserI18n = {
    language: '',
    init({ lng, resources }) {
      i18n.language = lng
      texts = { ...resources[lng] }
      plurals = new Intl.PluralRules(lng)
    },
    t: (key, variables) => i18n.getFixedT(i18n.language, 'common')(key, variables),
    getFixedT(_language, namespace) {
      const t = functions.get(namespace) ?? textsOf(namespace)
      functions.set(namespace, t)
      return t
    },
    hasResourceBundle: (_language, namespace) => namespace in texts,
    addResourceBundle(_language, namespace, more) {
      texts[namespace] = more
    },
  }
  return i18n
}
