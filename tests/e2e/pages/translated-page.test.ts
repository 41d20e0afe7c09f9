// Pages that the player's browser translates: texts are in elements of the browser's, and everything still works.
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONTRACT_ITEMS } from '../../../src/game/base/economy.ts'
import { QUICK_AMOUNTS } from '../../../src/game/payments/deposit.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { RollsReply } from '../../../src/protocol/account.ts'
import type { ShareReply } from '../../../src/protocol/sharing.ts'
import { type Visitor, visitCalmly } from '../../support/browsers/browser.ts'
import { PAGES } from '../../support/browsers/pages.ts'
import { prepareTranslation, translate } from '../../support/browsers/translation.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { createByCall, joinByCall } from '../battles/battle-calls.ts'
import { parts } from '../games/signer.ts'
import { mine, pick, resultOf } from '../games/upgrader.ts'
import { openForFile } from '../parts/file-site.ts'
import {
  CASE,
  call,
  depositByCall,
  openAndSkip,
  openByCall,
  proofLink,
  signIn,
  signInByDialog,
  skipMotion,
  startingWith,
} from '../parts/player.ts'
import { amount, method } from '../payments/depositor.ts'

const { site, browser } = await openForFile()
const common = textFor('en', 'common')

/** What React says where it does not find a node. */
const LOST_NODE = /NotFoundError|Failed to execute '(?:insertBefore|removeChild)'/

async function player(place: number): Promise<Visitor> {
  const visitor = await visitCalmly(browser, site)
  await prepareTranslation(visitor.context)
  await signIn(visitor.page, site, place)
  return visitor
}

async function goTranslated(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path)
  await translate(page)
}

async function expectWhole({ page, errors }: Visitor, what: string): Promise<void> {
  expect(
    errors.filter((error) => LOST_NODE.test(error)),
    what,
  ).toEqual([])
  expect(await page.getByText(common('errors.broken')).count(), what).toBe(0)
  expect(await page.evaluate(() => window.wrappedTexts), what).toBeGreaterThan(0)
}

describe('a translated page', () => {
  it('of deposits takes an amount from every button, and by hand', async () => {
    const visitor = await player(0)
    const { page } = visitor
    await goTranslated(page, '/deposit')
    const form = page.locator('main')
    await method(form, 'Visa').click()
    for (const dollars of [...QUICK_AMOUNTS, ...QUICK_AMOUNTS]) {
      await form.getByRole('button', { name: `$${dollars}`, exact: true }).click()
      await expect.poll(() => amount(form).inputValue()).toBe(String(dollars))
    }
    for (const typed of ['0', '', '5', '99999', '7']) {
      await amount(form).fill(typed)
      await expect.poll(() => amount(form).inputValue()).toBe(typed)
    }
    await expectWhole(visitor, 'deposit')
    await visitor.context.close()
  })

  it('of a case lets a guest sign in, and opens it to its proof, twice', async () => {
    const visitor = await visitCalmly(browser, site)
    const { page } = visitor
    await prepareTranslation(visitor.context)
    await goTranslated(page, `/case/${CASE}`)
    const t = textFor('en', 'case')
    await page.getByRole('button', { name: t('demo'), exact: true }).click()
    const [told = ''] = t('result.demo', { item: '', price: '' }).split(':')
    await skipMotion(page.getByRole('button', { name: t('skip') }), page.getByText(startingWith(told)))
    await page.getByText(startingWith(told)).waitFor()
    await signInByDialog(page, 'en', 5)
    await page.waitForURL(`${site.url}/case/${CASE}`)
    await goTranslated(page, `/case/${CASE}`)
    for (const count of [1, 3]) {
      await openAndSkip(page, 'en', count)
      await proofLink(page, 'en').first().waitFor()
    }
    await expectWhole(visitor, 'a case')
    await visitor.context.close()
  })

  it('of an upgrade and the wheel plays to the result', async () => {
    const visitor = await player(4)
    const { page } = visitor
    await openByCall(page, site, 2)
    await goTranslated(page, '/upgrade')
    await mine(page, 'en').getByRole('option').first().click()
    const go = await pick(page, 'en', 'desktop', '×2')
    await go.click()
    await resultOf(page, 'en')
    await expectWhole(visitor, 'an upgrade')
    const t = textFor('en', 'wheel')
    await goTranslated(page, '/wheel')
    await page.getByRole('button', { name: startingWith(t('paid.button', { price: '' })) }).click()
    await page
      .locator('[data-stage="result"]')
      .getByRole('link', { name: t('result.proof') })
      .waitFor()
    await expectWhole(visitor, 'the wheel')
    await visitor.context.close()
  })

  it('of contracts is filled, emptied and signed', async () => {
    const visitor = await player(1)
    const { page } = visitor
    const t = textFor('en', 'contract')
    await openByCall(page, site, CONTRACT_ITEMS.most)
    await goTranslated(page, '/contracts')
    await page.locator('[role="listbox"] [role="option"]').first().waitFor()
    const sign = page.getByRole('button', { name: /^Sign \d+ items for / })
    for (let times = 0; times < 2; times++) {
      await page.getByRole('button', { name: t('tools.fill') }).click()
      await sign.waitFor()
      await page.getByRole('button', { name: t('tools.clear'), exact: true }).click()
      await sign.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: t('tools.fill') }).click()
    await expect.poll(() => sign.isEnabled()).toBe(true)
    await sign.click()
    await parts(page, 'en').proof.waitFor()
    await expectWhole(visitor, 'contracts')
    await visitor.context.close()
  })
})

