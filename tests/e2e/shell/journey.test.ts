// The main journey in a real browser: sign in through the stand-in for Steam, open, sell, sign out; a second browser
// sees the drop.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import { type Visitor, visit } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import {
  balanceIs,
  CASE,
  CASE_PRICE,
  JOURNEYS,
  openAndSkip,
  proofLink,
  signInByDialog,
  signOut,
  skipMotion,
  startingWith,
} from '../parts/player.ts'

const { site, browser } = await openForFile()

describe.each(JOURNEYS)('a visitor in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'case')
  let player: Visitor
  let watcher: Visitor

  beforeAll(async () => {
    player = await visit(browser, site, language, screen)
    watcher = await visit(browser, site, language, 'desktop')
    await watcher.page.goto(site.url)
  })

  afterAll(async () => {
    await player.context.close()
    await watcher.context.close()
  })

  it('signs in, opens one and ten, tries a demo, sells and signs out, and everyone sees the drop', async () => {
    const { page } = player
    await page.goto(`${site.url}/case/${CASE}`)
    await signInByDialog(page, language, place)
    await balanceIs(page, 10_000)

    await openAndSkip(page, language, 1)
    await balanceIs(page, 10_000 - CASE_PRICE)
    const proof = await proofLink(page, language).getAttribute('href')
    const rollId = /roll=(.+)$/.exec(proof ?? '')?.[1]
    await watcher.page.locator(`[href="/fairness?roll=${rollId}"]`).first().waitFor({ state: 'attached' })
    await page
      .getByRole('button', { name: startingWith(t('result.sell', { price: '' })) })
      .first()
      .click()
    await page.getByText(t('result.sold'), { exact: true }).first().waitFor()

    await openAndSkip(page, language, 10)
    await page.getByRole('button', { name: startingWith(t('result.sellAll', { price: '' })) }).click()
    await page.getByText(t('result.sold'), { exact: true }).nth(9).waitFor()

    await page.getByRole('radio', { name: '1', exact: true }).press('Space')
    await page.getByRole('button', { name: t('demo'), exact: true }).click()
    const demo = page.getByText(t('demoMark')).first()
    await skipMotion(page.getByRole('button', { name: t('skip') }), demo)
    await demo.waitFor()

    await signOut(page, language, screen)
    await page
      .getByRole('button', { name: textFor(language, 'shell')('account.signIn') })
      .first()
      .waitFor()
    expect(
      await page
        .context()
        .cookies()
        .then((all) => all.some(({ name }) => name === 'token')),
    ).toBe(false)
    expect(player.errors).toEqual([])
    expect(watcher.errors).toEqual([])
  })
})
