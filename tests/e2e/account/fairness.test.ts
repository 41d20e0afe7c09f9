// The fairness page in a real browser: a roll verified by its id and by pasted values, seeds rotated, rolls exported,
// returns and odds shown.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkExport } from '../../../scripts/verify/check-export.ts'
import { createVerify } from '../../../scripts/verify/program.ts'
import { readExport } from '../../../scripts/verify/read-export.ts'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { formatCount } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { RollReply } from '../../../src/protocol/fairness.ts'
import { leastIdAt } from '../../../src/server/base/ids.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { returnsOfDays, transfers } from '../../../src/server/db/schema.ts'
import { createPublishing } from '../../../src/server/services/transparency/publishing.ts'
import { deriveSigningKey } from '../../../src/server/services/transparency/signing-key.ts'
import {
  launchBrowser,
  type RunningSite,
  type ScreenName,
  startSite,
  visit,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { SCRIPT_GOALS, weigh } from '../../support/browsers/weight.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { runProgram } from '../../support/runner/command.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { balanceIs, CASE, CASE_PRICE, openAndSkip, PAGE_JOURNEYS, proofLink, signIn } from '../parts/player.ts'

const words = textFor('en', 'fairness')

/** A complete day of cases and upgrades: many cases as expected, few upgrades. */
const DAY = [
  {
    game: 'case',
    reference: CASE,
    rolls: 100_000,
    staked: 25_000_000,
    won: 22_800_000,
    expected: 22_750_000,
    variance: 1e10,
  },
  { game: 'upgrade', reference: '', rolls: 3, staked: 300, won: 900, expected: 276, variance: 360_000 },
]

/** Publishes a day with one transfer between house accounts. */
async function publishDay(db: Database): Promise<void> {
  const id = leastIdAt(Date.parse('2026-01-02T12:00:00Z'))
  await db.queries.insert(transfers).values({ id, kind: 'grant', debitId: 1, creditId: 2, amount: 1, reference: 'day' })
  const parts = { db, now: () => Date.parse('2026-01-03T04:00:00Z'), timeZone: 'UTC', mode: 'sandbox' } as const
  const publishing = createPublishing({ ...parts, key: deriveSigningKey('a secret'), ownPercent: () => 40 })
  expect(await publishing.publishDue(true, async () => true)).toEqual(['2026-01-02'])
}

let folder: string
let site: RunningSite
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-fairness-'))
  await copyMigrated(join(folder, 'pglite'))
  const db = await openPglite({ folder: join(folder, 'pglite'), onRetry: () => undefined })
  await db.queries.insert(returnsOfDays).values(DAY.map((row) => ({ day: '2026-01-02', ...row })))
  await publishDay(db)
  await db.close()
  site = await startSite({ DATA_DIR: folder })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
  await rm(folder, { recursive: true })
})

/** Opens a case as a player and returns the id of the roll. */
async function openOnce(language: Language, screen: ScreenName, place: number) {
  const visitor = await visit(browser, site, language, screen)
  const { page } = visitor
  await signIn(page, site, place)
  await page.goto(`${site.url}/case/${CASE}`)
  await balanceIs(page, 10_000)
  await openAndSkip(page, language, 1)
  await balanceIs(page, 10_000 - CASE_PRICE)
  const link = proofLink(page, language)
  const id = /roll=(.+)$/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? ''
  return { ...visitor, id }
}

/** Selects one of the ways to verify. */
const choose = (page: Page, way: string): Promise<void> =>
  page.getByRole('radio', { name: way, exact: true }).press('Space')

