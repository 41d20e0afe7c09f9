// The answer to a sale. The specification's has only success and message; the balance and the code of a refusal are the shop's own.
import type { RefusalCode } from '../../protocol/common.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'
import { loadUser, setBalance } from '../kernel/user.ts'

export interface SaleReply {
  readonly success: boolean
  readonly message: string
  readonly code: RefusalCode | null
}

/**
 * Reads an answer to a sale, and shows the balance after it.
 *
 * @throws TypeError for anything else
 */
export function settleSale(reply: unknown): SaleReply {
  const { success, message, balance, code } = fieldsOf(reply)
  if (typeof success !== 'boolean' || typeof message !== 'string')
    throw new TypeError('The answer is not that of a sale')
  if (success && Number.isSafeInteger(balance)) setBalance(balance as number)
  else if (success) void loadUser()
  return { success, message, code: (code ?? null) as RefusalCode | null }
}
