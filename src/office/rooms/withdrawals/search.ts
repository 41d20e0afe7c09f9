// The state of the room Withdrawals, in its address.
import { CLAIM_FILTERS, type ClaimFilter, WITHDRAWAL_TABS, type WithdrawalTab } from '../../../game/office/cases.ts'
import { WITHDRAWAL_STATES, type WithdrawalState } from '../../../game/withdrawal/withdrawal.ts'
import { REVIEW_REASONS, type ReviewReason } from '../../../game/withdrawal/withdrawal-review.ts'
import type { Query } from '../../session/api.ts'
import { definedOnly, oneOf, uuidOf } from '../../session/search.ts'

export interface WithdrawalsSearch {
  /** The cases that wait without it. */
  readonly tab?: WithdrawalTab | undefined
  /** The number of the player whose case is open; of the tab of all withdrawals, whose alone it lists. */
  readonly player?: string | undefined
  /** Withdrawals of the open case that are not ticked, with dots between them. */
  readonly leave?: string | undefined
  /** The withdrawal that is open, in every tab besides the cases. */
  readonly withdrawal?: string | undefined
  /** Of the tab of all withdrawals. */
  readonly state?: WithdrawalState | undefined
  readonly claim?: ClaimFilter | undefined
  readonly reason?: ReviewReason | undefined
  /** The least sum of a case, in dollars. */
  readonly least?: string | undefined
  /** For how many hours it has waited at least. */
  readonly hours?: string | undefined
  readonly cursor?: string | undefined
}

const NUMBER = /^\d{4,10}$/
const HOURS = /^\d{1,4}$/
const DOLLARS = /^\d{1,7}(\.\d{1,2})?$/
const CURSOR = /^(\d{1,15}_)?[0-9a-f-]{1,36}$/

/** Returns a parameter if it has a form. */
function inForm(form: RegExp, text: unknown): string | undefined {
  return typeof text === 'string' && form.test(text) ? text : undefined
}

/** Returns the withdrawals of a case that are not ticked. */
export function leftOut(leave: unknown): readonly string[] {
  return typeof leave === 'string' ? leave.split('.').flatMap((id) => uuidOf(id) ?? []) : []
}

/** Writes them; undefined for none. */
export function leaveText(ids: readonly string[]): string | undefined {
  return ids.length === 0 ? undefined : ids.join('.')
}

export function parseWithdrawalsSearch(search: Readonly<Record<string, unknown>>): WithdrawalsSearch {
  return definedOnly<WithdrawalsSearch>({
    tab: oneOf(WITHDRAWAL_TABS, search.tab),
    player: inForm(NUMBER, search.player),
    leave: leaveText(leftOut(search.leave)),
    withdrawal: uuidOf(search.withdrawal),
    state: oneOf(WITHDRAWAL_STATES, search.state),
    claim: oneOf(CLAIM_FILTERS, search.claim),
    reason: oneOf(REVIEW_REASONS, search.reason),
    least: inForm(DOLLARS, search.least),
    hours: inForm(HOURS, search.hours),
    cursor: inForm(CURSOR, search.cursor),
  })
}

/** Returns the parameters of the call for the cases of a state of the room. */
export function casesQuery({ claim, reason, least, hours, cursor }: WithdrawalsSearch): Query {
  return { claim, reason, hours, cursor, least: least === undefined ? undefined : Math.round(Number(least) * 100) }
}

/** Returns the parameters of the call for all withdrawals of a state of the room. */
export function withdrawalsQuery({ state, player, cursor }: WithdrawalsSearch): Query {
  return { state, player, cursor: uuidOf(cursor) }
}
