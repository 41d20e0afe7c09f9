// Size budgets of pages, as a real browser receives them.
import { describe, expect, it } from 'vitest'
import { CONTROL_PAGES, TEXT_PAGES } from '../support/pages.ts'
import { CASE_PAGE, FONT_GOALS, SCRIPT_GOALS, weigh } from '../support/weight.ts'
import { openForFile } from './file-site.ts'

const { site, browser } = await openForFile()

describe('all scripts together', () => {
  it.each(TEXT_PAGES)('of %s weigh at most 30 KB', async (path) => {
    const { scripts, byScript } = await weigh(browser, site, path)
    expect(byScript.size).toBeGreaterThan(0)
    expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.static)
  })

  it.each([CASE_PAGE, ...CONTROL_PAGES])('of %s weigh at most 110 KB', async (path) => {
    const { scripts, byScript } = await weigh(browser, site, path)
    expect(byScript.size).toBeGreaterThan(0)
    expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.case)
  })
})

describe('all fonts together', () => {
  it.each(['/en/faq', '/en'])('of %s weigh at most 40 KB', async (path) => {
    const { fonts } = await weigh(browser, site, path)
    expect(fonts).toBeGreaterThan(0)
    expect(fonts).toBeLessThanOrEqual(FONT_GOALS.latin)
  })

  it.each(['/ru/faq', '/uk/faq', '/ru', '/uk'])('of %s weigh at most 70 KB', async (path) => {
    const { fonts } = await weigh(browser, site, path)
    expect(fonts).toBeGreaterThan(FONT_GOALS.latin)
    expect(fonts).toBeLessThanOrEqual(FONT_GOALS.cyrillic)
  })
})
