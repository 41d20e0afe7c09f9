// The calendar between browser and server: a day that is claimed once, a claim without a response, a day that changes
// meanwhile.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CalendarReply } from '../../../src/protocol/calendar.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, later, lost, PLAYER } from '../server-stub.ts'

const CLAIM = '/api/calendar/claim'
const READ = '/api/calendar'
const DAY_MS = 86_400_000
const MONEY = { kind: 'balance', amount: 5 } as const

function reply(changes: Partial<CalendarReply> = {}): CalendarReply {
  const day = (number: number) => ({ number, isSuper: number % 10 === 0, prize: MONEY })
  return {
    success: true,
    now: Date.now(),
    to: Date.now() + DAY_MS,
    giftRefusal: null,
    timeZone: 'UTC',
    today: '2026-11-21',
    streak: 0,
    number: 1,
    claimed: false,
    ended: 0,
    afterMissed: 1,
    days: [],
    tomorrow: day(2),
    nextSuper: day(20),
    ...changes,
  }
}

const PAID = { success: true, message: '$0.05 is on your balance', prize: MONEY, balance: 1005, drop: null, streak: 1 }

async function freshPage() {
  vi.resetModules()
  const [calendar, user, modals, claims, clock, toasts, events] = await Promise.all([
    import('../../../src/stores/rewards/calendar.ts'),
    import('../../../src/stores/kernel/user.ts'),
    import('../../../src/stores/kernel/modals.ts'),
    import('../../../src/stores/kernel/claims-changed.ts'),
    import('../../../src/stores/kernel/server-clock.ts'),
    import('../../../src/stores/kernel/toasts.ts'),
    import('../../../src/stores/kernel/realtime-events.ts'),
  ])
  return { ...calendar, ...user, ...modals, ...claims, ...clock, ...toasts, ...events }
}

const { wire } = openServerFixture({ toFake: ['setTimeout', 'clearTimeout'] })
let page: Awaited<ReturnType<typeof freshPage>>
let leave: () => void

beforeEach(async () => {
  wire.on(READ, () => reply())
  wire.on(CLAIM, () => PAID)
  wire.on('/api/user/get', () => ({ success: true, user: PLAYER }))
  page = await freshPage()
  leave = page.watchCalendar()
})

afterEach(() => {
  leave()
})

async function signedIn(): Promise<void> {
  page.$user.set({ status: 'authorised', user: PLAYER })
  await vi.waitFor(() => expect(page.$calendar.get().status).toBe('ready'))
}

/** Advances the retries of a call without a response. */
async function runRetries(work: Promise<void>): Promise<void> {
  await vi.runAllTimersAsync()
  await work
}

it('the calendar is loaded once the user is known, and again for another', async () => {
  expect(wire.to(READ)).toHaveLength(0)
  page.$user.set({ status: 'guest' })
  await vi.waitFor(() => expect(page.$calendar.get()).toMatchObject({ status: 'ready', number: 1 }))
  await signedIn()
  await vi.waitFor(() => expect(wire.to(READ)).toHaveLength(2))
})

it('the calendar is read again after a gap in the connection, not when the page first connects', async () => {
  page.$user.set({ status: 'authorised', user: PLAYER })
  await vi.waitFor(() => expect(page.$calendar.get().status).toBe('ready'))
  page.$connectionCount.set(1)
  expect(wire.to(READ)).toHaveLength(1)
  page.$connectionCount.set(2)
  expect(wire.to(READ)).toHaveLength(2)
})

it('the calendar uses the clock of the response', async () => {
  wire.on(READ, () => reply({ now: Date.now() + 5_000_000 }))
  await signedIn()
  const ahead = page.serverNow() - Date.now()
  expect(Math.abs(ahead - 5_000_000)).toBeLessThan(1_000)
})

it('the calendar asks a guest to sign in', async () => {
  page.$user.set({ status: 'guest' })
  await vi.waitFor(() => expect(page.$calendar.get().status).toBe('ready'))
  const login = vi.fn()
  page.onOpenLogin(login)
  await page.claimDay()
  expect(login).toHaveBeenCalled()
  expect(wire.to(CLAIM)).toHaveLength(0)
})

