import office from '../locales/uk/office.json'
import officeAudit from '../locales/uk/office-audit.json'
import officeLetters from '../locales/uk/office-letters.json'
import officePlayers from '../locales/uk/office-players.json'
import officeProposals from '../locales/uk/office-proposals.json'
import officeStaff from '../locales/uk/office-staff.json'
import officeVerbs from '../locales/uk/office-verbs.json'
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
