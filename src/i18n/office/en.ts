// The texts of the office in English. Pages of players never load the office's texts, so that they are not in resources.ts.
import office from '../locales/en/office.json'
import officeAudit from '../locales/en/office-audit.json'
import officeEvents from '../locales/en/office-events.json'
import officeFields from '../locales/en/office-fields.json'
import officeLetters from '../locales/en/office-letters.json'
import officePlayers from '../locales/en/office-players.json'
import officeProposals from '../locales/en/office-proposals.json'
import officeStaff from '../locales/en/office-staff.json'
import officeVerbs from '../locales/en/office-verbs.json'
import officeWithdrawals from '../locales/en/office-withdrawals.json'
import { history, notice } from '../locales/en/replies.json'

export const TEXTS = {
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

/** By namespace. The other languages must have every key of English. */
export type OfficeTexts = typeof TEXTS
