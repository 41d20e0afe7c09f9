// The provider's side of a deposit, for tests that play through crashes.
import assert from 'node:assert/strict'
import { referenceOf, sandboxKeys } from '../../src/server/payments/sandbox/payment.ts'
import { SIGNATURE_HEADER, signBody } from '../../src/server/payments/sandbox/signature.ts'
import type { Hand } from './hand.ts'
import { MORTAL_SECRET } from './mortal-site.ts'

const KEYS = sandboxKeys(MORTAL_SECRET)
const DEPOSIT = { dollars: 10, cents: 1_000 } as const

/** Tells that an order was paid until that is taken, so many times in all: a provider tells a thing more than once. */
async function payOrder({ server, player }: Hand, orderId: string, times: number): Promise<void> {
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
      if (player.outlast === undefined || answer.status < 500) {
        assert.equal(answer.status, 200, text)
        taken++
        continue
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    await player.outlast?.()
  }
}

/** Makes an order and has it paid. A crash between the order and its payment page opens nothing, and there is nothing to pay. */
export async function deposit(hand: Hand): Promise<void> {
  const body = { method_name: 'sandbox-card', sum: DEPOSIT.dollars, promocode: '', user_id: hand.playerId }
  const call = await hand.player.post('/api/payment/create/sandbox?currency=USD', JSON.stringify(body))
  if (call.status === 409) return
  const { success, order, code } = JSON.parse(call.text)
  // The payment page is the site's own: it may have been killed while it was asked to open one.
  if (!success) assert.equal(code, 'provider-down')
  if (!success) return
  hand.note(`order ${order.id} of ${hand.playerId}`)
  await payOrder(hand, order.id, 1 + hand.throwDice(2))
  hand.acknowledged++
  hand.balance += DEPOSIT.cents
  hand.note(`paid ${order.id} with ${DEPOSIT.cents}`)
}
