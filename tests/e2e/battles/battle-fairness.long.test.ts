// A battle on the fairness page in a real browser: checked by its link, against what this browser kept of it, and offline by its file.
import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVerify } from '../../../scripts/verify/program.ts'
import { BATTLE_STEPS, type BattleProof } from '../../../src/game/battles/proof.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { BattleMoveReply, BattleProofReply, BattleReply } from '../../../src/protocol/battle.ts'
import { drawnProof, ROUND_AT, SAMPLE, withEarlierLock } from '../../game/battles/proof-fixture.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { launchBrowser, type RunningSite, startSite, visitCalmly } from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { runProgram } from '../../support/runner/command.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { CASE, CASE_PRICE, call, PAGE_JOURNEYS, signIn } from '../parts/player.ts'

type Moved = Extract<BattleMoveReply, { success: true }>

const words = textFor('en', 'battleProof')

let site: RunningSite
let browser: Browser
let battle: Moved
let reply: BattleProofReply

const seed = (): string => randomBytes(8).toString('hex')

async function move(page: Page, path: string, body: object): Promise<Moved> {
  const moved = await call<BattleMoveReply>(page, site, path, body)
  if (!moved.success) throw new Error(moved.message)
  return moved
}

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** Stores in the browser what it would have kept of a battle. */
const keep = (page: Page, receipts: object): Promise<unknown> =>
  page.addInitScript((text) => localStorage.setItem('spacedrop:battle-receipts', text), JSON.stringify({ receipts }))

/** Answers the page with a proof of our own: the sandbox has no beacon. */
const answer = (page: Page, proof: BattleProof): Promise<unknown> =>
  page.route('**/api/battles/*/proof', (route) => route.fulfill({ json: { ...reply, proof } }))

/** Counts the steps with a verdict. */
const stepsThatAre = (page: Page, verdict: string): Promise<number> =>
  page.locator(`#check ol > li[data-verdict="${verdict}"]`).count()

// The next ones check it.
it('is played to its draw against a bot', async () => {
  const { page, context } = await visitCalmly(browser, site)
  await signIn(page, site, 0)
  battle = await move(page, '/battles', {
    format: '1v1',
    mode: 'normal',
    crazy: false,
    fast: true,
    rounds: [CASE, CASE],
    isPrivate: false,
    percent: 100,
    fund: 0,
    price: 2 * CASE_PRICE,
    seed: seed(),
  })
  const { id } = battle.battle
  await move(page, `/battles/${id}/bot`, { slot: 2 })
  await expect
    .poll(async () => {
      const seen = await call<BattleReply>(page, site, `/battles/${id}`)
      return seen.success && seen.battle.startsAt !== null
    })
    .toBe(true)
  reply = await call<BattleProofReply>(page, site, `/battles/${id}/proof`)
  await context.close()
})

describe.each(PAGE_JOURNEYS)('a battle on the fairness page in %s on a %s', (language, screen) => {
  const t = textFor(language, 'battleProof')

  it('is right in every step, fits the seat of this browser, and its file is right offline', async () => {
    const { page, context, errors } = await visitCalmly(browser, site, language, screen)
    const { proof, number } = reply
    const lock = proof.locks[0]
    await keep(page, [
      {
        battle: proof.battle,
        seat: battle.receipt,
        locks: [{ hash: lock?.hash, roundAt: null, receivedAt: lock?.lockedAt }],
      },
    ])
    const shifts = await watchShifts(page)
    await page.goto(`${site.url}/fairness?battle=${proof.battle}`)
    await page.getByRole('heading', { name: t('title', { number }) }).waitFor()
    await page.getByText(textFor(language, 'fairness')('verdict.right')).waitFor()
    expect(await stepsThatAre(page, 'right')).toBe(BATTLE_STEPS.length)
    await page.getByText(t('receipt.kept')).waitFor()
    await page.getByText(t('receipt.seat', { slot: 1 })).waitFor()
    await page.getByText(t('source.weak')).waitFor()
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    expect(await brokenRules(page)).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: t('file.download') }).click()
    const ended = await runProgram(createVerify, [await (await download).path()])
    expect(ended).toMatchObject({ code: 0, err: '' })
    await page.getByText(t('rounds.round', { round: 2 }), { exact: true }).click()
    await page
      .getByText(proof.rounds[1]?.odds ?? '')
      .last()
      .waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})

inLongRun(() => {
  describe('a battle from a beacon', () => {
    it('shows all its locks, and how long before its round this browser had the one that counts', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      const proof = withEarlierLock(await drawnProof(SAMPLE), null)
      await answer(page, proof)
      const receivedAt = ROUND_AT - 4_213
      const hash = proof.locks[1]?.hash ?? ''
      await keep(page, [{ battle: proof.battle, seat: null, locks: [{ hash, roundAt: ROUND_AT, receivedAt }] }])
      await page.goto(`${site.url}/fairness`)
      const link = `${site.url}/fairness?battle=${proof.battle}`
      await page.getByLabel(textFor('en', 'fairness')('ask.label')).fill(link)
      await page.getByRole('button', { name: textFor('en', 'fairness')('ask.action'), exact: true }).click()
      await page.getByText(words('receipt.early', { seconds: '4.2' })).waitFor()
      await page.getByText(words('lock.replaced')).waitFor()
      await expect.poll(() => stepsThatAre(page, 'right')).toBe(BATTLE_STEPS.length)
      expect(page.url()).toBe(link)
      expect(errors).toEqual([])
      await context.close()
    })

    it('that was altered is wrong, at the place that was altered', async () => {
      const { page, context } = await visitCalmly(browser, site)
      const proof = await drawnProof(SAMPLE)
      await answer(page, { ...proof, draw: proof.draw && { ...proof.draw, winners: [1, 2] } })
      await page.goto(`${site.url}/fairness?battle=${proof.battle}`)
      await page.getByText(words('verdict.wrong')).waitFor()
      await page.getByText(words('wrongAt', { place: 'draw.winners' })).waitFor()
      expect(await stepsThatAre(page, 'wrong')).toBe(1)
      await page.getByText(words('receipt.none')).waitFor()
      await context.close()
    })
  })

  describe('a link that leads to no battle', () => {
    it.each(['00000000-0000-4000-8000-000000000000', 'nothing'])('says so: %s', async (id) => {
      const { page, context } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/fairness?battle=${id}`)
      await page.getByText(textFor('en', 'fairness')('unknownBattle.title')).waitFor()
      await context.close()
    })
  })
})
