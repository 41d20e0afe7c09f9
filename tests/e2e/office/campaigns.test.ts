// A visitor comes by the link of an advertisement and signs in; the office shows what its campaign brought, and on the player's page where they came from.
import { describe, expect, it } from 'vitest'
import { brokenRules, elementsBeyond } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { signIn } from '../parts/player.ts'
import { signInAsOwner } from './team.ts'

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

describe('a campaign', () => {
  it('is kept with the sign-in of a visitor, and added up in the office', async () => {
    const player = await visitCalmly(browser, site)
    await player.page.goto(
      `${site.url}/faq?utm_source=YouTube&utm_medium=video&utm_campaign=Spring%20sale&utm_term=knife`,
    )
    await player.page.goto(`${site.url}/?utm_source=second`)
    await signIn(player.page, site, 1)
    await player.context.close()

    const { page, context, errors } = await visitCalmly(browser, site)
    await signInAsOwner(page, office)
    await page.goto(`${office}/promo`)
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
    const list = page.getByRole('region', { name: 'Campaigns', exact: true })
    const row = list.getByRole('row').filter({ hasText: 'spring sale' })
    await row.waitFor()
    expect(await row.textContent()).toContain('youtube')
    expect(await list.getByRole('row').filter({ hasText: 'second' }).count()).toBe(0)
    expect(await brokenRules(page)).toEqual([])

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV of the campaigns' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString('utf8')).toContain('youtube,video,spring sale,1,0,0,0\r\n')

    await page.getByLabel('Source begins with').fill('tele')
    await page.getByLabel('Source begins with').press('Enter')
    await expect.poll(() => row.count()).toBe(0)
    await page.getByLabel('Source begins with').fill('you')
    await page.getByLabel('Source begins with').press('Enter')
    await row.getByRole('link', { name: 'youtube' }).click()
    const panel = page.getByRole('region', { name: 'youtube · video · spring sale' })
    await panel.getByText('knife').first().waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await elementsBeyond(page)).toEqual([])
    await panel.getByRole('link', { name: 'Quark & Co' }).click()
    await page.getByText('youtube · video · spring sale · knife').waitFor()
    await context.close()
    expect([...errors, ...player.errors]).toEqual([])
  })
})