it('the calendar claims the displayed day: balance and days follow, and badges are updated', async () => {
  await signedIn()
  wire.on(READ, () => reply({ claimed: true, streak: 1 }))
  await page.claimDay()
  expect(wire.to(CLAIM)).toMatchObject([{ body: { day: '2026-11-21' } }])
  expect(page.$claiming.get()).toMatchObject({ phase: 'claimed', streak: 1, drop: null })
  expect(page.$user.get()).toMatchObject({ user: { balance: 1005 } })
  expect(page.$calendar.get()).toMatchObject({ claimed: true, streak: 1 })
  expect(page.$claimsChanged.get()).toBe(1)
  await page.claimDay()
  expect(wire.to(CLAIM)).toHaveLength(1)
})

it('the calendar shows a balance that is pushed before the answer together with the claim', async () => {
  await signedIn()
  const kept = later()
  wire.on(CLAIM, kept.answer)
  const seen: string[] = []
  page.$user.listen((state) => {
    if (state.status === 'authorised') seen.push(`${page.$claiming.get().phase} ${state.user.balance}`)
  })
  const press = page.claimDay()
  page.setBalance(1005)
  expect(seen).toEqual([])
  kept.go(PAID)
  await press
  expect(seen[0]).toBe('asking 1005')
  expect(page.$claiming.get().phase).toBe('claimed')
})

it('the calendar shows a balance that is pushed while a claim fails', async () => {
  await signedIn()
  wire.on(CLAIM, lost)
  const press = page.claimDay()
  page.setBalance(990)
  await runRetries(press)
  expect(page.$user.get()).toMatchObject({ user: { balance: 990 } })
})

it('the calendar sends a double click as one claim', async () => {
  await signedIn()
  const kept = later()
  wire.on(CLAIM, kept.answer)
  const presses = [page.claimDay(), page.claimDay()]
  kept.go(PAID)
  await Promise.all(presses)
  expect(wire.to(CLAIM)).toHaveLength(1)
})

it('the calendar reports a missing response, and retries with the same key', async () => {
  await signedIn()
  wire.on(CLAIM, lost)
  await runRetries(page.claimDay())
  expect(page.$claiming.get()).toEqual({ phase: 'offline' })
  wire.on(CLAIM, () => PAID)
  await page.claimDay()
  expect(page.$claiming.get().phase).toBe('claimed')
  expect(new Set(wire.to(CLAIM).map(({ key }) => key)).size).toBe(1)
  expect(wire.to('/api/user/get').length).toBeGreaterThan(0)
})

it('the calendar reloads the days when another one has started', async () => {
  await signedIn()
  wire.on(CLAIM, () => ({ success: false, code: 'calendar-day-changed', message: 'A new day' }))
  wire.on(READ, () => reply({ today: '2026-11-22', number: 2 }))
  await page.claimDay()
  expect(page.$claiming.get()).toEqual({ phase: 'refused', message: 'A new day' })
  expect(page.$calendar.get()).toMatchObject({ today: '2026-11-22', number: 2 })
})

it('the calendar clears yesterday’s messages when the day changes', async () => {
  await signedIn()
  wire.on(READ, () => reply({ claimed: true }))
  await page.claimDay()
  expect(page.$claiming.get().phase).toBe('claimed')
  wire.on(READ, () => reply({ today: '2026-11-22', number: 2 }))
  await page.loadCalendar()
  expect(page.$claiming.get()).toEqual({ phase: 'idle' })
})

it('the calendar keeps its data when it cannot be reloaded, and reports a failure where there is none', async () => {
  wire.on(READ, () => fault(500))
  page.$user.set({ status: 'guest' })
  await vi.waitFor(() => expect(page.$calendar.get().status).toBe('failed'))
  wire.on(READ, () => reply())
  await page.loadCalendar()
  wire.on(READ, () => fault(500))
  await page.loadCalendar()
  expect(page.$calendar.get()).toMatchObject({ status: 'ready', number: 1 })
})
