import office from '../locales/ru/office.json'
import officeAudit from '../locales/ru/office-audit.json'
import officeEvents from '../locales/ru/office-events.json'
import officeFields from '../locales/ru/office-fields.json'
import officeLetters from '../locales/ru/office-letters.json'
import officePlayers from '../locales/ru/office-players.json'
import officeProposals from '../locales/ru/office-proposals.json'
import officeStaff from '../locales/ru/office-staff.json'
import officeVerbs from '../locales/ru/office-verbs.json'
import officeWithdrawals from '../locales/ru/office-withdrawals.json'
import { history, notice } from '../locales/ru/replies.json'
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
