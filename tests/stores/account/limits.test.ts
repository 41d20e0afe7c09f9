// The player's deposit limits and exclusions, as the deposit form reads and writes them.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DepositLimit, LimitWindow } from '../../../src/protocol/limits.ts'
import {
  $left,
  $limits,
  $limitsFailed,
  exclude,
  leftIn,
  loadLimits,
  saveLimits,
  saveReminder,
  watchExclusion,
} from '../../../src/stores/account/limits.ts'
import { $connectionCount, $exclusionEvent } from '../../../src/stores/kernel/realtime-events.ts'
import { takeToasts } from '../../../src/stores/kernel/toasts.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, lost, PLAYER } from '../server-stub.ts'

const limit = (window: LimitWindow, amount: number | null, used: number): DepositLimit => ({
  window,
  amount,
  used,
  pending: null,
})

const known = (...limits: DepositLimit[]) => ({ success: true, limits, exclusion: null })

const { wire, logged } = openServerFixture({ toFake: ['setTimeout'] })

beforeEach(() => {
  $limits.set(null)
  takeToasts()
})

describe('limits', () => {
  it('leave their unused part, never less than zero', () => {
    expect(leftIn({ amount: 2000, used: 500 })).toBe(1500)
    expect(leftIn({ amount: 2000, used: 2500 })).toBe(0)
    expect(leftIn({ amount: null, used: 2500 })).toBeNull()
  })

  it('together leave the smallest remainder', async () => {
    expect($left.get()).toBeNull()
    wire.on('/api/limits', () => known(limit('day', 2000, 1500), limit('week', null, 9000), limit('month', 5000, 100)))
    await loadLimits()
    expect($left.get()).toBe(500)
  })

  it('that are not set leave everything', async () => {
    wire.on('/api/limits', () => known(limit('day', null, 0), limit('week', null, 0), limit('month', null, 0)))
    await loadLimits()
    expect($left.get()).toBeNull()
  })

  it('that cannot be loaded are logged, and do not block the form', async () => {
    wire.on('/api/limits', lost)
    await loadLimits()
    expect([$limits.get(), $left.get(), logged.length]).toEqual([null, null, 1])
  })

  it('are requested with the entered windows, and shown as the server stores them', async () => {
    wire.on('/api/limits', () => ({ ...known(limit('day', 2500, 0)), message: 'Saved' }))
    expect(await saveLimits({ day: 2500 })).toBe('kept')
    expect(wire.calls.at(-1)).toMatchObject({ method: 'POST', body: { day: 2500 } })
    expect($left.get()).toBe(2500)
    expect(takeToasts()).toEqual([{ type: 'success', message: 'Saved' }])
  })

  it('that are refused do not change, with the server’s message', async () => {
    wire.on('/api/limits', () => ({ success: false, code: 'excluded', message: 'Closed' }))
    expect(await saveLimits({ day: 2500 })).toBe('refused')
    expect($limits.get()).toBeNull()
    expect(takeToasts()).toEqual([{ type: 'error', message: 'Closed' }])
  })

  it('whose request fails are reported as failed, and logged', async () => {
    wire.on('/api/limits', () => fault(400))
    expect(await saveLimits({ day: 2500 })).toBe('failed')
    expect([logged.length, takeToasts()]).toEqual([1, []])
  })
})

describe('limits that could not be loaded', () => {
  it('are shown as missing until they are loaded', async () => {
    wire.on('/api/limits', lost)
    await loadLimits()
    expect($limitsFailed.get()).toBe(true)
    wire.on('/api/limits', () => known(limit('day', null, 0), limit('week', null, 0), limit('month', null, 0)))
    await loadLimits()
    expect($limitsFailed.get()).toBe(false)
    wire.on('/api/limits', lost)
    await loadLimits()
    expect($limitsFailed.get()).toBe(false)
  })
})

describe('an exclusion', () => {
  const exclusion = { kind: 'time-out', until: 1_800_000_000_000 }

  it('is shown as the server returns it; the message for all pages follows from it', async () => {
    wire.on('/api/limits', () => known(limit('day', 500, 0)))
    await loadLimits()
    wire.on('/api/limits/self-exclude', () => ({ success: true, message: 'Closed', exclusion }))
    expect(await exclude(7)).toBe('kept')
    expect(wire.calls.at(-1)).toMatchObject({ method: 'POST', body: { days: 7 } })
    expect($limits.get()).toEqual({ ...known(limit('day', 500, 0)), exclusion })
    expect(takeToasts()).toEqual([])
  })

  it('that is refused or lost changes nothing', async () => {
    wire.on('/api/limits', () => known(limit('day', 500, 0)))
    await loadLimits()
    const before = $limits.get()
    wire.on('/api/limits/self-exclude', () => ({ success: false, code: 'excluded', message: 'No' }))
    expect(await exclude('forever')).toBe('refused')
    expect(takeToasts()).toEqual([{ type: 'error', message: 'No' }])
    wire.on('/api/limits/self-exclude', () => fault(400))
    expect(await exclude(30)).toBe('failed')
    expect(logged).toHaveLength(1)
    expect($limits.get()).toBe(before)
  })

  it('on another device reloads the limits, and so does a gap in the connection', async () => {
    $user.set({ status: 'authorised', user: PLAYER })
    wire.on('/api/limits', () => ({ ...known(limit('day', 500, 0)), exclusion }))
    const stop = watchExclusion()
    $exclusionEvent.set({ kind: 'time-out', until: 1 })
    await vi.waitFor(() => expect($limits.get()?.exclusion).toEqual(exclusion))
    $connectionCount.set($connectionCount.get() + 1)
    await vi.waitFor(() => expect(wire.to('/api/limits')).toHaveLength(2))
    stop()
    $exclusionEvent.set({ kind: 'time-out', until: 2 })
    $connectionCount.set($connectionCount.get() + 1)
    expect(wire.to('/api/limits')).toHaveLength(2)
  })
})

describe('the reminder', () => {
  it('applies once the server has stored it', async () => {
    $user.set({ status: 'authorised', user: PLAYER })
    wire.on('/api/limits/reality', () => ({ success: true, message: 'Set', minutes: 60 }))
    expect(await saveReminder(60)).toBe(true)
    expect(wire.calls.at(-1)).toMatchObject({ method: 'POST', body: { minutes: 60 } })
    expect($user.get()).toEqual({ status: 'authorised', user: { ...PLAYER, realityMinutes: 60 } })
    expect(takeToasts()).toEqual([{ type: 'success', message: 'Set' }])
  })

  it('does not change when that failed', async () => {
    $user.set({ status: 'authorised', user: PLAYER })
    wire.on('/api/limits/reality', () => fault(400))
    expect(await saveReminder(15)).toBe(false)
    expect($user.get()).toEqual({ status: 'authorised', user: PLAYER })
    expect([logged.length, takeToasts()]).toEqual([1, []])
  })
})
