// The room Today in Chromium: the owner signs in to the figures, reads the week, finds the case whose return drifts, and takes its file along.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { addDays, startOfDay, weekOf } from '../../../src/game/base/site-time.ts'
import { HOUR_FIGURES } from '../../../src/game/office/figures.ts'
import { GIFT_PARTS, type GivenByPart } from '../../../src/game/rewards/gift-cost.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { players } from '../../../src/server/db/schema.ts'
import { figuresOfDays, figuresOfGames, figuresOfHours } from '../../../src/server/db/schema-figures.ts'
import { brokenRules, elementsBeyond } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { readCsv } from '../../support/runner/csv.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'

const ZONE = 'UTC'
/** A day of the last week that is over. */
const DAY = addDays(weekOf(Date.now(), ZONE).day, -3)

const folder = await mkdtemp(join(tmpdir(), 'spacedrop-today-'))
afterAll(() => rm(folder, { recursive: true }))

/** Writes a day as its job would: one case keeps its promise, another one gives more. */
async function writeWeek(): Promise<void> {
  await copyMigrated(join(folder, 'pglite'))
  // Stamped before it has players: one with players and without a mode is taken for a live shop's.
  const site = { mode: 'sandbox', isModeSet: true } as const
  const db = await openPglite({ folder: join(folder, 'pglite'), site, onRetry: () => undefined })
  const createdAt = new Date(startOfDay(DAY, ZONE) + 1000)
  await db.queries
    .insert(players)
    .values({ steamid: '76561197960287930', username: 'Nova', avatar: '/x.svg', createdAt })
  const given = Object.fromEntries(GIFT_PARTS.map((part) => [part, 0])) as GivenByPart
  await db.queries.insert(figuresOfDays).values({ day: DAY, zone: ZONE, active: 4, returning: 3, payers: 2, given })
  const nothing = Object.fromEntries(HOUR_FIGURES.map((name) => [name, 0])) as Record<
    (typeof HOUR_FIGURES)[number],
    number
  >
  const hour = { ...nothing, deposits: 2, deposited: 250_000, staked: 900_000, margin: 60_000_000_000, gifts: 9_000 }
  await db.queries.insert(figuresOfHours).values({ day: DAY, hour: 12, ...hour })
  const played = { day: DAY, game: 'case', rolls: 4000, staked: 400_000, expected: 360_000, variance: 16_000_000 }
  await db.queries.insert(figuresOfGames).values([
    { ...played, reference: 'steady', won: 361_000 },
    { ...played, reference: 'loose', won: 392_000 },
  ])
  await db.close()
}

await writeWeek()
const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port), DATA_DIR: folder })

describe('the room Today', () => {
  it('shows the owner the week, the case whose return drifts, and its figures as a file', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await page.goto(office)
    await page.getByRole('button', { name: 'Sign in as the owner' }).click()
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/today')
    await page.getByText('Nobody has played in this period').waitFor()
    expect(await brokenRules(page)).toEqual([])

    await page.getByRole('link', { name: 'The week', exact: true }).click()
    const drifting = page.getByRole('region', { name: 'Returns that drift' }).first()
    await drifting.getByRole('row', { name: /loose/ }).waitFor()
    await page.getByText(/^Further than 3 standard errors/).waitFor()
    await page.getByText('Nothing waits.', { exact: true }).waitFor()
    expect(await drifting.getByRole('row', { name: /loose.*98%.*90%.*\+8.*Drifts/ }).count()).toBe(1)
    expect(await page.getByText('steady').count()).toBe(0)
    expect(await page.getByRole('row', { name: /^Deposits/ }).textContent()).toContain('$2,500.00')
    expect(await page.getByRole('row', { name: /^House edge/ }).textContent()).toContain('$600.00')
    expect(await brokenRules(page)).toEqual([])
    expect(await elementsBeyond(page)).toEqual([])

    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation', { name: 'Rooms' }).isVisible()).toBe(false)
    expect(await drifting.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })

    const loading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV: Figures' }).click()
    const file = await loading
    const [head = [], ...rows] = readCsv(await readFile(await file.path(), 'utf8'))
    const row = rows.find(([day]) => day === DAY)
    expect(row?.[head.indexOf('deposited_cents')]).toBe('250000')

    await page.getByRole('link', { name: 'Cohorts', exact: true }).click()
    await page.getByRole('region', { name: 'Who comes back' }).first().waitFor()
    expect(await brokenRules(page)).toEqual([])
    await context.close()
    expect(errors).toEqual([])
  })
})
