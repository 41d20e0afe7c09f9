// What the reasons about withdrawals mean, for the help of the commands. docs/runbooks.md has the same tables.
import { HOLD_REASONS, type HoldReason } from '../../src/game/withdrawal/withdrawal.ts'
import { REVIEW_REASONS, type ReviewReason } from '../../src/game/withdrawal/withdrawal-review.ts'
import type { WithdrawalRules } from '../../src/game/withdrawal/withdrawal-rules.ts'
import texts from '../../src/i18n/locales/en/withdrawal.json' with { type: 'json' }
import { formatFields } from '../cli/table.ts'

const REVIEW: Readonly<Record<ReviewReason, string>> = {
  value: 'the item, or all items of 24 hours, are worth more than itemAbove or dayAbove',
  'no-deposit': 'the player has never made a deposit',
  'first-deposit': 'the first deposit is less than firstDepositHours old',
  'steam-unknown': 'Steam did not tell about the account',
  'steam-new': 'the Steam account is younger than steamAccountDays',
  'steam-private': 'the Steam profile is private, or hides its age',
  'steam-limited': 'Steam limits the account: almost nothing was bought with it',
  'steam-trade-ban': 'Steam has banned the account from trading',
  'shared-device': 'another player signed in on the same device',
  'shared-card': 'another player paid with the same card',
  'shared-trade': 'the player entered the trade URL of another player',
  'shared-address': 'another player signed in from the same subnet within 30 days',
  'battles-paired': 'the player played battles against an account of the same device or card within 30 days',
  'battles-funded': 'others paid more for seats of the player in battles than the player did within 30 days',
}

const HOLDS: Readonly<Record<HoldReason, string>> = {
  ban: 'the player is banned; players unban, or players ban --keep-withdrawals ends it',
  price: 'the price of the item is held; ends with the hold: npm run ops -- prices held',
  'deposit-hold': 'a deposit may still be taken back; ends at the time that is shown',
  dispute: "a deposit is disputed; ends with the dispute, in the provider's dashboard",
  'fraud-warning': 'the bank warned of fraud about a deposit; orders release ends it',
  'deposit-check': 'a refund of a deposit was reported that could not be booked; orders answer ends it',
  debt: 'the player owes what a refund or a dispute took; the next deposits pay it',
}

const linesOf = (reasons: readonly string[], meaning: (reason: string) => string): string =>
  formatFields(reasons.map((reason) => [`  ${reason}`, meaning(reason)]))

/** Explains why a withdrawal waits for a decision. */
export const REVIEW_HELP = `
The reasons, with the numbers of "review" in data/payments.json:
${linesOf(REVIEW_REASONS, (reason) => REVIEW[reason as ReviewReason])}`

/** Explains what holds a withdrawal. */
export const HOLD_HELP = `
What may hold a withdrawal that was not sent yet:
${linesOf(HOLD_REASONS, (reason) => HOLDS[reason as HoldReason])}`

/** Lists the refusals of a shop with what the player reads, in English. */
export function refusalLines({ refusals }: Pick<WithdrawalRules, 'refusals'>): string {
  return formatFields(refusals.map(({ id, kind, text }) => [`  ${id}`, text?.en ?? texts.reason[kind]]))
}
