// A name for tests that need one in every language.
import { type Localized, perLanguage } from '../../../src/game/base/language.ts'

/** Returns a name that is the same in every language. */
export function sampleName(text: string): Localized {
  return perLanguage(() => text)
}
