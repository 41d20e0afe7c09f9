// Parses the answer of GET /user/get: the specification's fields, and the shop's own, which are optional.
import type { CurrentUser } from '../../protocol/user.ts'
import { fieldsOf } from './unknown-value.ts'

/**
 * Returns the signed-in player.
 *
 * @throws TypeError when the answer has no player
 */
export function readCurrentUser(reply: unknown): CurrentUser {
  const user = fieldsOf(fieldsOf(reply).user)
  if (!Number.isSafeInteger(user.id) || !Number.isSafeInteger(user.balance))
    throw new TypeError('The answer has no player')
  const player = user as unknown as CurrentUser
  const { tradeLink = null, realityMinutes = null, unseeded = null, termsAsked = null } = player
  return { ...player, tradeLink, realityMinutes, unseeded, termsAsked }
}