inLongRun(() => {
  describe('a translated page of what happens elsewhere', () => {
    it('of a battle is played to its result', async () => {
      const visitor = await player(3)
      const other = await player(4)
      const t = textFor('en', 'battle')
      // A jackpot is always drawn after its rounds, another battle where it ends in a tie.
      const battle = await createByCall(visitor.page, site, { mode: 'jackpot' })
      await goTranslated(visitor.page, `/battles/${battle.id}`)
      await joinByCall(other.page, site, battle, 2)
      const results = visitor.page.getByRole('region', { name: t('result.title') })
      await results.waitFor()
      expect(await results.locator('dl').count()).toBe(2)
      await expectWhole(visitor, 'an arena')
      await Promise.all([visitor, other].map(({ context }) => context.close()))
    })

    it('of a shared result shows it, and takes part in nothing', async () => {
      const visitor = await player(3)
      const { page } = visitor
      await openByCall(page, site, 1)
      const { rolls } = await call<RollsReply>(page, site, '/user/rolls')
      const reply = await call<ShareReply>(page, site, '/share', { roll: rolls[0]?.id })
      if (!reply.success) throw new Error(reply.message)
      await goTranslated(page, reply.path)
      await page.getByRole('link', { name: textFor('en', 'sharing')('page.open') }).waitFor()
      await expectWhole(visitor, 'a shared result')
      await visitor.context.close()
    })

    it('of a stream shows drops as they come', async () => {
      const visitor = await player(3)
      const { page } = visitor
      const t = textFor('en', 'sharing')
      await page.goto(`${site.url}/dashboard?tab=settings`)
      await page.getByRole('button', { name: t('settings.make') }).click()
      const address = await page.getByRole('textbox', { name: t('settings.link') }).inputValue()
      await goTranslated(page, new URL(address).pathname)
      await page.getByText(t('overlay.playMoney')).waitFor()
      const count = await page.locator('[data-drop]').count()
      await openByCall(page, site, 2)
      await expect.poll(() => page.locator('[data-drop]').count()).toBeGreaterThan(count)
      await expectWhole(visitor, 'an overlay')
      await visitor.context.close()
    })

    it('of cases finds some, none and all again', async () => {
      const visitor = await player(3)
      const { page } = visitor
      await goTranslated(page, '/')
      const cards = page.locator('[data-category] a[data-case]').filter({ visible: true })
      const all = await cards.count()
      const field = page.getByLabel(textFor('en', 'home')('search.label'))
      for (const [typed, count] of [
        ['Green Aurora', 1],
        ['nothing of the kind', 0],
        ['', all],
      ] as const) {
        await field.fill(typed)
        await expect.poll(() => cards.count(), { message: typed }).toBe(count)
      }
      await expectWhole(visitor, 'the search of cases')
      await visitor.context.close()
    })
  })

  /** Presses every control of the page once, closing what opens; each press may change the page. */
  async function pressAll(visitor: Visitor, path: string): Promise<void> {
    const { page } = visitor
    const controls = page.locator(
      'button:visible:enabled, input[type="radio"]:visible:enabled, input[type="checkbox"]:visible:enabled, summary:visible',
    )
    const most = Math.min(await controls.count(), 60)
    await expectWhole(visitor, path)
    for (let place = 0; place < most; place++) {
      if (!page.url().startsWith(site.url + path)) await goTranslated(page, path)
      // Earlier presses may have removed or covered it, and a message goes by itself: this is one element, which nothing replaces.
      const [control] = await controls.nth(place).elementHandles()
      if (control === undefined) break
      const name = (await control.getAttribute('aria-label')) ?? (await control.textContent())
      // It leaves the page.
      if (name === textFor('en', 'shell')('account.logout')) continue
      await control.dispatchEvent('click')
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
      await expectWhole(visitor, `${path}: ${name}`)
      await page.keyboard.press('Escape')
    }
    for (const field of await page.locator('input[type="text"]:visible, input[inputmode]:visible').all()) {
      if (!(await field.isEditable())) continue
      for (const typed of ['1', '', '12']) await field.fill(typed)
      await expectWhole(visitor, `${path}: a field`)
    }
  }

  describe('every control of a translated page', () => {
    // Controls spend money.
    beforeAll(async () => {
      const { page, context } = await player(2)
      await depositByCall(page, site, 1_000)
      await context.close()
    })

    it.each(PAGES)('of %s works', async (path) => {
      const visitor = await player(2)
      // A battle that was made opens its own page.
      await visitor.page.route('**/api/battles', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      )
      await openByCall(visitor.page, site, 3)
      await goTranslated(visitor.page, path)
      await pressAll(visitor, path)
      await visitor.context.close()
    })
  })
})
