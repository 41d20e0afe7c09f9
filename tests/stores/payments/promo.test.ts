// The promo code: each change of the text is checked, and only the last response counts, in any order of arrival.
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { $checking, $code, $promo, enterCode } from '../../../src/stores/payments/promo.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, later, lost } from '../server-stub.ts'
import { APPROVE, approved } from './payment-form.ts'

const refused = { success: false, code: 'promo-unknown', message: 'No such code' }

/** Changes the text repeatedly; the request of each change starts before the next one. */
async function type(...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    void enterCode(text)
    await vi.waitFor(() => expect(wire.to(APPROVE).at(-1)?.body).toEqual({ promocode: text }))
  }
}

const { wire, logged } = openServerFixture({ toFake: ['setTimeout'] })

beforeEach(async () => {
  await enterCode('')
})

describe('a promo code', () => {
  it('is checked on each change, without waiting for the previous check', async () => {
    wire.on(APPROVE, () => new Promise(() => undefined))
    await type('S', 'SU', 'SUM', 'SU')
    expect(wire.to(APPROVE).map(({ body }) => body)).toEqual([
      { promocode: 'S' },
      { promocode: 'SU' },
      { promocode: 'SUM' },
      { promocode: 'SU' },
    ])
  })

  it('cancels earlier checks', async () => {
    wire.on(APPROVE, () => new Promise(() => undefined))
    await type('S', 'SU')
    expect(wire.to(APPROVE).map(({ signal }) => signal?.aborted)).toEqual([true, false])
  })

  it('that is valid shows its percentage', async () => {
    wire.on(APPROVE, () => approved(10))
    await enterCode(' SUMMER ')
    expect(wire.to(APPROVE)[0]?.body).toEqual({ promocode: 'SUMMER' })
    expect($promo.get()).toEqual({
      status: 'good',
      message: 'Bonus 10%',
      percent: 10,
      sum: 0,
      least: 0,
      held: null,
      opens: null,
    })
    expect($checking.get()).toBe(false)
  })

  it('that is invalid shows the server’s message', async () => {
    wire.on(APPROVE, () => refused)
    await enterCode('NOPE')
    expect($promo.get()).toEqual({ status: 'bad', message: 'No such code' })
  })

  it.each([
    ['a lost connection', lost],
    ['a fault of the server', () => fault(500)],
    ['too many calls', () => fault(429)],
  ])('that could not be checked for %s is a fault, and logged', async (_, answer) => {
    wire.on(APPROVE, answer)
    const entered = enterCode('SUMMER')
    await vi.runAllTimersAsync()
    await entered
    expect($promo.get()).toEqual({ status: 'fault' })
    expect(logged).toHaveLength(1)
  })

  it.each(['', '   '])('that is emptied to %j sends no request and shows nothing', async (text) => {
    wire.on(APPROVE, () => approved(10))
    await enterCode('SUMMER')
    await enterCode(text)
    expect(wire.to(APPROVE)).toHaveLength(1)
    expect($promo.get()).toEqual({ status: 'none' })
    expect($code.get()).toBe(text)
  })

  it('that was emptied during a check stays empty when the response arrives', async () => {
    const first = later()
    wire.on(APPROVE, first.answer)
    const entered = enterCode('SUMMER')
    await enterCode('')
    first.go(approved(10))
    await entered
    expect([$promo.get(), $checking.get()]).toEqual([{ status: 'none' }, false])
    expect(logged).toEqual([])
  })

  it('ends with the response to its last text, in any order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        async (texts, chance) => {
          const waiting = texts.map(() => later())
          let asked = 0
          wire.on(APPROVE, (call) => waiting[asked++]?.answer(call))
          const entered = []
          for (const text of texts) {
            entered.push(enterCode(`CODE${text}`))
            await new Promise((resolve) => setImmediate(resolve))
            expect(asked).toBe(entered.length)
          }
          const order = texts.map((_, index) => index)
          while (order.length > 0) {
            const [index = 0] = order.splice((chance.next().value ?? 0) % order.length, 1)
            waiting[index]?.go(approved(texts[index] ?? 0))
            await Promise.resolve()
          }
          await Promise.all(entered)
          expect($promo.get()).toMatchObject({ status: 'good', percent: texts.at(-1) })
          expect($checking.get()).toBe(false)
        },
      ),
      { numRuns: 50 },
    )
  })
})
