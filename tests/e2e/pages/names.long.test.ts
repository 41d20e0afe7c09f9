// The names of items and cases on every screen: never cut, never broken within a word, at most two lines, three on a small tile and on a phone. The player owns items with the
// longest names of the catalogue.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, describe, expect, it } from 'vitest'
import { CASE_TICKETS } from '../../../src/game/base/economy.ts'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { parseItemName } from '../../../src/game/catalogue/item-name.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { OpenReply } from '../../../src/protocol/case.ts'
import { blockLiveEvents, visitCalmly } from '../../support/browsers/browser.ts'
import { mine, pick } from '../games/upgrader.ts'
import { openForFile } from '../parts/file-site.ts'
import { CASE, call, depositByCall, openByCall, signIn, skipMotion, startingWith } from '../parts/player.ts'

interface Skin {
  readonly id: string
  readonly name: Readonly<Record<Language, string>>
}

interface CaseRecord {
  readonly url: string
  readonly name: Readonly<Record<Language, string>>
  price: number
  entries: { item: string; tickets: number }[]
}

const WIDTHS = [360, 390, 768, 1440, 1920]
const HEIGHT = 900

/** The most that an item of the case costs, in cents: ten openings are to cost what a deposit covers. */
const PRICE_MOST = 2_000

/** How many items a language brings into the case, by each measure of length. */
const LONGEST = 4

/** The parts of 100 that the case returns; within the range that the catalogue accepts. */
const RETURN = 90

const data = new URL('../../../data/', import.meta.url).pathname
const skins = JSON.parse(await readFile(join(data, 'skins.json'), 'utf8')) as Skin[]
const prices = JSON.parse(await readFile(join(data, 'prices.json'), 'utf8')) as Record<string, number>
const cases = JSON.parse(await readFile(join(data, 'cases.json'), 'utf8')) as { cases: CaseRecord[] }

/** Returns the lines of a name: the weapon, and the finish if it has one. */
function linesOf(name: string): string[] {
  const { type, name: finish } = parseItemName(name)
  return finish === null ? [type] : [type, finish]
}

const longestWord = (name: string): number => Math.max(...name.split(' ').map((word) => word.length))
const weaponLength = (name: string): number => linesOf(name)[0]?.length ?? 0
const finishLength = (name: string): number => linesOf(name)[1]?.length ?? 0

/** Returns items with the longest words, weapons and finishes of each language, with the StatTrak mark where one is sold. */
function longestItems(): string[] {
  const ids = Object.entries(prices).flatMap(([id, price]) => (price <= PRICE_MOST ? [id] : []))
  const itemOf = (skin: string): string | undefined => {
    const own = ids.filter((id) => id.startsWith(`${skin}.`))
    return own.find((id) => id.endsWith('.st')) ?? own[0]
  }
  const chosen = LANGUAGES.flatMap((language) =>
    [longestWord, weaponLength, finishLength].flatMap((length) =>
      skins
        .toSorted((a, b) => length(b.name[language]) - length(a.name[language]))
        .flatMap(({ id }) => itemOf(id) ?? [])
        .slice(0, LONGEST),
    ),
  )
  return [...new Set(chosen)]
}

const items = longestItems()
const folder = await mkdtemp(join(tmpdir(), 'spacedrop-names-'))
await cp(data, folder, { recursive: true })
const record = cases.cases.find(({ url }) => url === CASE)
if (record === undefined) throw new Error(`There is no case ${CASE}`)
const tickets = Math.floor(CASE_TICKETS / items.length)
record.entries = items.map((item, at) => ({
  item,
  tickets: at === 0 ? CASE_TICKETS - tickets * (items.length - 1) : tickets,
}))
const worth = record.entries.reduce((sum, entry) => sum + ((prices[entry.item] ?? 0) * entry.tickets) / CASE_TICKETS, 0)
record.price = Math.round((worth * 100) / RETURN)
await writeFile(join(folder, 'cases.json'), JSON.stringify(cases))

const { site, browser } = await openForFile({ SHOP_DIR: folder })
afterAll(() => rm(folder, { recursive: true }))

/** Returns what screens write of the names of a language, without marks: lines, whole names and names of cases. */
function namesIn(language: Language): string[] {
  const ofItems = skins.flatMap(({ name }) => {
    const lines = linesOf(name[language])
    return [...lines, lines.join(' '), lines.join(' | ')]
  })
  return [...new Set([...ofItems, ...cases.cases.map(({ name }) => name[language])])]
}

