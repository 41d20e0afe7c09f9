// Presses that were meant to skip an animation and come when it has just ended: under the same finger or key is now another button, which
// pays for the next game or closes the result.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { type Visitor, visit } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { CASE, CASE_PRICE, openByCall, signIn, startingWith } from '../parts/player.ts'
import { fill, parts, signByHand } from './signer.ts'
import { amountField, pick, resultOf } from './upgrader.ts'

const LANGUAGE = 'en'
const SCREEN = 'desktop'

const { site, browser } = await openForFile()

async function arrive(path: string, player: number): Promise<Visitor> {
  const visitor = await visit(browser, site, LANGUAGE, SCREEN)
  await signIn(visitor.page, site, player)
  await visitor.page.goto(site.url + path)
  return visitor
}

/** Counts the calls of the page whose path ends in one of a game. */
function countCalls(page: Page, path: string): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith(path)) calls += 1
  })
  return () => calls
}

/**
 * Runs in the page: presses the main button, or a key, in the moment in which the animation has ended. Resolves after a painted frame: what
 * the press has started is visible by then.
 */
function pressAtTheEnd({ skip, key }: { skip: string; key: string | null }): Promise<void> {
  return new Promise((resolve) => {
    const all = [...document.querySelectorAll<HTMLButtonElement>('main button')]
    const button = all.find(({ textContent }) => textContent === skip)
    new MutationObserver((_, observer) => {
      const main = button?.isConnected ? button : document.querySelector<HTMLButtonElement>('main [class*="_signal_"]')
      if (main?.textContent === skip || main == null) return
      observer.disconnect()
      if (key === null) main.click()
      else document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      requestAnimationFrame(() => setTimeout(resolve))
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

describe('a press that comes when an animation has just ended', () => {
  it.each([null, 'Enter'])('opens no other case, by the key %s', async (key) => {
    const t = textFor(LANGUAGE, 'case')
    const { page, context } = await arrive(`/case/${CASE}`, key === null ? 0 : 1)
    const calls = countCalls(page, '/open')
    const price = formatMoney(CASE_PRICE)
    await page.getByRole('button', { name: t('open', { price }) }).click()
    await page.getByRole('button', { name: t('skip') }).waitFor()
    await page.evaluate(pressAtTheEnd, { skip: t('skip'), key })
    const again = page.getByRole('button', { name: t('again', { price }) })
    await again.waitFor()
    expect([await again.getAttribute('aria-busy'), calls()]).toEqual([null, 1])
    await context.close()
  })

  it('starts no other upgrade', async () => {
    const t = textFor(LANGUAGE, 'upgrade')
    const { page, context } = await arrive('/upgrade', 2)
    const calls = countCalls(page, '/upgrade')
    await amountField(page, LANGUAGE).fill('1')
    const go = await pick(page, LANGUAGE, SCREEN, '×2')
    await go.click()
    await page.getByRole('button', { name: t('skip') }).waitFor()
    await page.evaluate(pressAtTheEnd, { skip: t('skip'), key: null })
    await resultOf(page, LANGUAGE)
    expect(calls()).toBe(1)
    await context.close()
  })

  it('keeps the result of a contract on the screen', async () => {
    const { page, context } = await arrive(`/case/${CASE}`, 3)
    await openByCall(page, site, 10)
    await page.goto(`${site.url}/contracts`)
    await fill(page, LANGUAGE)
    const { t, main, proof } = parts(page, LANGUAGE)
    await signByHand(page, main)
    await page.getByRole('button', { name: t('skip') }).waitFor()
    await page.evaluate(pressAtTheEnd, { skip: t('skip'), key: null })
    expect(await proof.isVisible()).toBe(true)
    await context.close()
  })

  it('pays for no other spin of the wheel', async () => {
    const t = textFor(LANGUAGE, 'wheel')
    const { page, context } = await arrive('/wheel', 0)
    const calls = countCalls(page, '/wheel/spin')
    await page
      .getByRole('button', { name: t('free.button'), exact: true })
      .and(page.locator(':enabled'))
      .click()
    await page.getByRole('button', { name: t('skip') }).waitFor()
    await page.evaluate(pressAtTheEnd, { skip: t('skip'), key: null })
    await page.locator('[data-stage="result"]').waitFor()
    expect(calls()).toBe(1)
    await context.close()
  })
})

it('a press a moment later does what the button says', async () => {
  const t = textFor(LANGUAGE, 'case')
  const { page, context } = await arrive(`/case/${CASE}`, 5)
  const calls = countCalls(page, '/open')
  const price = formatMoney(CASE_PRICE)
  await page.getByRole('button', { name: t('open', { price }) }).click()
  await page.getByRole('button', { name: startingWith(t('result.sell', { price: '' })) }).waitFor()
  const again = page.getByRole('button', { name: t('again', { price }) })
  const press = async (): Promise<number> => {
    if (calls() === 1) await again.click()
    return calls()
  }
  await expect.poll(press).toBe(2)
  await context.close()
})
