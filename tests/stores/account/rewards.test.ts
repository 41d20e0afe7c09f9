// When the badges are loaded: on load, after a claim or a deposit, on a return after a while, and when a day or a night
// ends.
import { beforeEach, expect, it, vi } from 'vitest'
import type { RewardsReply } from '../../../src/protocol/rewards.ts'
import { openServerFixture } from '../server-fixture.ts'
import { later, lost } from '../server-stub.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const HOUR_MS = 3_600_000
const PATH = '/api/rewards'

const NOTHING = { freeCase: 0, wheel: 0, calendar: 0, missions: 0, raffle: 0, social: 0 }

class Page extends EventTarget {
  visibilityState = 'visible'

  comeBack(): void {
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

async function freshPage() {
  vi.resetModules()
  const [rewards, changed, socket] = await Promise.all([
    import('../../../src/stores/account/rewards.ts'),
    import('../../../src/stores/kernel/claims-changed.ts'),
    import('../../../src/stores/kernel/realtime-events.ts'),
  ])
  return { ...rewards, ...changed, ...socket }
}

const { wire } = openServerFixture({ now: NOW })
let seen: Page
let page: Awaited<ReturnType<typeof freshPage>>

const told = (wheel: number, until = NOW + HOUR_MS): RewardsReply => ({
  success: true,
  marks: { ...NOTHING, wheel },
  gifts: { locked: 500 * wheel, unlockable: 320, ownPercent: 40 },
  until,
})

beforeEach(async () => {
  wire.on(PATH, () => told(1))
  page = await freshPage()
  seen = new Page()
  page.watchBadges(seen as unknown as Document)
  await vi.advanceTimersByTimeAsync(0)
})

it('claimable rewards are loaded with the page, once for several readers', async () => {
  page.watchBadges(seen as unknown as Document)
  await vi.advanceTimersByTimeAsync(0)
  expect(wire.to(PATH)).toHaveLength(1)
  expect(page.$badges.get()).toEqual({ ...NOTHING, wheel: 1 })
  expect(page.$gifts.get()).toEqual({ locked: 500, unlockable: 320, ownPercent: 40 })
})

it('claimable rewards are reloaded after a claim, and after a deposit changed', async () => {
  wire.on(PATH, () => told(0))
  page.notifyClaimsChanged()
  await vi.advanceTimersByTimeAsync(0)
  expect(page.$badges.get()?.wheel).toBe(0)
  expect(page.$gifts.get()?.locked).toBe(0)
  page.$orderEvent.set({ id: 'an order' })
  await vi.advanceTimersByTimeAsync(0)
  expect(wire.to(PATH)).toHaveLength(3)
})

it('claimable rewards are reloaded on a return after some minutes, not earlier, and not by a page that is unloading', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  seen.comeBack()
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  seen.visibilityState = 'hidden'
  seen.comeBack()
  await vi.advanceTimersByTimeAsync(0)
  expect(wire.to(PATH)).toHaveLength(1)
  seen.visibilityState = 'visible'
  seen.comeBack()
  await vi.advanceTimersByTimeAsync(0)
  expect(wire.to(PATH)).toHaveLength(2)
})

it('claimable rewards are reloaded when a day or a night has ended, and not in a loop where the local clock is wrong', async () => {
  wire.on(PATH, () => told(1, NOW - HOUR_MS))
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
  expect(wire.to(PATH)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5_001)
  expect(wire.to(PATH)).toHaveLength(2)
  // Less than the minimum of a minute, independent of the random spread of the last one.
  await vi.advanceTimersByTimeAsync(54_000)
  expect(wire.to(PATH)).toHaveLength(2)
})

it('claimable rewards do not change when they cannot be reloaded, which is told until they can', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  wire.on(PATH, lost)
  page.notifyClaimsChanged()
  await vi.advanceTimersByTimeAsync(0)
  expect([page.$badges.get()?.wheel, page.$gifts.get()?.locked]).toEqual([1, 500])
  expect(page.$isRewardsFailed.get()).toBe(true)
  wire.on(PATH, () => told(0))
  await page.loadRewards()
  expect(page.$isRewardsFailed.get()).toBe(false)
})

it('a screen that shows what is locked waits for that once, and not where it cannot be read', async () => {
  const fresh = await freshPage()
  const [screen, rewards] = [later(), later()]
  wire.on('/api/calendar', screen.answer)
  wire.on(PATH, rewards.answer)
  let locked: number | undefined
  const reading = fresh.getWithGifts('/calendar').then(() => {
    locked = fresh.$gifts.get()?.locked
  })
  screen.go({ success: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(locked).toBeUndefined()
  rewards.go(told(1))
  await reading
  expect(locked).toBe(500)
  wire.on(PATH, lost)
  await (await freshPage()).getWithGifts('/calendar')
})
