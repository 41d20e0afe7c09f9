// An operator changes the shop by the command line: two processes activate it, in responses and in cached pages, also during a Redis outage.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { perLanguage } from '../../src/game/base/language.ts'
import { findBuild } from '../../src/server/site/current-build.ts'
import { type RunningSite, startSite } from '../support/browsers/browser.ts'
import { migratedPostgres } from '../support/databases/databases.ts'
import { ownRedis } from '../support/databases/own-redis.ts'
import { runOps } from '../support/runner/command.ts'
import { CAN_RUN, REDIS_URL } from '../support/sites/instances.ts'

const root = new URL('../..', import.meta.url).pathname
const IS_BUILT = findBuild(join(root, 'dist')) !== null

/** docs/runbooks.md promises three seconds, which a machine that runs other tests beside may not keep. */
const BUSY_WAIT = { timeout: 20_000, interval: 100 }

const PAGES = ['/en', '/en/case/first-step', '/uk/case/first-step']
const DEARER = { id: 'dual-berettas-heist.ft', name: 'Dual Berettas | Heist (Field-Tested)' }
const NEW_CASE = 'another-step'

describe.skipIf(!CAN_RUN || !IS_BUILT)('a changed catalogue', () => {
  const undo: (() => unknown)[] = []

  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  /** Two processes as on two machines, and the settings of a command beside them. */
  async function openTwo(redisUrl: string): Promise<{ sites: RunningSite[]; settings: Record<string, string> }> {
    const scratch = await migratedPostgres()
    const place = await mkdtemp(join(tmpdir(), 'spacedrop-two-catalogues-'))
    undo.push(
      () => scratch.drop(),
      () => rm(place, { recursive: true }),
    )
    const settings = { DATABASE_URL: scratch.url, DATA_DIR: place }
    const start = async (): Promise<RunningSite> => {
      const site = await startSite({
        DATABASE_URL: scratch.url,
        REDIS_URL: redisUrl,
        REDIS_PREFIX: `test-${place.slice(-6)}`,
        SECRET: 'a-secret-of-at-least-32-characters',
      })
      undo.push(() => site.stop())
      return site
    }
    return { sites: [await start(), await start()], settings }
  }

  const page = async ({ url }: RunningSite, path: string, known = '') => {
    const response = await fetch(url + path, { headers: known === '' ? {} : { 'if-none-match': known } })
    return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() }
  }

  const priceAt = async ({ url }: RunningSite): Promise<number | undefined> => {
    const { case: shown } = await (await fetch(`${url}/api/case/first-step`)).json()
    return shown.contents.find(({ item }: { item: { id: string } }) => item.id === DEARER.id)?.price
  }

  const hasNewCase = async ({ url }: RunningSite): Promise<boolean> =>
    (await (await fetch(`${url}/api/cases`)).text()).includes(`"${NEW_CASE}"`)

  async function raisePrice(settings: Record<string, string>): Promise<number> {
    const price = JSON.parse(await readFile(join(root, 'data/prices.json'), 'utf8'))[DEARER.id] + 1
    const list = join(settings.DATA_DIR ?? '', 'list.csv')
    await writeFile(list, `${DEARER.name},${(price / 100).toFixed(2)}\n`)
    const { code, err } = await runOps(['prices', 'import', list], settings)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return price
  }

  async function addCase(settings: Record<string, string>): Promise<void> {
    const { cases, ...rest } = JSON.parse(await readFile(join(root, 'data/cases.json'), 'utf8'))
    const name = perLanguage(() => 'Another step')
    const like = cases.find(({ url }: { url: string }) => url === 'first-step')
    const shop = join(settings.DATA_DIR ?? '', 'shop')
    await mkdir(shop)
    const text = JSON.stringify({ ...rest, cases: [...cases, { ...like, url: NEW_CASE, name }] })
    await writeFile(join(shop, 'cases.json'), text)
    const { code, err } = await runOps(['shop', 'import', shop], settings)
    expect({ code, err }).toEqual({ code: 0, err: '' })
  }

  it.each(['there', 'away'] as const)('is active at both instances within seconds, with Redis %s', async (redis) => {
    const { sites, settings } = await openTwo(redis === 'there' ? (REDIS_URL ?? '') : (await ownRedis()).url)
    const shown = () => Promise.all(sites.flatMap((site) => PAGES.map((path) => page(site, path))))
    const before = await shown()
    expect(await Promise.all(sites.map((site) => page(site, `/en/case/${NEW_CASE}`)))).toMatchObject([
      { status: 404 },
      { status: 404 },
    ])

    const price = await raisePrice(settings)
    await expect.poll(() => Promise.all(sites.map(priceAt)), BUSY_WAIT).toEqual([price, price])
    const casePages = (all: Awaited<ReturnType<typeof shown>>) => all.filter((_, at) => at % PAGES.length > 0)
    const dearer = await shown()
    for (const [at, { tag, text }] of casePages(dearer).entries()) {
      expect(tag).not.toBe(casePages(before)[at]?.tag)
      expect(text).not.toBe(casePages(before)[at]?.text)
    }

    await addCase(settings)
    await expect.poll(() => Promise.all(sites.map(hasNewCase)), BUSY_WAIT).toEqual([true, true])
    for (const site of sites) {
      expect(await page(site, `/en/case/${NEW_CASE}`)).toMatchObject({ status: 200 })
      // A browser with a cached list of cases gets the new one, and keeps it.
      const known = dearer[sites.indexOf(site) * PAGES.length]?.tag
      const list = await page(site, '/en', known)
      expect(list).toMatchObject({ status: 200, text: expect.stringContaining(`/case/${NEW_CASE}`) })
      expect(await page(site, '/en', list.tag)).toMatchObject({ status: 304 })
    }
  })
})
