// The room Safer play in Chromium: support looks at a player who chases losses, notes a conversation, and sets when somebody looks again.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { playSignals } from '../../../src/server/db/schema-safer-play.ts'
import { connectToSite } from '../../../src/server/db/site-connection.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { call, signIn } from '../parts/player.ts'
import { addColleague, signInAsOwner } from './team.ts'

const DAY_MS = 86_400_000

const folder = await mkdtemp(join(tmpdir(), 'spacedrop-safer-'))
// Runs after the site has stopped.
afterAll(() => rm(folder, { recursive: true, force: true }))
const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port), DATA_DIR: folder })
const db = await connectToSite(join(folder, 'socket'))
if (db === null) throw new Error('The site has no socket')
afterAll(() => db.close())

describe('the room Safer play', () => {
  it('lets support look at who chases losses, note the talk, and set the next look', async () => {
    const player = await visitCalmly(browser, site)
    await signIn(player.page, site, 0)
    const { user } = await call<{ user: { id: number; username: string } }>(player.page, site, '/user/get')
    await player.context.close()
    const seen = new Date(Date.now() - DAY_MS)
    const numbers = { rises: 2, first: 2_000, last: 9_000, lost: 15_000, windowDays: 14 }
    const times = { firstSeen: seen, lastSeen: seen, waitsFrom: seen }
    await db.queries
      .insert(playSignals)
      .values({ id: randomUUID(), playerId: user.id, kind: 'chasing', numbers, ...times })

    const owner = await visitCalmly(browser, site)
    await signInAsOwner(owner.page, office)
    const support = await addColleague({ browser, site, office }, owner.page, { name: 'Sofiia', role: 'support' })
    await owner.context.close()
    const { page, errors } = support
    await page.getByRole('link', { name: /^Safer play\s*1/ }).click()
    const row = page.getByRole('row').filter({ hasText: user.username })
    await row.waitFor()
    expect(await brokenRules(page)).toEqual([])
    await row.getByRole('link', { name: user.username }).click()
    const panel = page.getByRole('region', { name: user.username, exact: true })
    await panel.getByText('$90.00').first().waitFor()
    expect(await brokenRules(page)).toEqual([])

    await panel.getByRole('button', { name: 'Note a conversation' }).click()
    const note = page.getByRole('dialog', { name: new RegExp(user.username) })
    await note.getByRole('textbox').fill('Called. Knows the limits, sets one today.')
    expect(await brokenRules(page)).toEqual([])
    await note.getByRole('button', { name: 'Note a conversation' }).click()
    await panel.getByText('Called. Knows the limits, sets one today.').waitFor()

    await panel.getByRole('button', { name: 'Mark as looked at' }).click()
    const look = page.getByRole('dialog', { name: new RegExp(user.username) })
    const next = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)
    await look.getByLabel('Next look').fill(next)
    await look.getByRole('button', { name: 'Mark as looked at' }).click()
    await row.waitFor({ state: 'detached' })
    await panel.getByText('Sofiia').first().waitFor()
    expect(await brokenRules(page)).toEqual([])
    await support.context.close()
    expect(errors).toEqual([])
  })
})
