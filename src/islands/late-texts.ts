// Texts of dialogs that are not in the page: a namespace is loaded in one language when its dialog opens.
import type { i18n } from 'i18next'
import type { Language } from '../game/base/language.ts'
import { loadPart } from '../stores/kernel/load-part.ts'

const READ = {
  app: {
    en: () => loadPart(() => import('../i18n/locales/en/app.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/app.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/app.json')),
  },
  battleParts: {
    en: () => loadPart(() => import('../i18n/locales/en/battle-parts.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/battle-parts.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/battle-parts.json')),
  },
  battleProof: {
    en: () => loadPart(() => import('../i18n/locales/en/battle-proof.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/battle-proof.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/battle-proof.json')),
  },
  deposit: {
    en: () => loadPart(() => import('../i18n/locales/en/deposit.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/deposit.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/deposit.json')),
  },
  fairness: {
    en: () => loadPart(() => import('../i18n/locales/en/fairness.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/fairness.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/fairness.json')),
  },
  hints: {
    en: () => loadPart(() => import('../i18n/locales/en/hints.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/hints.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/hints.json')),
  },
  letters: {
    en: () => loadPart(() => import('../i18n/locales/en/letters.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/letters.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/letters.json')),
  },
  missed: {
    en: () => loadPart(() => import('../i18n/locales/en/missed.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/missed.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/missed.json')),
  },
  sharing: {
    en: () => loadPart(() => import('../i18n/locales/en/sharing.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/sharing.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/sharing.json')),
  },
  protection: {
    en: () => loadPart(() => import('../i18n/locales/en/protection.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/protection.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/protection.json')),
  },
  mirror: {
    en: () => loadPart(() => import('../i18n/locales/en/mirror.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/mirror.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/mirror.json')),
  },
  price: {
    en: () => loadPart(() => import('../i18n/locales/en/price.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/price.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/price.json')),
  },
  waiting: {
    en: () => loadPart(() => import('../i18n/locales/en/waiting.json')),
    ru: () => loadPart(() => import('../i18n/locales/ru/waiting.json')),
    uk: () => loadPart(() => import('../i18n/locales/uk/waiting.json')),
  },
} as const satisfies Record<string, Record<Language, () => Promise<{ default: object }>>>

type LateNamespace = keyof typeof READ

const reading = new Map<LateNamespace, Promise<void>>()

async function read(speech: i18n, namespace: LateNamespace): Promise<void> {
  const language = speech.language as Language
  if (speech.hasResourceBundle(language, namespace)) return
  speech.addResourceBundle(language, namespace, (await READ[namespace][language]()).default)
}

/** Loads the texts into the page's i18next instance; returns the same promise each time, because React suspends on it. */
export function lateTexts(speech: i18n, namespace: LateNamespace): Promise<void> {
  const known = reading.get(namespace)
  if (known !== undefined) return known
  const promise = read(speech, namespace)
  reading.set(namespace, promise)
  return promise
}
