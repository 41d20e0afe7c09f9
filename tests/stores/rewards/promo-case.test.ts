// The case of a promo code between browser and server: opened once, under the same key where no answer came, refused in words.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleName } from '../../support/players/sample-name.ts'
import { redline } from '../sample-item.ts'
import { openServerFixture } from '../server-fixture.ts'
import { lost, PLAYER } from '../server-stub.ts'

const OPEN = '/api/bonuses/code'
const APPROVE = '/api/payment/promocode/approve'
const ROLL = '0199a2f0-0000-7000-8000-000000000001'
const box = { url: 'orion', image: 'orion.svg', name: sampleName('Orion') }
const opens = { kind: 'case', case: box, price: 100 } as const
const drop = { id: ROLL, price: 100, item: redline, roll: 5 }
const OPENED = { success: true, message: 'You got it', prize: opens, balance: 900, drop, rollId: ROLL }
const USED = { success: false, code: 'promo-used', message: 'You’ve already used this promo code.' }

/** Resets everything, as on a fresh page. */
async function freshPage() {
  vi.resetModules()
  const [page, user, toasts, opening, promo, preferences] = await Promise.all([
    import('../../../src/stores/rewards/promo-case.ts'),
    import('../../../src/stores/kernel/user.ts'),
    import('../../../src/stores/kernel/toasts.ts'),
    import('../../../src/stores/games/opening.ts'),
    import('../../../src/stores/payments/promo.ts'),
    import('../../../src/stores/rewards/reward-case.ts'),
  ])
  return { ...page, ...user, ...toasts, ...opening, ...promo, ...preferences }
}

const { wire } = openServerFixture({ now: Date.UTC(2026, 10, 21, 12) })
let page: Awaited<ReturnType<typeof freshPage>>

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  wire.on(OPEN, () => OPENED)
  wire.on(APPROVE, () => USED)
  wire.on('/api/user/get', () => ({ success: true, user: PLAYER }))
  const contents = [{ item: redline, price: 100, tickets: 1_000_000, from: 1, to: 1_000_000 }]
  wire.on('/api/case/orion', () => ({ success: true, case: { name: box.name, contents } }))
  page = await freshPage()
  page.$user.set({ status: 'authorised', user: PLAYER })
})

describe('the case of a code', () => {
  it('runs on the reel, and the code is checked again', async () => {
    const opening = page.openPromoCase(' gift ', opens)
    await expect.poll(() => page.$opening.get().phase).toBe('playing')
    expect(page.$rewardCase.get()?.name).toEqual(box.name)
    await page.openPromoCase('gift', opens)
    page.skip()
    await opening
    expect(wire.to(OPEN)).toHaveLength(1)
    expect(wire.to(OPEN)[0]?.body).toEqual({ code: 'gift' })
    expect(page.$promo.get()).toMatchObject({ status: 'bad' })
    expect(page.$promoOpening.get()).toBe('idle')
  })

  it('is opened under the same key where no answer came', async () => {
    wire.on(OPEN, lost)
    const first = page.openPromoCase('gift', opens)
    await vi.advanceTimersByTimeAsync(10_000)
    await first
    expect(page.$promoOpening.get()).toBe('offline')
    wire.on(OPEN, () => OPENED)
    const opening = page.openPromoCase('gift', opens)
    await expect.poll(() => page.$opening.get().phase).toBe('playing')
    page.skip()
    await opening
    expect(new Set(wire.to(OPEN).map(({ key }) => key)).size).toBe(1)
  })

  it('that is refused says why, and opens nothing', async () => {
    wire.on(OPEN, () => USED)
    await page.openPromoCase('gift', opens)
    expect(page.$opening.get().phase).toBe('idle')
    expect(page.$promo.get()).toMatchObject({ status: 'bad', message: USED.message })
  })
})
