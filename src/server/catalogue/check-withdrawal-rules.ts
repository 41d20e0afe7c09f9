// Checks withdrawals.json: for which reasons small sums do not wait, and what players read of a refusal.
import { cents } from '../../game/base/money.ts'
import type { PaymentRules } from '../../game/payments/payment-rules.ts'
import { DEFAULT_WITHDRAWAL_RULES, type WithdrawalRules } from '../../game/withdrawal/withdrawal-rules.ts'
import { type CheckedFile, readRecord, report } from './faults.ts'
import { type WithdrawalRulesRecord, withdrawalRulesRecord } from './records.ts'

/**
 * Creates the rules; reports faults to the file. Returns null when the file does not fit its schema.
 *
 * @param file undefined where the folder has none: the defaults apply
 * @param payments whose sums are checked for any reason; null where they are not sound
 */
export function checkWithdrawalRules(
  file: CheckedFile | undefined,
  payments: PaymentRules | null,
): WithdrawalRules | null {
  if (file === undefined) return DEFAULT_WITHDRAWAL_RULES
  const record = readRecord<WithdrawalRulesRecord>(file, [], withdrawalRulesRecord, 'withdrawals')
  if (record === null) return null
  const { weak, refusals } = record
  for (const [at, reason] of weak.reasons.entries()) {
    if (weak.reasons.indexOf(reason) !== at)
      report(file, ['weak', 'reasons', at], `withdrawals: "${reason}" is listed twice`)
  }
  const checked =
    payments === null ? Number.POSITIVE_INFINITY : Math.min(payments.review.itemAbove, payments.review.dayAbove)
  if (weak.dayBelow > checked) {
    report(file, ['weak', 'dayBelow'], 'withdrawals: "dayBelow" is above the sums of "review" in payments.json')
  }
  for (const [at, { id }] of refusals.entries()) {
    if (refusals.findIndex((other) => other.id === id) !== at) {
      report(file, ['refusals', at], `withdrawals: there are two refusals "${id}"`)
    }
  }
  return { weak: { ...weak, dayBelow: cents(weak.dayBelow) }, refusals }
}