/** Returns what is wrong with the names that a page shows at its width. */
function wrongNames(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((all) => {
    const wanted = new Set(all)
    const plain = (text: string): string =>
      text
        .replaceAll(/[\u00a0\s]+/g, ' ')
        .replaceAll(/\[ST\]|★/g, '')
        .trim()
    const isClipped = (value: string): boolean => value === 'hidden' || value === 'clip'
    /** Names the nearest box that cuts a part of some boxes; boxes that scroll cut nothing. */
    const cutter = (from: Element, boxes: readonly DOMRect[]): string | null => {
      for (let box: Element | null = from; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box)
        if (/auto|scroll/.test(overflowX + overflowY)) return null
        const edge = box.getBoundingClientRect()
        const beyondX = boxes.some(({ left, right }) => left < edge.left - 1 || right > edge.right + 1)
        const beyondY = boxes.some(({ top, bottom }) => top < edge.top - 3 || bottom > edge.bottom + 3)
        if ((isClipped(overflowX) && beyondX) || (isClipped(overflowY) && beyondY)) return box.className
        if (position === 'fixed') return null
      }
      return null
    }
    const faults: string[] = []
    const range = document.createRange()
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement
      const text = (node as Text).data
      if (element === null || !wanted.has(plain(text))) continue
      if (element.closest('.unseen, option, [aria-hidden="true"] [data-reel]') !== null) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
      const lines = new Set(boxes.map(({ top }) => Math.round(top)))
      const where = `${plain(text)} in .${element.className}`
      const by = cutter(element, boxes)
      if (by !== null) faults.push(`${where} is cut by .${by}`)
      const most = innerWidth >= 400 && element.closest('[data-size="s"]') === null ? 2 : 3
      if (lines.size > most) faults.push(`${where} takes ${lines.size} lines`)
      for (const { 0: word, index } of text.matchAll(/[^\s\u00a0-]+/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        // A small tile hyphenates from so many letters on, where the browser knows how (item-card.module.css).
        const mayBreak = word.length >= 15 && element.closest('[data-size="s"]') !== null
        if (tops.size > 1 && !mayBreak) faults.push(`${where} breaks the word ${word}`)
      }
    }
    return [...new Set(faults)]
  }, names)
}

/** Waits until the islands of a page show what they load, here or where they come into view. */
async function settled(page: Page): Promise<void> {
  await page.locator('header section[aria-busy="false"]').first().waitFor()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const busy = page.locator('main [aria-busy="true"]')
  await expect.poll(() => busy.evaluateAll((parts) => parts.map(({ outerHTML }) => outerHTML.slice(0, 99)))).toEqual([])
  await page.evaluate(() => document.fonts.ready)
}

describe.each(LANGUAGES)('names in %s', (language) => {
  const names = namesIn(language)

  it('are whole on every screen at every width', async () => {
    const { page, context } = await visitCalmly(browser, site, language)
    await blockLiveEvents(page)
    await signIn(page, site, LANGUAGES.indexOf(language))
    await depositByCall(page, site, 300)
    await openByCall(page, site, 10)
    await call<OpenReply>(page, site, `/case/${CASE}/open`, { count: 10, demo: false })
    const wrong: string[] = []
    const sweep = async (screen: string): Promise<void> => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT })
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
        wrong.push(...(await wrongNames(page, names)).map((fault) => `${screen} at ${width}: ${fault}`))
      }
    }
    const { user } = await call<{ user: { id: number } }>(page, site, '/user/get')
    const paths = [
      '/',
      '/profile',
      '/dashboard',
      '/battles',
      '/battles/new',
      '/raffle',
      '/wheel',
      '/missions',
      '/calendar',
      '/free_case',
      '/upgrade',
      '/contracts',
      `/case/${CASE}`,
    ]
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: HEIGHT })
      await page.goto(site.url + (path === '/profile' ? `/user/${user.id}` : path))
      await settled(page)
      await sweep(path)
      if (path === '/upgrade') {
        await page.setViewportSize({ width: 1440, height: HEIGHT })
        await mine(page, language).getByRole('option').first().click()
        await pick(page, language, 'desktop', '×2')
        await sweep('/upgrade with a stake and a target')
      }
      if (path === '/contracts') {
        await page.setViewportSize({ width: 1440, height: HEIGHT })
        await page.getByRole('button', { name: textFor(language, 'contract')('tools.fill') }).click()
        await sweep('/contracts with ten items')
      }
      if (path === `/case/${CASE}`) {
        const t = textFor(language, 'case')
        for (const count of [1, 10]) {
          await page.setViewportSize({ width: 1440, height: HEIGHT })
          await page.getByRole('radio', { name: String(count), exact: true }).press('Space')
          const again = count === 1 ? t('demo') : t('demoAgain')
          await page.getByRole('button', { name: again, exact: true }).click()
          const mark = page.getByText(startingWith(t('demoMark'))).first()
          await skipMotion(page.getByRole('button', { name: t('skip') }), mark)
          await sweep(`/case with ${count} results`)
        }
      }
    }
    expect(wrong).toEqual([])
    await context.close()
  })
})
