// When the marks are read: on load, after a claim or a deposit, when one comes back after a while, and when a day or a night ends.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RewardsReply } from '../../src/contract/rewards.ts'
import { lost, Wire } from './wire.ts'

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
    import('../../src/stores/rewards.ts'),
    import('../../src/stores/claims-changed.ts'),
    import('../../src/stores/socket.ts'),
  ])
  return { ...rewards, ...changed, ...socket }
}

let wire: Wire
let seen: Page
let page: Awaited<ReturnType<typeof freshPage>>

const told = (wheel: number, until = NOW + HOUR_MS): RewardsReply => ({
  success: true,
  marks: { ...NOTHING, wheel },
  until,
})

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW })
  wire = new Wire()
  wire.open()
  wire.on(PATH, () => told(1))
  page = await freshPage()
  seen = new Page()
  page.watchMarks(seen as unknown as Document)
  await vi.advanceTimersByTimeAsync(0)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('are read on load, once however many ask', async () => {
  page.watchMarks(seen as unknown as Document)
  await vi.advanceTimersByTimeAsync(0)
  expect(wire.to(PATH)).toHaveLength(1)
  expect(page.$marks.get()).toEqual({ ...NOTHING, wheel: 1 })
})

it('are read after a claim, and after a deposit has moved on', async () => {
  wire.on(PATH, () => told(0))
  page.claimsChanged()
  await vi.advanceTimersByTimeAsync(0)
  expect(page.$marks.get()?.wheel).toBe(0)
  page.$toldOrder.set({ id: 'an order' })
  await vi.advanceTimersByTimeAsync(0)
  expect(wire.to(PATH)).toHaveLength(3)
})

it('are read when one comes back after some minutes, not before, and not by a page that goes', async () => {
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

it('are read when a day or a night has ended, and not over and over where the clock here is wrong', async () => {
  wire.on(PATH, () => told(1, NOW - HOUR_MS))
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
  expect(wire.to(PATH)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5_001)
  expect(wire.to(PATH)).toHaveLength(2)
  // Less than the minute that is the least, however soon within the spread the last one was.
  await vi.advanceTimersByTimeAsync(54_000)
  expect(wire.to(PATH)).toHaveLength(2)
})

it('stay as they were when they cannot be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  wire.on(PATH, lost)
  page.claimsChanged()
  await vi.advanceTimersByTimeAsync(0)
  expect(page.$marks.get()?.wheel).toBe(1)
})
