// The counters: 0 until told, merged by part, the online count apart.
import { beforeEach, describe, expect, it } from 'vitest'
import { $statistics, loadStatistics, mergeStatistics, setOnline } from '../../src/stores/statistics.ts'
import { Browser } from './browser.ts'

const NOTHING = { users: 0, cases: 0, upgrades: 0, contracts: 0, online: 0 }

let browser: Browser

beforeEach(() => {
  browser = new Browser()
  browser.open()
  $statistics.set(NOTHING)
})

describe('the counters', () => {
  it('take what GET /live/statistic answers', async () => {
    browser.answer('/live/statistic', 200, { users: 4, cases: 3, upgrades: 2, contracts: 1 })
    await loadStatistics()
    expect($statistics.get()).toEqual({ users: 4, cases: 3, upgrades: 2, contracts: 1, online: 0 })
  })

  it('change by the part that a message holds', () => {
    setOnline(12)
    mergeStatistics({ users: 5, cases: 9 })
    mergeStatistics({ cases: 10 })
    expect($statistics.get()).toEqual({ ...NOTHING, users: 5, cases: 10, online: 12 })
  })

  it('leave alone what is no number, and what is none of theirs', () => {
    mergeStatistics(JSON.parse('{"users":"many","cases":null,"online":99,"visitors":3}'))
    setOnline(Number.NaN)
    expect($statistics.get()).toEqual(NOTHING)
  })

  it('stay as they are when the server cannot be reached', async () => {
    mergeStatistics({ users: 5 })
    browser.offline('/live/statistic')
    await loadStatistics()
    expect($statistics.get().users).toBe(5)
  })
})
