// The room System in Chromium: the owner sees a job that stopped, checks the ledger and makes a backup by a press, and reads what came of it.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, describe, expect, it } from 'vitest'
import { instances } from '../../../src/server/db/schema-machine.ts'
import { connectToSite } from '../../../src/server/db/site-connection.ts'
import { verifyBackup } from '../../../src/server/services/operations/backup/file.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'

const folder = await mkdtemp(join(tmpdir(), 'spacedrop-system-'))
// Runs after the site has stopped.
afterAll(() => rm(folder, { recursive: true, force: true }))
const backups = join(folder, 'backups')
const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port), DATA_DIR: folder, BACKUP_DIR: backups })
const db = await connectToSite(join(folder, 'socket'))
if (db === null) throw new Error('The site has no socket')
afterAll(() => db.close())

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Another process of the site, whose raffles have not been looked at for ten minutes. */
async function addStoppedJob(): Promise<void> {
  const now = Date.now()
  const at = now - 600_000
  const job = { job: 'raffles', everyMs: 3_000, runningSince: null, endedAt: at, nextAt: at + 3_000 }
  await db?.queries.insert(instances).values({
    ...{ id: randomUUID(), version: '0.4.0', host: 'shop2', pid: 4711 },
    startedAt: new Date(now - 3_600_000),
    seenAt: new Date(now),
    jobs: [{ ...job, failures: 0, error: null }],
  })
}

describe('the room System', () => {
  it('shows a job that stopped, and what a check and a backup by a press found', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await page.goto(office)
    await page.getByRole('button', { name: 'Sign in as the owner', exact: true }).click()
    await page.getByRole('link', { name: 'System', exact: true }).click()
    await page.getByText('All jobs ran in time').waitFor()

    await addStoppedJob()
    const trouble = region(page, 'Look at this')
    await trouble.waitFor()
    expect(await trouble.textContent()).toContain('shop2, process 4711')
    await page.getByRole('link', { name: /^System\s*1/ }).waitFor()
    await trouble.getByRole('link', { name: 'Draw raffles' }).click()
    const late = page.getByRole('row', { name: /Draw raffles/ }).first()
    expect(await late.textContent()).toContain('Late')
    await region(page, 'Draw raffles').waitFor()
    expect(await brokenRules(page)).toEqual([])

    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    const check = region(page, 'Ledger check')
    await check.getByRole('button', { name: 'Check the ledger' }).click()
    await check.getByText(/transfers recomputed by \d+ rules/).waitFor()
    const backup = region(page, 'Backups')
    await backup.getByRole('button', { name: 'Make a backup' }).click()
    await backup.getByText(/spacedrop-\d+T\d+Z\.backup, [\d.]+/).waitFor()
    const [file = ''] = (await readdir(backups)).filter((name) => name.endsWith('.backup'))
    expect((await verifyBackup(join(backups, file))).kind).toBe('pglite')
    expect(await brokenRules(page)).toEqual([])
    await context.close()
    expect(errors).toEqual([])
  })
})
