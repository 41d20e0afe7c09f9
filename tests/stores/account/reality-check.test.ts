// The reminder's clock: across pages, tabs, sleep and broken storage it is due after each interval at the site, and
// never during a reel.
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AWAY_MS,
  createRealityCheck,
  loadVisit,
  type RealityCheck,
  type Reminder,
} from '../../../src/stores/account/reality-check.ts'
import { fault, ServerStub } from '../server-stub.ts'

const START = Date.UTC(2026, 10, 21, 12)
const MINUTE_MS = 60_000

/** A browser: one clock and one storage for all its tabs. */
class Tabs {
  nowMs = START
  readonly kept = new Map<string, string>()
  busy = false

  open(): { tab: RealityCheck; looked: { at: boolean } } {
    const looked = { at: true }
    const tab = createRealityCheck({
      now: () => this.nowMs,
      storage: { getItem: (key) => this.kept.get(key) ?? null, setItem: (key, text) => void this.kept.set(key, text) },
      isVisible: () => looked.at,
      isBusy: () => this.busy,
    })
    return { tab, looked }
  }

  /**
   * Advances the time at a tab, which checks the clock on its own timers. Returns when the reminder was due, if it was.
   */
  stay(tab: RealityCheck, reminded: Reminder, minutes: number): number | null {
    const end = this.nowMs + minutes * MINUTE_MS
    for (;;) {
      const again = tab.check(reminded)
      if (tab.$due.get() !== null) return this.nowMs
      if (again === null || this.nowMs + again > end) break
      this.nowMs += again
    }
    this.nowMs = end
    return null
  }
}

const VEGA = { id: 7, minutes: 15 }

