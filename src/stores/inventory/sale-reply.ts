// The answer to a sale. The specification's has only success and message; the balance and the code of a refusal are the shop's own.
import type { RefusalCode } from '../../protocol/common.ts'
import type { SellBody } from '../../protocol/user.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'
import { loadUser, setBalance } from '../kernel/user.ts'

export interface SaleReply {
  readonly success: boolean
  readonly message: string
  readonly code: RefusalCode | null
}

/** What a refused sale would have paid, in cents, and the sum that the page showed. */
interface ToldSum {
  readonly shown: number | undefined
  readonly sum: number
}

/** By the sale: the next one of the same items accepts the sum that its player was told, while the page still shows the old one. */
const told = new Map<string, ToldSum>()

/** Names a sale for the sum that it accepts. */
const nameOf = ({ ids, isAll }: Pick<SellBody, 'ids' | 'isAll'>): string => `${isAll}:${ids.toSorted().join()}`

/**
 * Returns the body of a sale with the sum that the player saw.
 *
 * @param shownCents what the page shows; undefined where it is not known
 */
export function saleBody(of: Pick<SellBody, 'ids' | 'isAll'>, shownCents: number | undefined): SellBody {
  const known = told.get(nameOf(of))
  const sum = known !== undefined && known.shown === shownCents ? known.sum : shownCents
  return { ...of, ...(sum === undefined ? {} : { sum }) }
}

/**
 * Reads an answer to a sale, and shows the balance after it.
 *
 * @param sale its body
 * @throws TypeError for anything else
 */
export function settleSale(reply: unknown, sale: SellBody): SaleReply {
  const { success, message, balance, code, sum } = fieldsOf(reply)
  if (typeof success !== 'boolean' || typeof message !== 'string')
    throw new TypeError('The answer is not that of a sale')
  const name = nameOf(sale)
  if (code === 'sum-changed' && typeof sum === 'number')
    told.set(name, { shown: told.get(name)?.shown ?? sale.sum, sum })
  else told.delete(name)
  if (success && Number.isSafeInteger(balance)) setBalance(balance as number)
  else if (success) void loadUser()
  return { success, message, code: (code ?? null) as RefusalCode | null }
}
