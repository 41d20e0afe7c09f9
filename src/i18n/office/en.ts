// The texts of the office in English, without those of single rooms (load.ts). Pages of players never load them, so that they are not in resources.ts.
import office from '../locales/en/office.json'
import officeEvents from '../locales/en/office-events.json'
import officeFields from '../locales/en/office-fields.json'
import officePlayers from '../locales/en/office-players.json'
import officeVerbs from '../locales/en/office-verbs.json'

export const TEXTS = {
  office,
  officeEvents,
  officeFields,
  officePlayers,
  officeVerbs,
}

/** By namespace. The other languages must have every key of English. */
export type OfficeTexts = typeof TEXTS
