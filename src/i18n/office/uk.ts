import office from '../locales/uk/office.json'
import officeEvents from '../locales/uk/office-events.json'
import officeFields from '../locales/uk/office-fields.json'
import officePlayers from '../locales/uk/office-players.json'
import officeVerbs from '../locales/uk/office-verbs.json'
import type { OfficeTexts } from './en.ts'
export const TEXTS: OfficeTexts = {
  office,
  officeEvents,
  officeFields,
  officePlayers,
  officeVerbs,
}
