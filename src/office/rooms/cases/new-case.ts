// A new case, and a copy of one.
import type { CrateArt } from '../../../art/crates.ts'
import { LANGUAGES, perLanguage } from '../../../game/base/language.ts'
import type { CaseRecord } from './cases-file.ts'

/** The crate that a case begins with. */
export const FIRST_ART: CrateArt = { form: 'crate', material: 'steel', hue1: 210, hue2: 90, emblem: 'star', wear: 0.2 }

/** What a new case costs at first, in cents. */
const PRICE = 100

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Tells whether a text can be the address of a case. */
export const isSlug = (text: string): boolean => SLUG.test(text)

/** Returns the first address that is free: `new-case`, `new-case-2`. */
function freeUrl(begin: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const url = number === 1 ? begin : `${begin}-${number}`
    if (!taken.includes(url)) return url
  }
}

/** Returns a case without items, which is on sale once it is published. */
export function newCase(name: string, category: string, taken: readonly string[]): CaseRecord {
  const url = freeUrl('new-case', taken)
  const names = perLanguage(() => name)
  return { url, name: names, image: `${url}.svg`, category, price: PRICE, enabled: true, art: FIRST_ART, entries: [] }
}

/** Returns a copy of a case with an address of its own; where the case has a picture file, the copy has it too. */
export function copyOf(record: CaseRecord, taken: readonly string[]): CaseRecord {
  const url = freeUrl(`${record.url}-2`, taken)
  const names = LANGUAGES.flatMap((language) => {
    const name = record.name[language]
    return name === undefined ? [] : [[language, `${name} 2`] as const]
  })
  const name = { ...record.name, ...Object.fromEntries(names) }
  return { ...record, url, name, ...(record.art === undefined ? {} : { image: `${url}.svg` }) }
}

/** Returns a case with another address, and the picture that is drawn for it. */
export function withUrl(record: CaseRecord, url: string): CaseRecord {
  return { ...record, url, ...(record.art === undefined ? {} : { image: `${url}.svg` }) }
}
