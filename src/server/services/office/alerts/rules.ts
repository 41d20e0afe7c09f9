// Reads the rules of alerts of a shop: alerts.json beside the catalogue, which it may lack.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ALERT_KINDS, type AlertRules, alertRuleFaults, DEFAULT_ALERT_RULES } from '../../../../game/office/alerts.ts'
import { ROLES } from '../../../../game/office/roles.ts'
import { codeOf, OperatorError } from '../../../base/operator-error.ts'

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
    kinds: z.record(z.enum(ALERT_KINDS), kindSchema),
  })
  .superRefine((rules, context) => {
    for (const fault of alertRuleFaults(rules)) context.addIssue(fault)
  })

/**
 * Reads the rules of a folder.
 *
 * @throws OperatorError for a file that is not as it should be
 */
export async function readAlertRules(folder: string): Promise<AlertRules> {
  const path = join(folder, 'alerts.json')
  try {
    return rulesSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return DEFAULT_ALERT_RULES
    if (error instanceof z.ZodError) throw new OperatorError(`${path}: ${z.prettifyError(error)}`, { cause: error })
    if (error instanceof SyntaxError) throw new OperatorError(`${path} is no JSON: ${error.message}`, { cause: error })
    throw error
  }
}
