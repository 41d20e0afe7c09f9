import office from '../locales/ru/office.json'
import officeAudit from '../locales/ru/office-audit.json'
import officeLetters from '../locales/ru/office-letters.json'
import officePlayers from '../locales/ru/office-players.json'
import officeProposals from '../locales/ru/office-proposals.json'
import officeStaff from '../locales/ru/office-staff.json'
import officeVerbs from '../locales/ru/office-verbs.json'
import type { OfficeTexts } from './en.ts'
export const TEXTS: OfficeTexts = {
  office,
  officeAudit,
  officeLetters,
  officePlayers,
  officeProposals,
  officeStaff,
  officeVerbs,
}
