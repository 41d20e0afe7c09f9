// Which time zone a process counts days in: the brand's, that of the settings, or that of the processes which run already.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/server/base/ids.ts'
import { instances } from '../../../src/server/db/schema-machine.ts'
import { readTimeZone } from '../../../src/server/services/operations/time-zone.ts'
import type { ActiveShop } from '../../../src/server/shop/active-shop.ts'
import { openSiteZone, type SiteZone } from '../../../src/server/site/time-zone.ts'
import { type OwnedDatabase, openScratch, SUITE_KINDS } from '../../support/databases/databases.ts'
import { openTestShop } from '../../support/shop/shop.ts'

const NOW_MS = Date.parse('2026-11-30T12:00:00Z')
const SECOND_MS = 1_000
const SETTING = 'America/New_York'
const BY = { kind: 'command', name: 'anna@shop1' } as const

describe.each(SUITE_KINDS)('the time zone of a site on %s', (kind) => {
  let db: OwnedDatabase
  let shop: ActiveShop
  let warnings: string[]

  beforeEach(async () => {
    db = await openScratch(kind)
    shop = await openTestShop(db)
    warnings = []
  })

  afterEach(async () => {
    shop.close()
    await db.close()
  })

  async function brandNames(timeZone: string | null): Promise<void> {
    const { edition, files } = shop.current
    const brand = JSON.stringify({ ...JSON.parse(files['brand.json'] ?? ''), timeZone })
    await shop.publish({
      files: { 'brand.json': brand },
      base: edition,
      by: BY,
      note: 'a test',
      act: { verb: 'editions.publish' },
    })
  }

  /** A process that counts days of a zone, and gave its last sign of life some seconds ago. */
  async function process(timeZone: string | null, silentSeconds: number, hasEnded = false): Promise<void> {
    const seenAt = new Date(NOW_MS - silentSeconds * SECOND_MS)
    const startedAt = new Date(NOW_MS - 3_600 * SECOND_MS)
    const own = { id: newId(), version: '0.2.0', host: 'one', pid: 1, timeZone }
    await db.queries.insert(instances).values({ ...own, startedAt, seenAt, endedAt: hasEnded ? seenAt : null })
  }

  const log = { warn: (line: string) => void warnings.push(line) }
  const start = (): Promise<SiteZone> =>
    openSiteZone({ db, texts: shop.texts, setting: SETTING, now: () => NOW_MS, log: log as never })
  const forCommands = (): Promise<string> => readTimeZone(db.queries, SETTING, NOW_MS)

  it('is that of the settings until the brand names one', async () => {
    expect((await start()).inForce).toBe(SETTING)
    expect(await forCommands()).toBe(SETTING)
    await brandNames('Asia/Tokyo')
    expect((await start()).inForce).toBe('Asia/Tokyo')
    expect(await forCommands()).toBe('Asia/Tokyo')
    await brandNames(null)
    expect((await start()).inForce).toBe(SETTING)
    expect(warnings).toEqual([])
  })

  it('stays that of the processes that run, and the log says what to do', async () => {
    await brandNames('Asia/Tokyo')
    await process('Europe/Kyiv', 10)
    const zone = await start()
    expect(zone.inForce).toBe('Europe/Kyiv')
    expect(zone.chosen()).toBe('Asia/Tokyo')
    expect(await forCommands()).toBe('Europe/Kyiv')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('Days stay those of Europe/Kyiv')
    expect(warnings[0]).toContain('days of Asia/Tokyo, stop all processes')
  })

  it.each([
    ['has ended', 10, true],
    ['has been silent for more than a minute', 61, false],
  ])('is the brand’s again when the other process %s', async (_, silentSeconds, hasEnded) => {
    await brandNames('Asia/Tokyo')
    await process('Europe/Kyiv', silentSeconds, hasEnded)
    expect((await start()).inForce).toBe('Asia/Tokyo')
    expect(await forCommands()).toBe('Asia/Tokyo')
    expect(warnings).toEqual([])
  })

  it('does not follow a process of an earlier release, which wrote none', async () => {
    await process(null, 10)
    expect((await start()).inForce).toBe(SETTING)
  })

  it('follows what is published while it runs in what is chosen alone', async () => {
    const zone = await start()
    await brandNames('Asia/Tokyo')
    expect([zone.inForce, zone.chosen()]).toEqual([SETTING, 'Asia/Tokyo'])
  })

  it('is one that is known', async () => {
    await expect(brandNames('Mars/Olympus')).rejects.toThrow(
      '"timeZone": "Mars/Olympus" is no time zone that is known here, e.g. Europe/Kyiv',
    )
  })
})
