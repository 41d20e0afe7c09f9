// A member connects Telegram in Chromium, reads the test message at the stand-in, is told there of a job that stopped, and takes the chat off
// again.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { instances } from '../../../src/server/db/schema-machine.ts'
import { connectToSite } from '../../../src/server/db/site-connection.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { BOT_TOKEN, openTelegram } from '../../support/outside/telegram.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'

const folder = await mkdtemp(join(tmpdir(), 'spacedrop-alerts-'))
// Runs after the site has stopped.
afterAll(() => rm(folder, { recursive: true, force: true }))
const port = await freePort()
const office = `http://localhost:${port}`
const telegram = await openTelegram()
const { site, browser } = await openForFile({
  OFFICE_PORT: String(port),
  DATA_DIR: folder,
  TELEGRAM_BOT_TOKEN: BOT_TOKEN,
  TELEGRAM_API: telegram.api,
})

const db = await connectToSite(join(folder, 'socket'))
if (db === null) throw new Error('The site has no socket')
afterAll(() => db.close())

/** Writes what a process of the site knows: its raffles have not been looked at for ten minutes, or they have. */
async function writeProcess(id: string, isStopped: boolean): Promise<void> {
  const now = Date.now()
  const endedAt = isStopped ? now - 600_000 : now
  const job = { job: 'raffles', everyMs: 3_000, runningSince: null, endedAt, nextAt: endedAt + 3_000 }
  const jobs = [{ ...job, failures: 0, failingSince: null, error: null }]
  const startedAt = new Date(now - 3_600_000)
  // It lives for a minute after its last word.
  const values = { id, version: '0.3.0', host: 'shop2', pid: 4711, startedAt, seenAt: new Date(now), jobs }
  await db?.queries.insert(instances).values(values).onConflictDoUpdate({ target: instances.id, set: values })
}

describe('a member who wants to be told', () => {
  it('connects Telegram by a code, is told there of a job that stopped, and takes the chat off again', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await page.goto(office)
    await page.getByRole('button', { name: 'Sign in as the owner' }).click()
    await page.getByRole('link', { name: 'Tell me', exact: true }).click()
    await page.getByText('No channel yet').waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.getByRole('button', { name: 'Connect Telegram' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect Telegram' })
    const command = (await dialog.locator('code').textContent()) ?? ''
    expect(command).toMatch(/^\/start [\w-]{43}$/)
    expect(await brokenRules(page)).toEqual([])

    // A page without a clipboard selects the command instead, and says so.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await dialog.getByText('The browser did not copy it.').waitFor()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(command)
    expect(await brokenRules(page)).toEqual([])
    telegram.write(4242, command)
    const row = page.getByRole('row', { name: /@olena/ })
    await row.waitFor()
    expect(await dialog.isVisible()).toBe(false)

    await row.getByRole('button', { name: 'Send a test' }).click()
    await expect.poll(() => telegram.sent.length).toBe(1)
    expect(telegram.sent[0]).toEqual({
      chat: 4242,
      text: `SPACEDROP office\nThis is a test: messages arrive here.\n\n${office}/tell-me`,
    })
    await row.getByText('Sent', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Tell me at night too' }).click()
    await row.getByText('As by day').waitFor()
    expect(await brokenRules(page)).toEqual([])

    await page.getByRole('link', { name: 'Alerts', exact: true }).click()
    await page.getByRole('row', { name: /Test message.*Sent/ }).waitFor()
    expect(await brokenRules(page)).toEqual([])

    // A job stops: the chat is told, with where to look, and nothing more while it is so.
    const id = randomUUID()
    await writeProcess(id, true)
    await expect.poll(() => telegram.sent.length).toBe(2)
    const message = telegram.sent[1]?.text ?? ''
    expect(message).toMatch(/^SPACEDROP office\nThe job “raffles” has failed or not run for \d+ minutes\.\n\n/)
    const [link = ''] = /http:\S+$/.exec(message) ?? []
    await page.goto(link)
    await page.getByRole('region', { name: 'Look at this', exact: true }).getByText('Draw raffles').waitFor()
    await writeProcess(id, false)
    await page.getByText('All jobs ran in time').waitFor()

    await page.getByRole('link', { name: 'Tell me', exact: true }).click()
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No channel yet').waitFor()
    await context.close()
    await telegram.close()
    expect(errors).toEqual([])
  })
})
