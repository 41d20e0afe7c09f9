// Checks office.json: above which sums a second person approves in the office, and how often a player gets a notice.
import { z } from 'zod'
import { cents } from '../../game/base/money.ts'
import { CAPS, DEFAULT_RULES, LIMITS, type OfficeRules } from '../../game/office/limits.ts'
import { type CheckedFile, readRecord } from './faults.ts'

const sum = z.int().min(0).transform(cents)

/** The rules as office.json has them. */
export const officeRulesRecord = z.strictObject({
  secondPerson: z.boolean(),
  limits: z.record(z.enum(LIMITS), sum),
  caps: z.record(z.enum(CAPS), sum),
  /** A day at least; a shop whose file is older has the default. */
  noticeHours: z.int().min(24).max(720).default(DEFAULT_RULES.noticeHours),
})

/**
 * Creates the rules; reports faults to the file. Returns null when the file does not fit its schema.
 *
 * @param file undefined where the shop has none: the defaults apply
 */
export function checkOfficeRules(file: CheckedFile | undefined): OfficeRules | null {
  return file === undefined ? DEFAULT_RULES : readRecord<OfficeRules>(file, [], officeRulesRecord, 'office')
}
