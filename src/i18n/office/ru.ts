import office from '../locales/ru/office.json'
import officeEvents from '../locales/ru/office-events.json'
import officeFields from '../locales/ru/office-fields.json'
import officePlayers from '../locales/ru/office-players.json'
import officeVerbs from '../locales/ru/office-verbs.json'
import type { OfficeTexts } from './en.ts'
export const TEXTS: OfficeTexts = {
  office,
  officeEvents,
  officeFields,
  officePlayers,
  officeVerbs,
}