describe.each(PAGE_JOURNEYS)('the fairness page in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'fairness')

  it('lets a player change the seeds and export the rolls, and a guest verify one of them', async () => {
    const player = await openOnce(language, screen, place)
    const { page, id } = player
    await page.goto(`${site.url}/fairness?roll=${id}`)
    await page.getByText(t('verdict.secret')).waitFor()
    await page.getByRole('button', { name: t('rotate.action') }).click()
    await page.getByText(t('verdict.right')).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: t('past.export') }).click()
    const path = await (await download).path()
    const bytes = await readFile(path)
    const file = readExport(bytes)
    expect(file.rolls.map((roll) => roll.id)).toEqual([id])
    expect(await checkExport(bytes, file)).toBeNull()
    expect((await runProgram(createVerify, [path])).code).toBe(0)
    expect(player.errors).toEqual([])
    await player.context.close()

    const guest = await visitCalmly(browser, site, language, screen)
    await guest.page.goto(`${site.url}/fairness`)
    await guest.page.getByLabel(t('ask.label')).fill(`${site.url}/fairness?roll=${id}`)
    await guest.page.getByRole('button', { name: t('ask.action'), exact: true }).click()
    await guest.page.getByText(t('verdict.right')).waitFor()
    await guest.page.getByText(t('proof.oddsText')).click()
    await guest.page
      .getByRole('rowheader')
      .filter({ hasText: t('odds.drawn') })
      .waitFor()

    await choose(guest.page, t('ways.values'))
    await guest.page.getByLabel(t('value.serverSeed'), { exact: true }).fill(file.serverSeed)
    await guest.page.getByLabel(t('value.clientSeed'), { exact: true }).fill(file.clientSeed ?? '')
    await guest.page.getByLabel(t('value.nonce'), { exact: true }).fill('1')
    await guest.page.getByLabel(t('value.odds')).fill(Object.values(file.odds)[0] ?? '')
    await guest.page.getByRole('button', { name: t('value.action') }).click()
    const outcome = guest.page.getByRole('status').filter({ hasText: t('outcome.title') })
    await outcome.getByText(formatCount(file.rolls[0]?.roll ?? 0, language), { exact: true }).waitFor()
    await outcome.getByText(file.commit).waitFor()
    await outcome.getByText(file.rolls[0]?.won?.item ?? '').waitFor()
    expect(guest.errors).toEqual([])
    await guest.context.close()
  })
})

inLongRun(() => {
  describe('a guest', () => {
    it('who pastes markup sees it as text, and the error of each field', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      const markup = '<img src=x onerror="document.title=1"><b>bold</b>'
      await page.goto(`${site.url}/fairness`)
      const title = await page.title()
      await choose(page, words('ways.values'))
      await page.getByLabel(words('value.serverSeed'), { exact: true }).fill(markup)
      await page.getByLabel(words('value.nonce'), { exact: true }).fill('-1')
      await page.getByLabel(words('value.odds')).fill(markup)
      await page.getByRole('button', { name: words('value.action') }).click()
      for (const fault of ['serverSeed', 'clientSeed', 'nonce', 'odds'] as const) {
        await page.getByText(words(`fault.${fault}`), { exact: true }).waitFor()
      }
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')

      await choose(page, words('ways.proof'))
      await page.getByLabel(words('json.label')).fill(markup)
      await page.getByRole('button', { name: words('ask.action'), exact: true }).click()
      await page.getByText(words('fault.json'), { exact: true }).waitFor()
      const forged = {
        game: 'case',
        commit: '0'.repeat(64),
        serverSeed: '1'.repeat(64),
        clientSeed: 'client',
        nonce: 1,
        n: 7,
        roll: 7,
        oddsHash: '0'.repeat(64),
        odds: JSON.stringify({ case: markup, price: 1, entries: [{ item: markup, price: 1, tickets: 7 }] }),
        won: { item: { id: markup, icon_url: 'https://elsewhere.example/x.png' }, price: 1 },
      }
      await page.getByLabel(words('json.label')).fill(JSON.stringify(forged))
      await page.getByRole('button', { name: words('ask.action'), exact: true }).click()
      await page.getByText(words('verdict.pastedWrong')).waitFor()
      await page.getByText(words('proof.oddsText')).click()
      await page.getByRole('rowheader', { name: markup }).waitFor()
      await expect.poll(() => page.locator('main :is(img[src="x"], b)').count()).toBe(0)
      await expect.poll(() => page.title()).toBe(title)
      expect(errors).toEqual([])
      await context.close()
    })

    it('pastes a proof as the API returns it', async () => {
      const player = await openOnce('en', 'desktop', 3)
      const reply: RollReply = await (await fetch(`${site.url}/api/fairness/roll/${player.id}`)).json()
      await player.context.close()
      const { page, context } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/fairness`)
      await choose(page, words('ways.proof'))
      await page.getByLabel(words('json.label')).fill(JSON.stringify({ ...reply, roll: { ...reply.roll, nonce: -1 } }))
      await page.getByRole('button', { name: words('ask.action'), exact: true }).click()
      await page.getByText(words('fault.field', { field: 'nonce', fault: words('fault.nonce') })).waitFor()
      await page.getByLabel(words('json.label')).fill(JSON.stringify(reply))
      await page.getByRole('button', { name: words('ask.action'), exact: true }).click()
      await page.getByText(words('verdict.secret')).waitFor()
      await context.close()
    })

    it('sees the measured returns, with their confidence in words, and the odds of the past', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/fairness`)
      const returns = page.locator('#returns')
      await returns.getByText('91.2%').first().waitFor()
      await returns.getByText('300%').waitFor()
      const near = returns.getByText(words('confidence.near', { reach: '0.8' }))
      const few = returns.getByText(words('confidence.chance', { reach: '400' }))
      await near.waitFor()
      await few.waitFor()
      await returns.getByRole('heading', { name: words('bots.title') }).waitFor()
      await returns.getByText(words('bots.text')).waitFor()
      await returns.getByText(words('returns.byCase')).click()
      await returns.getByRole('row').nth(1).getByText('100,000').waitFor()

      const odds = page.locator('#odds')
      await odds.getByRole('combobox').selectOption(CASE)
      const period = odds.locator('summary')
      await expect.poll(() => period.count()).toBe(1)
      await period.click()
      await odds.getByText(words('word.right')).waitFor()
      const hash = (await odds.locator('code').first().textContent()) ?? ''
      await page.goto(`${site.url}/fairness?odds=${hash}`)
      await page.locator('#odds').getByText(words('word.right')).waitFor()
      await page.goto(`${site.url}/fairness?odds=nothing`)
      await page.getByText(words('odds.unknown')).waitFor()
      expect(errors).toEqual([])
      await context.close()
    })

    it('copies the code', async () => {
      const { page, context } = await visitCalmly(browser, site)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
      await page.goto(`${site.url}/fairness`)
      await page.getByRole('button', { name: words('code.copy', { name: 'Python' }), exact: true }).click()
      await page.getByText(words('code.copied')).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('import hashlib')
      await context.close()
    })

    it.each(LANGUAGES)('reads the explanation, the formula and the code in %s without JavaScript', async (language) => {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await page.goto(`${site.url}/${language}/fairness`)
      const t = textFor(language, 'fairness')
      for (const text of [t('plain.seal.title'), t('formula.title'), 'JavaScript', 'Python']) {
        await expect
          .poll(() => page.getByRole('heading', { name: text, exact: true }).isVisible(), { message: text })
          .toBe(true)
      }
      await context.close()
    })
  })

  describe('the page', () => {
    it('has at most 150 KB of scripts', async () => {
      const { scripts, byScript } = await weigh(browser, site, '/fairness')
      expect(byScript.size).toBeGreaterThan(0)
      expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.screen)
    })

    it.each(['', `?roll=00000000-0000-4000-8000-000000000000`])(
      'has no layout shifts while it loads: %j',
      async (query) => {
        const { page, context } = await visitCalmly(browser, site, 'ru', 'phone')
        const shifts = await watchShifts(page)
        await page.goto(`${site.url}/fairness${query}`)
        await page.locator('#returns').getByText('300%').waitFor()
        await page.waitForLoadState('networkidle')
        expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
        await context.close()
      },
    )
  })
})

