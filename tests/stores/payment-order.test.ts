// Ordering a deposit: what is asked, where it leads, and that no press of the button orders twice.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onOpenLogin } from '../../src/stores/modals.ts'
import { $orders } from '../../src/stores/orders.ts'
import {
  $method,
  $submission,
  $sum,
  chooseMethod,
  comeBack,
  enterSum,
  LEAVE_MS,
  loadMethods,
  submit,
} from '../../src/stores/payment.ts'
import { enterCode } from '../../src/stores/promo.ts'
import { takeToasts } from '../../src/stores/toasts.ts'
import { $user } from '../../src/stores/user.ts'
import {
  APPROVE,
  asked,
  CARD,
  created,
  fill,
  freshForm,
  leaveForm,
  method,
  offer,
  order,
  patiently,
} from './payment-form.ts'
import { fault, lost, type Wire } from './wire.ts'

let wire: Wire
let logged: unknown[][]

beforeEach(async () => {
  const form = await freshForm()
  wire = form.wire
  logged = form.logged
})

afterEach(leaveForm)

const went = (): unknown[] => vi.mocked(location.assign).mock.calls.flat()

describe('an order', () => {
  beforeEach(() => wire.on(CARD, () => created()))

  const keys = (): Set<string | null> => new Set(wire.to(CARD).map(({ key }) => key))

  it('needs a method, an address and an amount, in this order, and asks nothing without them', async () => {
    await loadMethods()
    expect(await submit()).toBe('no-method')
    chooseMethod('broken')
    expect(await submit()).toBe('no-address')
    chooseMethod('card')
    expect(await submit()).toBe('no-amount')
    expect(wire.calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it.each(['https://evil.test/pay', '//evil.test/pay', 'javascript:alert(1)', ''])(
    'is never posted to %j: calls carry the player’s token',
    async (apiUrl) => {
      wire.on(asked('RUB'), () => offer({ paymentMethods: [method('card', apiUrl)] }))
      await fill()
      expect(await submit()).toBe('no-address')
    },
  )

  it('is posted to the address of its method, says that it stands, and leads to its payment', async () => {
    await fill()
    const submitted = submit()
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

  it('carries the code as it was typed, also one that was refused or not checked: the server decides', async () => {
    wire.on(APPROVE, () => ({ success: false, code: 'promo-unknown', message: 'No' }))
    await fill()
    await enterCode(' nope ')
    await patiently(submit())
    expect(wire.to(CARD)[0]?.body).toMatchObject({ promocode: 'nope' })
  })

  it('stands in the list of orders before the browser leaves', async () => {
    $orders.set({ status: 'ready', list: [], cursor: null })
    await fill()
    await patiently(submit())
    expect($orders.get()).toMatchObject({ list: [{ id: order.id }] })
  })

  it('is made once, however often the button is pressed, and nothing changes meanwhile', async () => {
    await fill()
    const presses = [submit(), submit(), submit()]
    enterSum('50')
    chooseMethod('crypto')
    await patiently(Promise.all(presses))
    await submit()
    expect(wire.to(CARD)).toHaveLength(1)
    expect([$sum.get(), $method.get()]).toEqual(['5', 'card'])
  })

  it('can be made again when the player comes back by the browser’s own button', async () => {
    await fill()
    await patiently(submit())
    comeBack()
    await patiently(submit())
    expect([wire.to(CARD).length, keys().size]).toEqual([2, 2])
  })

  it('leads to pages of this site and of the web alone', async () => {
    await fill()
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'https://']) {
      wire.on(CARD, () => created(url))
      await patiently(submit())
      expect($submission.get()).toBe('failed')
    }
    expect([went(), takeToasts(), logged.length]).toEqual([[], [], 3])
    wire.on(CARD, () => created('/sandbox/payment?token=1'))
    await patiently(submit())
    expect(went()).toEqual(['https://shop.test/sandbox/payment?token=1'])
  })

  it('that is refused says why, and the form is there again', async () => {
    wire.on(CARD, () => ({ success: false, code: 'deposit-too-small', message: 'Too small' }))
    await fill()
    await submit()
    expect(takeToasts()).toEqual([{ type: 'error', message: 'Too small' }])
    expect([$submission.get(), went()]).toEqual(['idle', []])
  })

  it.each(['limit-reached', 'excluded'])(
    'refused for %s reads what the player has set against himself',
    async (code) => {
      wire.on(CARD, () => ({ success: false, code, message: 'Closed' }))
      await fill()
      await submit()
      expect(wire.to('/api/limits')).toHaveLength(1)
    },
  )

  it.each([lost, () => fault(500), () => fault(400)])('that met a fault is logged only', async (answer) => {
    wire.on(CARD, answer)
    await fill()
    expect(await patiently(submit())).toBeNull()
    expect([takeToasts(), logged.length, $submission.get(), went()]).toEqual([[], 1, 'failed', []])
  })

  it('without an answer is asked for again under the same key, so that there is one', async () => {
    wire.on(CARD, lost)
    await fill()
    await patiently(submit())
    wire.on(CARD, () => created())
    await patiently(submit())
    expect([wire.to(CARD).length, keys().size]).toEqual([4, 1])
    expect(went()).toHaveLength(1)
    // Answered, it is over: the next press is another deposit.
    comeBack()
    await patiently(submit())
    expect([wire.to(CARD).length, keys().size]).toEqual([5, 2])
  })

  it('without an answer and then for another amount is another order', async () => {
    wire.on(CARD, lost)
    await fill()
    await patiently(submit())
    enterSum('10')
    await patiently(submit())
    expect(keys().size).toBe(2)
  })

  it.each([
    ['refused', () => ({ success: false, code: 'provider-down', message: 'Down' })],
    ['a fault', () => fault(400)],
  ])('that was answered (%s) has a new key the next time', async (_, answer) => {
    wire.on(CARD, answer)
    await fill()
    await submit()
    await submit()
    expect(keys().size).toBe(2)
  })

  it('of a session that has ended asks to sign in', async () => {
    let logins = 0
    const stop = onOpenLogin(() => logins++)
    wire.on(CARD, () => fault(401))
    await fill()
    await submit()
    expect([$user.get(), logins]).toEqual([{ status: 'guest' }, 1])
    await submit()
    expect([wire.to(CARD).length, logins]).toEqual([1, 2])
    stop()
  })
})
