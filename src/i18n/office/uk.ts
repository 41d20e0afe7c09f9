import office from '../locales/uk/office.json'
import officeAudit from '../locales/uk/office-audit.json'
import officePlayers from '../locales/uk/office-players.json'
import officeProposals from '../locales/uk/office-proposals.json'
import officeStaff from '../locales/uk/office-staff.json'
import officeVerbs from '../locales/uk/office-verbs.json'
import officeWithdrawals from '../locales/uk/office-withdrawals.json'
import type { OfficeTexts } from './en.ts'
export const TEXTS: OfficeTexts = {
  office,
  officeAudit,
  officePlayers,
  officeProposals,
  officeStaff,
  officeVerbs,
  officeWithdrawals,
}
