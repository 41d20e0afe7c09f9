import office from '../locales/uk/office.json'
import officeAudit from '../locales/uk/office-audit.json'
import officeEvents from '../locales/uk/office-events.json'
import officeFields from '../locales/uk/office-fields.json'
import officeLetters from '../locales/uk/office-letters.json'
import officePlayers from '../locales/uk/office-players.json'
import officeProposals from '../locales/uk/office-proposals.json'
import officeStaff from '../locales/uk/office-staff.json'
import officeVerbs from '../locales/uk/office-verbs.json'
import officeWithdrawals from '../locales/uk/office-withdrawals.json'
import { history, notice } from '../locales/uk/replies.json'
import type { OfficeTexts } from './en.ts'
export const TEXTS: OfficeTexts = {
  office,
  officeAudit,
  officeEvents,
  officeFields,
  officeLetters,
  officePlayers,
  officeProposals,
  officeStaff,
  officeVerbs,
  // What players read of their history and notices is what the staff read.
  replies: { history, notice },
  officeWithdrawals,
}
