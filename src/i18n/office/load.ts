// Loads the texts of the office, one language at a time.
import type { Language } from '../../game/base/language.ts'
import type { OfficeTexts } from './en.ts'

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly TEXTS: OfficeTexts }>>> = {
  en: () => import('./en.ts'),
  ru: () => import('./ru.ts'),
  uk: () => import('./uk.ts'),
}

/** Returns the texts of the office in a language, by namespace. */
export async function loadOfficeTexts(language: Language): Promise<OfficeTexts> {
  return (await LOADERS[language]()).TEXTS
}
