// The texts of the office in English, without those of single rooms (load.ts). Pages of players never load them, so that they are not in resources.ts.
import office from '../locales/en/office.json'

export const TEXTS = {
  office,
}

/** By namespace. The other languages must have every key of English. */
export type OfficeTexts = typeof TEXTS
