// Checks how the names of a file are written. The game's own localisation has such errors, and imports bring them.
import { LANGUAGES, type Language, type Translated } from '../../game/base/language.ts'
import { type CheckedFile, inLanguage, report } from './faults.ts'

const WORDS = /[\p{L}\p{M}]+/gu

/** Checks the name of the record at a path; `subject` is what a fault calls the record. */
export type NameCheck = (path: readonly PropertyKey[], subject: string, name: Translated) => void

/** Returns the check of the records of one kind, no two of which may share a name in any language. Reports faults to the file. */
export function createNameCheck(file: CheckedFile): NameCheck {
  const owners = new Map<string, string>()
  return (path, subject, name) => {
    for (const language of LANGUAGES) {
      const text = name[language]
      if (text === undefined) continue
      const key = `${language} ${text.toLocaleLowerCase(language)}`
      const owner = owners.get(key)
      if (owner === undefined) owners.set(key, subject)
      const faults = [
        ...spellingFaults(text, language),
        ...(owner === undefined ? [] : [`is also the name of ${owner}`]),
      ]
      for (const fault of faults) {
        report(file, [...path, 'name', language], `${subject}: the name ${inLanguage(language)} ${fault}`)
      }
    }
  }
}

function spellingFaults(text: string, language: Language): string[] {
  const mixed = text.match(WORDS)?.find((word) => /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}/u.test(word))
  const faults = mixed === undefined ? [] : [`mixes Latin and Cyrillic letters in "${mixed}"`]
  return language !== 'en' && text.includes("'") ? [...faults, 'has a straight apostrophe: ’ is expected'] : faults
}