describe('the reminder', () => {
  it('is due one interval after the visit started, and then after each answer', () => {
    const tabs = new Tabs()
    const { tab } = tabs.open()
    expect(tabs.stay(tab, VEGA, 60)).toBe(START + 15 * MINUTE_MS)
    expect(tab.$due.get()).toBe(START)
    tabs.nowMs += 2 * MINUTE_MS
    tab.acknowledge()
    expect(tab.$due.get()).toBeNull()
    expect(tabs.stay(tab, VEGA, 60)).toBe(START + 32 * MINUTE_MS)
    // The visit is still the first one.
    expect(tab.$due.get()).toBe(START)
  })

  it('continues across pages: a new page starts from the last state', () => {
    const tabs = new Tabs()
    for (let page = 0; page < 7; page++) expect(tabs.stay(tabs.open().tab, VEGA, 2)).toBeNull()
    expect(tabs.stay(tabs.open().tab, VEGA, 2)).toBe(START + 15 * MINUTE_MS)
  })

  it('stays due on the next page when the page was left without an answer', () => {
    const tabs = new Tabs()
    tabs.stay(tabs.open().tab, VEGA, 20)
    const { tab } = tabs.open()
    tab.check(VEGA)
    expect(tab.$due.get()).toBe(START)
  })

  it('is answered in all tabs by an answer in one', () => {
    const tabs = new Tabs()
    const [one, two] = [tabs.open().tab, tabs.open().tab]
    tabs.stay(one, VEGA, 20)
    two.check(VEGA)
    expect(two.$due.get()).toBe(START)
    two.acknowledge()
    one.check(VEGA)
    expect(one.$due.get()).toBeNull()
    expect(tabs.stay(one, VEGA, 14)).toBeNull()
    expect(tabs.stay(one, VEGA, 2)).not.toBeNull()
  })

  it('is not shown in a hidden tab, and is shown when the tab becomes visible', () => {
    const tabs = new Tabs()
    const { tab, looked } = tabs.open()
    tabs.stay(tab, VEGA, 10)
    looked.at = false
    tabs.nowMs += 10 * MINUTE_MS
    expect(tab.check(VEGA)).toBeNull()
    expect(tab.$due.get()).toBeNull()
    looked.at = true
    tab.check(VEGA)
    expect(tab.$due.get()).toBe(START)
  })

  it('starts a new visit after half an hour away, not earlier', () => {
    for (const [awayMs, isNew] of [
      [AWAY_MS - 1, false],
      [AWAY_MS, true],
    ] as const) {
      const tabs = new Tabs()
      tabs.stay(tabs.open().tab, { ...VEGA, minutes: 120 }, 10)
      tabs.open().tab.check({ ...VEGA, minutes: 120 })
      tabs.nowMs += awayMs
      const { tab } = tabs.open()
      tab.check(VEGA)
      expect(tab.$due.get() === null).toBe(isNew)
    }
  })

  it('waits for the end of an animation, and no longer', () => {
    const tabs = new Tabs()
    const { tab } = tabs.open()
    tabs.stay(tab, VEGA, 14)
    tabs.busy = true
    tabs.nowMs += 2 * MINUTE_MS
    const again = tab.check(VEGA)
    expect(tab.$due.get()).toBeNull()
    expect(again).toBeLessThanOrEqual(500)
    tabs.busy = false
    tab.check(VEGA)
    expect(tab.$due.get()).toBe(START)
    // A visible reminder does not close because an animation starts behind it.
    tabs.busy = true
    tab.check(VEGA)
    expect(tab.$due.get()).toBe(START)
  })

  it('closes when the interval grows or is switched off, and for a guest', () => {
    const tabs = new Tabs()
    const { tab } = tabs.open()
    tabs.stay(tab, VEGA, 20)
    tab.check({ ...VEGA, minutes: 120 })
    expect(tab.$due.get()).toBeNull()
    tab.check(VEGA)
    expect(tab.$due.get()).toBe(START)
    expect(tab.check(null)).toBeNull()
    expect(tab.$due.get()).toBeNull()
  })

  it('is separate for each player of a shared browser', () => {
    const tabs = new Tabs()
    const { tab } = tabs.open()
    tabs.stay(tab, VEGA, 14)
    expect(tabs.stay(tab, { id: 8, minutes: 15 }, 14)).toBeNull()
  })

  it.each(['', 'x', 'null', '[]', '{"player":7}', '{"player":7,"sinceMs":"1","seenMs":1,"answeredMs":1}'])(
    'starts again where storage contains %j',
    (text) => {
      const tabs = new Tabs()
      tabs.kept.set('spacedrop:reality', text)
      const { tab } = tabs.open()
      expect(tabs.stay(tab, VEGA, 14)).toBeNull()
      expect(tabs.stay(tab, VEGA, 2)).toBe(START + 15 * MINUTE_MS)
    },
  )

  it('starts again when the clock was set back', () => {
    const tabs = new Tabs()
    tabs.stay(tabs.open().tab, VEGA, 14)
    tabs.nowMs -= 60 * MINUTE_MS
    const { tab } = tabs.open()
    expect(tabs.stay(tab, VEGA, 14)).toBeNull()
  })

  it('is never later than an interval of continuous presence, across any number of pages', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(15, 30, 60, 120),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 60 }),
        (minutes, stays) => {
          const tabs = new Tabs()
          let answeredMs = START
          for (const stay of stays) {
            const { tab } = tabs.open()
            const dueMs = tabs.stay(tab, { id: 7, minutes }, stay)
            if (dueMs === null) expect(tabs.nowMs - answeredMs).toBeLessThanOrEqual(minutes * MINUTE_MS)
            else {
              expect(dueMs - answeredMs).toBe(minutes * MINUTE_MS)
              tab.acknowledge()
              answeredMs = tabs.nowMs
            }
          }
        },
      ),
    )
  })
})

describe('the result of a visit', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('is requested with the duration of the visit', async () => {
    const wire = new ServerStub()
    wire.open()
    const reply = { success: true, paid: 500, won: 120, result: -380 }
    wire.on('/api/limits/visit?lasted=900000', () => reply)
    expect(await loadVisit(900_000.4)).toEqual(reply)
  })

  it('that is unavailable is omitted, and logged', async () => {
    const wire = new ServerStub()
    wire.open()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    wire.on('/api/limits/visit?lasted=0', () => fault(500))
    expect(await loadVisit(-5)).toBeNull()
    expect(logged).toHaveBeenCalledOnce()
  })
})
