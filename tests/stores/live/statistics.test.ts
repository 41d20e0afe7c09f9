// The counters: unknown until loaded, merged by part, the online count separate.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { Counters } from '../../../src/islands/shell/Counters.tsx'
import { $statistics, loadStatistics, mergeStatistics, setOnline } from '../../../src/stores/live/statistics.ts'
import { takeLoggedLines } from '../../support/runner/logged-lines.ts'
import { Browser } from '../browser-stub.ts'

const NOTHING = { users: null, cases: null, upgrades: null, contracts: null, online: null }

let browser: Browser

beforeEach(() => {
  browser = new Browser()
  browser.open()
  $statistics.set(NOTHING)
})

describe('the counters', () => {
  it('are unknown at the start, and a page without JavaScript shows no number', () => {
    for (const lang of LANGUAGES) {
      const markup = renderToStaticMarkup(createElement(Counters, { lang, layout: 'row' }))
      expect(markup).toContain(textFor(lang, 'shell')('counters.online'))
      expect(markup.replaceAll(/<[^>]*>/g, '')).not.toMatch(/\d/)
    }
  })

  it('are loaded from GET /live/statistic', async () => {
    browser.answer('/live/statistic', 200, { users: 4, cases: 3, upgrades: 2, contracts: 1 })
    await loadStatistics()
    expect($statistics.get()).toEqual({ users: 4, cases: 3, upgrades: 2, contracts: 1, online: null })
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
    expect(takeLoggedLines()).toEqual([expect.stringContaining('Statistics could not be read')])
  })
})
