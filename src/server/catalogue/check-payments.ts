// Checks payments.json: the rules of holds, limits and reviews.
import { cents } from '../../game/base/money.ts'
import type { PaymentRules } from '../../game/payments/payment-rules.ts'
import { type CheckedFile, readRecord, report } from './faults.ts'
import { type PaymentsRecord, paymentsRecord } from './records.ts'

/** Creates the rules; reports faults to the file. Returns null when the file does not fit its schema. */
export function checkPayments(file: CheckedFile): PaymentRules | null {
  const record = readRecord<PaymentsRecord>(file, [], paymentsRecord, 'payments')
  if (record === null) return null
  for (const [kind, { firstHours, laterHours }] of Object.entries(record.holds)) {
    if (firstHours < laterHours) {
      report(file, ['holds', kind], `"${kind}": the hold after the first deposit is shorter than after later ones`)
    }
  }
  const { newCardAccounts, review } = record
  return {
    ...record,
    newCardAccounts: { ...newCardAccounts, mostADay: cents(newCardAccounts.mostADay) },
    review: { ...review, itemAbove: cents(review.itemAbove), dayAbove: cents(review.dayAbove) },
  }
}
