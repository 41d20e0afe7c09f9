// The provider's side of a deposit, for tests that play through crashes.
import assert from 'node:assert/strict'
import { referenceOf, sandboxKeys } from '../../../src/server/payments/sandbox/payment.ts'
import { SIGNATURE_HEADER, signBody } from '../../../src/server/payments/sandbox/signature.ts'
import type { ExpectedHoldings } from '../sites/expected-holdings.ts'
import { KILLABLE_SECRET } from '../sites/killable-server.ts'

const KEYS = sandboxKeys(KILLABLE_SECRET)
const DEPOSIT = { dollars: 10, cents: 1_000 } as const

/**
 * Sends the webhook of a paid order until it is accepted, this many times in all, because providers repeat webhooks.
 */
async function payOrder({ server, player }: ExpectedHoldings, orderId: string, times: number): Promise<void> {
  const state = { kind: 'paid', paid: { currency: 'USD', minor: DEPOSIT.cents } }
  const notice = { id: `evt_${orderId}`, reference: referenceOf(orderId, KEYS), order_id: orderId, state }
  const body = Buffer.from(JSON.stringify(notice))
  for (let taken = 0; taken < times; ) {
    try {
      const answer = await fetch(`${await server.address()}/api/payment/webhook/sandbox`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [SIGNATURE_HEADER]: signBody(body, { key: KEYS.notice, now: Date.now() }),
        },
        body,
      })
      const text = await answer.text()
      if (player.waitForRecovery === undefined || answer.status < 500) {
        assert.equal(answer.status, 200, text)
        taken++
        continue
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    await player.waitForRecovery?.()
  }
}

/**
 * Creates an order and pays it. A crash between the order and its payment page opens nothing, and there is nothing to
 * pay.
 */
export async function deposit(holdings: ExpectedHoldings): Promise<void> {
  const body = { method_name: 'sandbox-card', sum: DEPOSIT.dollars, promocode: '', user_id: holdings.playerId }
  const call = await holdings.player.post('/api/payment/create/sandbox?currency=USD', JSON.stringify(body))
  if (call.status === 409) return
  const { success, order, code } = JSON.parse(call.text)
  // The payment page is served by the site itself, which may have been killed during the request.
  if (!success) assert.equal(code, 'provider-down')
  if (!success) return
  holdings.note(`order ${order.id} of ${holdings.playerId}`)
  await payOrder(holdings, order.id, 1 + holdings.pick(2))
  holdings.acknowledged++
  holdings.balance += DEPOSIT.cents
  holdings.note(`paid ${order.id} with ${DEPOSIT.cents}`)
}
