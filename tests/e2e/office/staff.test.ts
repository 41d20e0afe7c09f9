import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { addPasskeyDevice } from '../../support/browsers/passkeys.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { addColleague, fillInvitation, signInAsOwner } from './team.ts'

/** Switches the second person on, or off as in a shop of one. */
function requireSecond(secondPerson: boolean): Promise<void> {
  const rules = { secondPerson, limits: { withdrawal: 50_000, refund: 10_000 }, caps: { correction: 1_000_000 } }
  return site.publish({ 'office.json': JSON.stringify(rules) })
}

const START = '2027-03-01T09:00:00Z'
const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port), CLOCK: START })
await requireSecond(false)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Moves the time of the site. */
async function setClock(now: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const moved = await fetch(`${site.url}/sandbox/clock`, { method: 'POST', headers, body: JSON.stringify({ now }) })
  expect(moved.ok).toBe(true)
}

describe('the office', () => {
  // First: from here on the owner has chosen a language.
  inLongRun(() => {
    it('stays in the language of the sign-in page until its member chooses another one', async () => {
      const { context, page, errors } = await visitCalmly(browser, site)
      const language = () => page.evaluate(() => document.documentElement.lang)
      await page.goto(`${office}/staff`)
      await page.getByLabel('Language').selectOption('uk')
      await button(page, 'Увійти як власник').click()
      await page.getByRole('heading', { name: 'Співробітники' }).waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'Співробітники' }).waitFor()
      expect(await language()).toBe('uk')
      await page.getByLabel('Мова').selectOption('en')
      await page.getByRole('heading', { name: 'Staff' }).waitFor()
      await button(page, 'Sign out').click()
      await button(page, 'Sign in as the owner').waitFor()
      // The account keeps what was chosen, whichever language the next page of signing in has.
      await page.getByLabel('Language').selectOption('ru')
      await button(page, 'Войти как владелец').click()
      await page.getByRole('heading', { name: 'Staff' }).waitFor()
      expect(await language()).toBe('en')
      await context.close()
      expect(errors).toEqual([])
    })
  })

  it('lets an owner and a colleague decide together', async () => {
    const owner = await visitCalmly(browser, site)
    const colleague = await visitCalmly(browser, site)
    await addPasskeyDevice(colleague.page)

    // One press in a sandbox.
    await owner.page.goto(`${office}/staff`)
    await button(owner.page, 'Sign in as the owner').waitFor()
    expect(await brokenRules(owner.page)).toEqual([])
    await button(owner.page, 'Sign in as the owner').click()
    await owner.page.getByRole('heading', { name: 'Staff' }).waitFor()

    // In a shop of one the act runs at once, and its link is shown once.
    await fillInvitation(owner.page, { name: 'Olena', role: 'owner' })
    const address = await owner.page.getByLabel('Link for one use').inputValue()
    await button(owner.page, 'Close').last().click()
    await owner.page.getByRole('row', { name: /Olena.*Sandbox/ }).waitFor()

    // The colleague makes a passkey, and is asked for a second one.
    await colleague.page.goto(address)
    await colleague.page.getByLabel('Passkey').fill('work laptop')
    expect(await brokenRules(colleague.page)).toEqual([])
    await button(colleague.page, 'Create a passkey and sign in').click()
    await colleague.page.getByText('You have one passkey.').waitFor()
    await expect.poll(() => new URL(colleague.page.url()).pathname).toBe('/today')

    // The same device is no second one; a key beside it is. Either signs in.
    await button(colleague.page, 'Add a passkey').click()
    await colleague.page.getByRole('heading', { name: 'Your passkeys' }).waitFor()
    const removal = button(colleague.page, 'Remove')
    expect(await removal.getAttribute('aria-disabled')).toBe('true')
    await button(colleague.page, 'Add a passkey').click()
    const adding = colleague.page.getByRole('dialog', { name: 'Add a passkey' })
    await adding.getByLabel('Passkey').fill('blue key')
    await adding.getByRole('button', { name: 'Add a passkey' }).click()
    await adding.getByText('This device already has a passkey of yours.').waitFor()
    await addPasskeyDevice(colleague.page, 'usb')
    await adding.getByRole('button', { name: 'Add a passkey' }).click()
    await colleague.page.getByRole('row', { name: /blue key.*On one device/ }).waitFor()
    await expect.poll(() => removal.first().getAttribute('aria-disabled')).toBeNull()
    await link(colleague.page, /^Proposals/).click()
    await colleague.page.getByRole('heading', { name: 'Proposals' }).waitFor()
    await expect.poll(() => colleague.page.getByText('You have one passkey.').count()).toBe(0)
    await button(colleague.page, 'Sign out').click()
    await button(colleague.page, 'Sign in with a passkey').click()
    await colleague.page.getByText('Olena', { exact: true }).waitFor()

    // The link worked once.
    const stranger = await visitCalmly(browser, site)
    await stranger.page.goto(address)
    await stranger.page.getByRole('alert').getByText('This link was used').waitFor()

    // The audit has who, what, why, and what changed.
    await link(owner.page, 'Audit').click()
    await owner.page.getByRole('row', { name: /Sandbox.*Invite a colleague.*Second pair of eyes/ }).waitFor()
    await owner.page
      .getByRole('row', { name: /Invite a colleague/ })
      .getByRole('link')
      .first()
      .click()
    const entry = panel(owner.page, 'Invite a colleague')
    await entry.getByText('None: the team is one person').waitFor()
    await entry.getByRole('row', { name: /role.*owner/i }).waitFor()
    expect(await brokenRules(owner.page)).toEqual([])
    await owner.page.getByText('Chain intact to').waitFor()

    // The address is the state.
    await owner.page.getByLabel('Act', { exact: true }).selectOption('staff.invite')
    await expect.poll(() => panel(owner.page, 'Audit').getByRole('row').count()).toBe(2)
    const found = new URL(owner.page.url())
    expect(found.searchParams.get('verb')).toBe('staff.invite')
    await colleague.page.goto(found.href)
    await panel(colleague.page, 'Invite a colleague').waitFor()
    expect(await colleague.page.getByLabel('Act', { exact: true }).inputValue()).toBe('staff.invite')

    // From now on a second person approves, and whoever proposes cannot.
    await requireSecond(true)
    await link(owner.page, 'Staff').click()
    await fillInvitation(owner.page, { name: 'Taras', role: 'support' })
    await owner.page.getByText('It waits for a second person.').waitFor()
    await link(owner.page, 'Show proposals').click()
    await owner.page.getByRole('table').getByRole('link', { name: 'Invite a colleague' }).click()
    const approve = panel(owner.page, 'Invite a colleague').getByRole('button', { name: 'Approve' })
    await approve.hover()
    await owner.page
      .getByRole('tooltip', { name: 'You proposed it' })
      .or(owner.page.getByText('You proposed it'))
      .first()
      .waitFor()
    expect(await approve.getAttribute('aria-disabled')).toBe('true')
    expect(await brokenRules(owner.page)).toEqual([])

    // The other one approves, with an assertion of the last minutes.
    await setClock('2027-03-01T09:30:00Z')
    await link(colleague.page, /^Proposals/).click()
    await colleague.page.getByRole('table').getByRole('link', { name: 'Invite a colleague' }).click()
    const proposal = panel(colleague.page, 'Invite a colleague')
    await proposal.getByRole('row', { name: /Taras/ }).waitFor()
    await proposal.getByRole('button', { name: 'Approve' }).click()
    await button(colleague.page, 'Use my passkey').click()
    await colleague.page.getByLabel('Link for one use').waitFor()
    await button(colleague.page, 'Close').last().click()
    await link(colleague.page, 'Approved').click()
    await colleague.page.getByRole('row', { name: /Invite a colleague.*Sandbox.*Olena/ }).waitFor()

    expect(owner.errors).toEqual([])
    // The call that asked for the passkey.
    expect(colleague.errors).toEqual([expect.stringContaining('403')])
    for (const { context } of [owner, colleague, stranger]) await context.close()
  })

  it('is used by keyboard alone, in the reader’s language', async () => {
    const { context, page, errors } = await visitCalmly(browser, site)
    await page.goto(`${office}/staff`)
    await button(page, 'Sign in as the owner').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Staff' }).waitFor()

    // The palette: a room by part of its name, an id by what is known of it.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find or do' }).waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.keyboard.type('aud')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Audit' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find or do' }).fill('player:999999')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('999999')
    expect(await brokenRules(page)).toEqual([])
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find or do' }).fill('player:1000')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing matches the filters').waitFor()
    expect(new URL(page.url()).searchParams.get('subject')).toBe('player:1000')
    await link(page, 'Clear filters').press('Enter')

    // Rows by their keys; the focus is never lost.
    await page.getByRole('table').getByRole('link').first().focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.has('entry')).toBe(true)
    await link(page, 'Close').press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.has('entry')).toBe(false)
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)

    // A moment is copied as what it is.
    const copied = await page.evaluate(() => {
      const moment = document.querySelector('main time')
      if (moment === null) throw new Error('No moment on the page')
      getSelection()?.selectAllChildren(moment)
      const clipboardData = new DataTransfer()
      document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, cancelable: true }))
      return clipboardData.getData('text/plain')
    })
    expect(copied).toMatch(/^2027-03-01T09:\d\d:\d\d\.\d{3}Z$/)

    await page.getByLabel('Language').selectOption('uk')
    await page.getByRole('heading', { name: 'Аудит' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('uk')
    await page.reload()
    await page.getByRole('heading', { name: 'Аудит' }).waitFor()
    await page.getByLabel('Мова').selectOption('en')
    await button(page, 'Sign out').click()
    await button(page, 'Sign in as the owner').waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  inLongRun(() => {
    it('asks a sandbox’s owner for one press more after five minutes, and keeps what was entered', async () => {
      const { context, page } = await visitCalmly(browser, site)
      await requireSecond(false)
      await setClock('2027-03-01T10:00:00Z')
      await page.goto(`${office}/staff`)
      await button(page, 'Sign in as the owner').click()
      await page.getByRole('heading', { name: 'Staff' }).waitFor()
      await setClock('2027-03-01T10:20:00Z')
      await fillInvitation(page, { name: 'Ruth', role: 'risk' })
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
      expect(await brokenRules(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(await page.getByLabel('Reason').inputValue()).toBe('Second pair of eyes')
      await button(page, 'Create the link').click()
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await page.getByLabel('Link for one use').waitFor()
      await context.close()
    })
  })

  it('asks nothing of the server in a room that a role may not enter', async () => {
    await requireSecond(false)
    const owner = await visitCalmly(browser, site)
    await signInAsOwner(owner.page, office)
    const support = await addColleague({ browser, site, office }, owner.page, { name: 'Serhii', role: 'support' })
    await support.page.getByText('Find a player').waitFor()
    for (const room of ['staff', 'audit', 'proposals']) {
      await support.page.goto(`${office}/${room}`)
      await support.page.getByText('This room is closed to your role').waitFor()
    }
    expect(await brokenRules(support.page)).toEqual([])
    // A refusal would be one.
    expect(support.errors).toEqual([])
    await owner.context.close()
    await support.context.close()
  })
})
