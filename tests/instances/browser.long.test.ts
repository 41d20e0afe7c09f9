// A page of one instance in a real browser shows drops of the other.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findBuild } from '../../src/server/site/current-build.ts'
import { launchBrowser, startSite, visit } from '../support/browsers/browser.ts'
import { migratedPostgres } from '../support/databases/databases.ts'
import { CAN_RUN, REDIS_URL } from '../support/sites/instances.ts'

const IS_BUILT = findBuild(join(new URL('../..', import.meta.url).pathname, 'dist')) !== null

it.skipIf(!CAN_RUN || !IS_BUILT)(
  'a drop at one instance appears in the live drops of a page at the other',
  async () => {
    const scratch = await migratedPostgres()
    const shared = {
      DATABASE_URL: scratch.url,
      REDIS_URL: REDIS_URL ?? '',
      REDIS_PREFIX: `test-${crypto.randomUUID()}`,
      SECRET: 'a-secret-of-at-least-32-characters',
    }
    // Games are played only here.
    const playing = await startSite({ ...shared, HOUSE_PLAYERS: 'on' })
    const other = await startSite(shared)
    const browser = await launchBrowser()
    const { context, page } = await visit(browser, other)
    // The page's initial list comes from the database: without it, everything that appears was pushed live.
    await context.route('**/api/live', (route) => route.fulfill({ json: { all: [], best: [] } }))
    await page.goto(`${other.url}/faq`)
    await expect.poll(() => page.locator('.live [href^="/case/"]').count(), { timeout: 60_000 }).toBeGreaterThan(0)
    await browser.close()
    await playing.stop()
    await other.stop()
    await scratch.drop()
  },
)