describe('published days', () => {
  it('are read without JavaScript in every language, and their files are there', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    for (const language of LANGUAGES) {
      const t = textFor(language, 'transparency')
      await page.goto(`${site.url}/${language}/transparency`)
      await page.getByRole('heading', { level: 1, name: t('title') }).waitFor()
      expect(await page.locator('#chain code').first().textContent()).toMatch(/^[0-9a-f]{64}$/)
      await page.getByRole('heading', { name: t('returns.title') }).waitFor()
    }
    const files = await page
      .locator('a[href$=".csv"], a[href$=".json"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(files.length).toBeGreaterThan(7)
    for (const file of files) expect((await page.request.get(site.url + file)).status(), file).toBe(200)
    await context.close()
  })

  it('have no script of their own', async () => {
    const scriptsOf = async (path: string): Promise<string[]> => {
      const html = await (await fetch(site.url + path)).text()
      return [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, source = '']) => source)
    }
    const shared = await scriptsOf('/en/terms-of-use')
    expect((await scriptsOf('/en/transparency')).filter((source) => !shared.includes(source))).toEqual([])
  })

  it('that a browser has seen and the chain has lost are told on the fairness page', async () => {
    const { page, context } = await visitCalmly(browser, site, 'en', 'phone')
    const lost = page.getByText(words('chain.lost.title'))
    await page.goto(`${site.url}/fairness`)
    const head = () => page.evaluate(() => localStorage.getItem('spacedrop:chain-head') ?? '')
    // The nightly job may have added days by now: whichever is the newest is kept.
    await expect.poll(head).toContain('"day"')
    expect(await lost.count()).toBe(0)
    const other = JSON.stringify({ ...JSON.parse(await head()), hash: 'a'.repeat(64) })
    await page.evaluate((text) => localStorage.setItem('spacedrop:chain-head', text), other)
    await page.reload()
    await lost.waitFor()
    await context.close()
  })
})
