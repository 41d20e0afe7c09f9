// Reads the rules of the second person of a shop: office.json beside the catalogue, which it may lack.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { cents } from '../../../game/base/money.ts'
import { CAPS, DEFAULT_RULES, LIMITS, type OfficeRules } from '../../../game/office/limits.ts'
import { codeOf, OperatorError } from '../../base/operator-error.ts'

const sum = z.int().min(0).transform(cents)

const rulesSchema = z.strictObject({
  secondPerson: z.boolean(),
  limits: z.record(z.enum(LIMITS), sum),
  caps: z.record(z.enum(CAPS), sum),
})

/**
 * Reads the rules of a folder.
 *
 * @throws OperatorError for a file that is not as it should be
 */
export async function readOfficeRules(folder: string): Promise<OfficeRules> {
  const path = join(folder, 'office.json')
  try {
    return rulesSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return DEFAULT_RULES
    if (error instanceof z.ZodError) throw new OperatorError(`${path}: ${z.prettifyError(error)}`, { cause: error })
    if (error instanceof SyntaxError) throw new OperatorError(`${path} is no JSON: ${error.message}`, { cause: error })
    throw error
  }
}
