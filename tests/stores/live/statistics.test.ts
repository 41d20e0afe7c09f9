// The counters: 0 until loaded, merged by part, the online count separate.
import { beforeEach, describe, expect, it } from 'vitest'
import { $statistics, loadStatistics, mergeStatistics, setOnline } from '../../../src/stores/live/statistics.ts'
import { Browser } from '../browser-stub.ts'

const NOTHING = { users: 0, cases: 0, upgrades: 0, contracts: 0, online: 0 }

let browser: Browser

beforeEach(() => {
  browser = new Browser()
  browser.open()
  $statistics.set(NOTHING)
})

describe('the counters', () => {
  it('are loaded from GET /live/statistic', async () => {
    browser.answer('/live/statistic', 200, { users: 4, cases: 3, upgrades: 2, contracts: 1 })
    await loadStatistics()
    expect($statistics.get()).toEqual({ users: 4, cases: 3, upgrades: 2, contracts: 1, online: 0 })
  })

  it('are updated by the fields of a message', () => {
    setOnline(12)
    mergeStatistics({ users: 5, cases: 9 })
    mergeStatistics({ cases: 10 })
    expect($statistics.get()).toEqual({ ...NOTHING, users: 5, cases: 10, online: 12 })
  })

  it('ignore values that are not numbers, and unknown fields', () => {
    mergeStatistics(JSON.parse('{"users":"many","cases":null,"online":99,"visitors":3}'))
    setOnline(Number.NaN)
    expect($statistics.get()).toEqual(NOTHING)
  })

  it('do not change when the server is unreachable', async () => {
    mergeStatistics({ users: 5 })
    browser.offline('/live/statistic')
    await loadStatistics()
    expect($statistics.get().users).toBe(5)
  })
})
