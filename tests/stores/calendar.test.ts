// The calendar between browser and server: a day that is claimed once, a press that got no answer, a day that changes meanwhile.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CalendarReply } from '../../src/contract/calendar.ts'
import { fault, later, lost, PLAYER, Wire } from './wire.ts'

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
  const [calendar, user, modals, claims, clock, toasts] = await Promise.all([
    import('../../src/stores/calendar.ts'),
    import('../../src/stores/user.ts'),
    import('../../src/stores/modals.ts'),
    import('../../src/stores/claims-changed.ts'),
    import('../../src/stores/server-clock.ts'),
    import('../../src/stores/toasts.ts'),
  ])
  return { ...calendar, ...user, ...modals, ...claims, ...clock, ...toasts }
}

let wire: Wire
let page: Awaited<ReturnType<typeof freshPage>>
let leave: () => void

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  wire = new Wire()
  wire.open()
  wire.on(READ, () => reply())
  wire.on(CLAIM, () => PAID)
  wire.on('/api/user/get', () => ({ success: true, user: PLAYER }))
  page = await freshPage()
  leave = page.watchCalendar()
})

afterEach(() => {
  leave()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function signedIn(): Promise<void> {
  page.$user.set({ status: 'authorised', user: PLAYER })
  await vi.waitFor(() => expect(page.$calendar.get().status).toBe('ready'))
}

/** Lets the tries of a call that gets no answer run out. */
async function patiently(work: Promise<void>): Promise<void> {
  await vi.runAllTimersAsync()
  await work
}

it('is read once it is known who looks, and again for another', async () => {
  expect(wire.to(READ)).toHaveLength(0)
  page.$user.set({ status: 'guest' })
  await vi.waitFor(() => expect(page.$calendar.get()).toMatchObject({ status: 'ready', number: 1 }))
  await signedIn()
  await vi.waitFor(() => expect(wire.to(READ)).toHaveLength(2))
})

it('runs by the clock that the answer tells', async () => {
  wire.on(READ, () => reply({ now: Date.now() + 5_000_000 }))
  await signedIn()
  const ahead = page.serverNow() - Date.now()
  expect(Math.abs(ahead - 5_000_000)).toBeLessThan(1_000)
})

it('asks a guest to sign in', async () => {
  page.$user.set({ status: 'guest' })
  await vi.waitFor(() => expect(page.$calendar.get().status).toBe('ready'))
  const login = vi.fn()
  page.onOpenLogin(login)
  await page.claimDay()
  expect(login).toHaveBeenCalled()
  expect(wire.to(CLAIM)).toHaveLength(0)
})

it('claims the day that is shown: balance and days follow, and whoever marks what can be claimed is told', async () => {
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

it('sends two presses as one', async () => {
  await signedIn()
  const kept = later()
  wire.on(CLAIM, kept.answer)
  const presses = [page.claimDay(), page.claimDay()]
  kept.go(PAID)
  await Promise.all(presses)
  expect(wire.to(CLAIM)).toHaveLength(1)
})

it('says that no answer came, and asks again under the same key', async () => {
  await signedIn()
  wire.on(CLAIM, lost)
  await patiently(page.claimDay())
  expect(page.$claiming.get()).toEqual({ phase: 'offline' })
  wire.on(CLAIM, () => PAID)
  await page.claimDay()
  expect(page.$claiming.get().phase).toBe('claimed')
  expect(new Set(wire.to(CLAIM).map(({ key }) => key)).size).toBe(1)
  expect(wire.to('/api/user/get').length).toBeGreaterThan(0)
})

it('reads the days anew when another one has begun', async () => {
  await signedIn()
  wire.on(CLAIM, () => ({ success: false, code: 'calendar-day-changed', message: 'A new day' }))
  wire.on(READ, () => reply({ today: '2026-11-22', number: 2 }))
  await page.claimDay()
  expect(page.$claiming.get()).toEqual({ phase: 'refused', message: 'A new day' })
  expect(page.$calendar.get()).toMatchObject({ today: '2026-11-22', number: 2 })
})

it('puts away what was said of yesterday when the day changes', async () => {
  await signedIn()
  wire.on(READ, () => reply({ claimed: true }))
  await page.claimDay()
  expect(page.$claiming.get().phase).toBe('claimed')
  wire.on(READ, () => reply({ today: '2026-11-22', number: 2 }))
  await page.loadCalendar()
  expect(page.$claiming.get()).toEqual({ phase: 'idle' })
})

it('leaves what was there when it cannot be read, and says so where nothing was', async () => {
  wire.on(READ, () => fault(500))
  page.$user.set({ status: 'guest' })
  await vi.waitFor(() => expect(page.$calendar.get().status).toBe('failed'))
  wire.on(READ, () => reply())
  await page.loadCalendar()
  wire.on(READ, () => fault(500))
  await page.loadCalendar()
  expect(page.$calendar.get()).toMatchObject({ status: 'ready', number: 1 })
})
