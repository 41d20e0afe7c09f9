// Checks alerts.json: what members of the staff are told while they are away.
import { z } from 'zod'
import { ALERT_KINDS, type AlertRules, alertRuleFaults, DEFAULT_ALERT_RULES } from '../../game/office/alerts.ts'
import { ROLES } from '../../game/office/roles.ts'
import { type CheckedFile, readRecord } from './faults.ts'

/** A time of day such as 22:00, as minutes after midnight. */
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'has to be a time of day such as 22:00')
  .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))

const kindSchema = z.strictObject({
  roles: z.array(z.enum(ROLES)),
  afterMinutes: z.int().min(0),
  urgent: z.boolean(),
})

const rulesSchema = z
  .strictObject({
    quiet: z.strictObject({ from: timeOfDay, to: timeOfDay }),
    // A kind that a shop's rules do not name, because it came with a later release, has its default.
    kinds: z
      .partialRecord(z.enum(ALERT_KINDS), kindSchema)
      .transform((kinds) => ({ ...DEFAULT_ALERT_RULES.kinds, ...kinds })),
  })
  .superRefine((rules, context) => {
    for (const fault of alertRuleFaults(rules)) context.addIssue(fault)
  })

/**
 * Creates the rules; reports faults to the file. Returns null when the file does not fit its schema.
 *
 * @param file undefined where the shop has none: the defaults apply
 */
export function checkAlertRules(file: CheckedFile | undefined): AlertRules | null {
  return file === undefined ? DEFAULT_ALERT_RULES : readRecord<AlertRules>(file, [], rulesSchema, 'alerts')
}
