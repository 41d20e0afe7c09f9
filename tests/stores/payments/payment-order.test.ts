// Ordering a deposit: the request, the redirect, and that no second click orders twice.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { onOpenLogin } from '../../../src/stores/kernel/modals.ts'
import { takeToasts } from '../../../src/stores/kernel/toasts.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { $orders } from '../../../src/stores/payments/orders.ts'
import {
  $method,
  $submission,
  $sum,
  chooseMethod,
  enterSum,
  LEAVE_MS,
  loadMethods,
  resetSubmission,
  submit,
} from '../../../src/stores/payments/payment.ts'
import { $promo, enterCode } from '../../../src/stores/payments/promo.ts'
import { fault, lost } from '../server-stub.ts'
import {
  APPROVE,
  approved,
  asked,
  CARD,
  created,
  fill,
  method,
  offer,
  openPaymentForm,
  order,
  runRetries,
} from './payment-form.ts'

const { wire, logged } = openPaymentForm()

const went = (): unknown[] => vi.mocked(location.assign).mock.calls.flat()

describe('an order', () => {
  beforeEach(() => wire.on(CARD, () => created()))

  const keys = (): Set<string | null> => new Set(wire.to(CARD).map(({ key }) => key))

  it('requires a method, an address and an amount, in this order, and sends no request without them', async () => {
    await loadMethods()
    expect(await submit('Created here')).toBe('no-method')
    chooseMethod('broken')
    expect(await submit('Created here')).toBe('no-address')
    chooseMethod('card')
    expect(await submit('Created here')).toBe('no-amount')
    expect(wire.calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it.each(['https://evil.test/pay', '//evil.test/pay', 'javascript:alert(1)', ''])(
    'is never posted to %j, because calls carry the player’s token',
    async (apiUrl) => {
      wire.on(asked('RUB'), () => offer({ paymentMethods: [method('card', apiUrl)] }))
      await fill()
      expect(await submit('Created here')).toBe('no-address')
    },
  )

  it('is posted to the address of its method, reports that it exists, and opens its payment', async () => {
    await fill()
    const submitted = submit('Created here')
    await vi.waitFor(() => expect($submission.get()).toBe('leaving'))
    expect(takeToasts()).toEqual([{ type: 'success', message: 'Created' }])
    expect(went()).toEqual([])
    await vi.advanceTimersByTimeAsync(LEAVE_MS)
    expect(await submitted).toBeNull()
    expect(went()).toEqual(['https://pay.test/1'])
    expect(wire.to(CARD)).toMatchObject([
      { method: 'POST', body: { method_name: 'card', sum: 5, promocode: '', user_id: 7 } },
    ])
  })

  it('includes the code as typed, even if it was refused or not checked: the server decides', async () => {
    wire.on(APPROVE, () => ({ success: false, code: 'promo-unknown', message: 'No' }))
    await fill()
    await enterCode(' nope ')
    await runRetries(submit('Created here'))
    expect(wire.to(CARD)[0]?.body).toMatchObject({ promocode: 'nope' })
  })

  it('is in the list of orders before the browser leaves', async () => {
    $orders.set({ status: 'ready', entries: [], cursor: null, more: 'idle' })
    await fill()
    await runRetries(submit('Created here'))
    expect($orders.get()).toMatchObject({ entries: [{ id: order.id }] })
  })

  it('is made once, however often the button is pressed, and the form is locked meanwhile', async () => {
    await fill()
    const presses = [submit('Created here'), submit('Created here'), submit('Created here')]
    enterSum('50')
    chooseMethod('crypto')
    await runRetries(Promise.all(presses))
    await submit('Created here')
    expect(wire.to(CARD)).toHaveLength(1)
    expect([$sum.get(), $method.get()]).toEqual(['5', 'card'])
  })

  it('can be made again when the player returns by the browser’s back button', async () => {
    await fill()
    await runRetries(submit('Created here'))
    resetSubmission()
    await runRetries(submit('Created here'))
    expect([wire.to(CARD).length, keys().size]).toEqual([2, 2])
  })

  it('opens only pages of this site and of the web', async () => {
    await fill()
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'https://']) {
      wire.on(CARD, () => created(url))
      await runRetries(submit('Created here'))
      expect($submission.get()).toBe('failed')
    }
    expect([went(), takeToasts(), logged.length]).toEqual([[], [], 3])
    wire.on(CARD, () => created('/sandbox/payment?token=1'))
    await runRetries(submit('Created here'))
    expect(went()).toEqual(['https://shop.test/sandbox/payment?token=1'])
  })

  it('that is refused says why, and the form is available again', async () => {
    wire.on(CARD, () => ({ success: false, code: 'deposit-too-small', message: 'Too small' }))
    await fill()
    await submit('Created here')
    expect(takeToasts()).toEqual([{ type: 'error', message: 'Too small' }])
    expect([$submission.get(), went()]).toEqual(['idle', []])
  })

  it('that is refused for its code checks the code again', async () => {
    wire.on(APPROVE, () => approved(10))
    wire.on(CARD, () => ({ success: false, code: 'promo-used-up', message: 'Gone' }))
    await fill()
    await enterCode('SUMMER')
    await submit('Created here')
    expect(wire.to(APPROVE)).toHaveLength(2)
    // The check knows of nothing that is wrong with it: the message is not lost.
    expect(takeToasts()).toEqual([{ type: 'error', message: 'Gone' }])
  })

  it('that is refused for its code leaves the words to the line below the code, and can be ordered without it', async () => {
    const refusal = { success: false, code: 'promo-unknown', message: 'No such code' }
    wire.on(APPROVE, () => refusal)
    wire.on(CARD, () => refusal)
    await fill()
    await enterCode('nope')
    await submit('Created here')
    expect([takeToasts(), $promo.get()]).toEqual([[], { status: 'bad', message: 'No such code' }])
    wire.on(CARD, () => created())
    void enterCode('')
    await runRetries(submit('Created here'))
    expect(wire.to(CARD).at(-1)?.body).toMatchObject({ promocode: '' })
  })

  it.each(['limit-reached', 'excluded'])('refused for %s reloads the player’s protection settings', async (code) => {
    wire.on(CARD, () => ({ success: false, code, message: 'Closed' }))
    await fill()
    await submit('Created here')
    expect(wire.to('/api/limits')).toHaveLength(1)
  })

  it.each([lost, () => fault(500), () => fault(400)])('that failed with a fault is only logged', async (answer) => {
    wire.on(CARD, answer)
    await fill()
    expect(await runRetries(submit('Created here'))).toBeNull()
    expect([takeToasts(), logged.length, $submission.get(), went()]).toEqual([[], 1, 'failed', []])
  })

  it('without a response is requested again with the same key, so that there is one', async () => {
    wire.on(CARD, lost)
    await fill()
    await runRetries(submit('Created here'))
    wire.on(CARD, () => created())
    await runRetries(submit('Created here'))
    expect([wire.to(CARD).length, keys().size]).toEqual([4, 1])
    expect(went()).toHaveLength(1)
    // An answered order is done: the next click is another deposit.
    resetSubmission()
    await runRetries(submit('Created here'))
    expect([wire.to(CARD).length, keys().size]).toEqual([5, 2])
  })

  it('without a response and then with another amount is another order', async () => {
    wire.on(CARD, lost)
    await fill()
    await runRetries(submit('Created here'))
    enterSum('10')
    await runRetries(submit('Created here'))
    expect(keys().size).toBe(2)
  })

  it.each([
    ['refused', () => ({ success: false, code: 'provider-down', message: 'Down' })],
    ['a fault', () => fault(400)],
  ])('that was answered (%s) has a new key the next time', async (_, answer) => {
    wire.on(CARD, answer)
    await fill()
    await submit('Created here')
    await submit('Created here')
    expect(keys().size).toBe(2)
  })

  it('with an ended session asks to sign in', async () => {
    let logins = 0
    const stop = onOpenLogin(() => logins++)
    wire.on(CARD, () => fault(401))
    await fill()
    await submit('Created here')
    expect([$user.get(), logins]).toEqual([{ status: 'guest' }, 1])
    await submit('Created here')
    expect([wire.to(CARD).length, logins]).toEqual([1, 2])
    stop()
  })
})
