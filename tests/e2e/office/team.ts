// Members of the office in a browser: one signs in, drops a draft, and invites another, who makes a passkey and signs in by it.
import type { Browser, Page } from 'playwright'
import { type RunningSite, type Visitor, visitCalmly } from '../../support/browsers/browser.ts'
import { addPasskeyDevice } from '../../support/browsers/passkeys.ts'

export interface Newcomer {
  readonly name: string
  /** The role as the dialog offers it. */
  readonly role: string
}

/** Signs in as the owner of a sandbox, and opens a room of the office. */
export async function signInAsOwner(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Sign in as the owner', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
}

/** Drops the draft that a room has open, and waits until it is gone. */
export async function dropDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Drop', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Drop the draft?' })
  await dialog.getByRole('button', { name: 'Drop', exact: true }).click()
  await page.getByText('Draft dropped.').waitFor()
}

/** Fills the dialog of an invitation in the room Staff, and sends it. */
export async function fillInvitation(page: Page, { name, role }: Newcomer): Promise<void> {
  await page.getByRole('button', { name: 'Invite a colleague', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByLabel('Reason').fill('Second pair of eyes')
  await dialog.getByRole('button', { name: 'Create the link' }).click()
}

/** Invites a colleague, who follows the link, makes a passkey, and is in the first room of their role. */
export async function addColleague(
  { browser, site, office }: { readonly browser: Browser; readonly site: RunningSite; readonly office: string },
  owner: Page,
  newcomer: Newcomer,
): Promise<Visitor> {
  await owner.goto(`${office}/staff`)
  await fillInvitation(owner, newcomer)
  const address = await owner.getByLabel('Link for one use').inputValue()
  const colleague = await visitCalmly(browser, site)
  await addPasskeyDevice(colleague.page)
  await colleague.page.goto(address)
  await colleague.page.getByLabel('Passkey').fill('laptop')
  await colleague.page.getByRole('button', { name: 'Create a passkey and sign in', exact: true }).click()
  await colleague.page.getByText(newcomer.name, { exact: true }).waitFor()
  return colleague
}
