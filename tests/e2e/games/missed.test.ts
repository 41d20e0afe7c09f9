// A game whose page was left before it showed the result, in a real browser: the next page tells it, once.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { OpenReply } from '../../../src/protocol/case.ts'
import type { UpgradeReply } from '../../../src/protocol/upgrade.ts'
import type { UserReply } from '../../../src/protocol/user.ts'
import { launchPersistent, type Visitor, visit, waitForHydration } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { ask, balanceIs, CASE, CASE_PRICE, itemsOf, PAGE_JOURNEYS, signIn, startingWith } from '../parts/player.ts'

const { site, browser } = await openForFile()

const noticeOn = (page: Page): Locator => page.locator('.corner-card')

/** How fast a reel runs that is left: it must not end before a busy machine has left the page. */
const SLOW = 0.2

/** Opens cases on the page, and waits until their reel runs. */
async function startReel(page: Page, language: Language, count: number, playbackRate = SLOW): Promise<void> {
  const t = textFor(language, 'case')
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate })
  if (count > 1) await page.getByRole('radio', { name: String(count), exact: true }).press('Space')
  const answered = page.waitForResponse(/\/open$/)
  await page.getByRole('button', { name: startingWith(t('open', { price: formatMoney(count * CASE_PRICE) })) }).click()
  await answered
  await page.getByRole('button', { name: t('skip') }).waitFor()
}

async function balanceOf(page: Page): Promise<number> {
  const { user } = await ask<Extract<UserReply, { success: true }>>(page, '/user/get')
  return user.balance
}

/** Reads the keys that the browser still has records of. */
function recordsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('spacedrop:runs')
        opening.onupgradeneeded = () => opening.result.createObjectStore('runs', { keyPath: 'key' })
        opening.onsuccess = () => {
          const reading = opening.result.transaction('runs').objectStore('runs').getAllKeys()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.map(String))
          }
        }
      }),
  )
}

/** Waits until the browser has no records any more, and no tab waits for one. */
async function nothingLeft(page: Page): Promise<void> {
  await expect.poll(() => recordsOf(page)).toEqual([])
  const locks = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return [...held, ...pending].filter(({ name }) => name?.startsWith('spacedrop:runs:')).length
    })
  await expect.poll(locks).toBe(0)
}

async function newPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(site.url + path)
  await waitForHydration(page)
  return page
}

describe.each(PAGE_JOURNEYS)('a player in %s on a %s who leaves a reel', (language, screen, place) => {
  const missed = textFor(language, 'missed')
  let player: Visitor

  beforeAll(async () => {
    player = await visit(browser, site, language, screen)
    await signIn(player.page, site, place)
  })

  afterAll(async () => {
    expect(player.errors).toEqual([])
    await player.context.close()
  })

  it('by a link hears of the drop on the next page, sells it there, and hears of it once', async () => {
    const { page } = player
    await page.goto(`${site.url}/case/${CASE}`)
    await startReel(page, language, 1)
    await page.goto(`${site.url}/faq`)
    const notice = noticeOn(page)
    await notice.getByText(missed('wonOne'), { exact: true }).waitFor()
    const [item] = await itemsOf(page)
    const before = await balanceOf(page)
    await notice.getByRole('button', { name: missed('sell', { price: formatMoney(item?.price ?? 0) }) }).click()
    await notice.waitFor({ state: 'detached' })
    expect(await balanceOf(page)).toBe(before + (item?.price ?? 0))
    await balanceIs(page, before + (item?.price ?? 0))
    await page.goto(`${site.url}/case/${CASE}`)
    await nothingLeft(page)
    expect(await notice.count()).toBe(0)
  })

  inLongRun(() => {
    it('of ten cases by closing the tab hears of all in one sum, in one of two tabs', async () => {
      const { context } = player
      const playing = await newPage(context, `/case/${CASE}`)
      await startReel(playing, language, 10)
      await playing.close()
      const tabs = await Promise.all([newPage(context, '/terms-of-use'), newPage(context, '/upgrade')])
      await Promise.race(tabs.map((tab) => noticeOn(tab).waitFor()))
      await Promise.all(tabs.map(nothingLeft))
      const counts = await Promise.all(tabs.map((tab) => noticeOn(tab).count()))
      expect(counts.toSorted()).toEqual([0, 1])
      const told = noticeOn(tabs[counts.indexOf(1)] ?? tabs[0])
      await told.getByText(missed('won', { count: 10 }), { exact: true }).waitFor()
      // The newest ten: what another try of these tests has won is owned too.
      const items = (await itemsOf(tabs[0])).slice(0, 10)
      await told.getByText(formatMoney(items.reduce((sum, { price }) => sum + price, 0)), { exact: true }).waitFor()
      await told.getByRole('link', { name: missed('inventory') }).click()
      await tabs[counts.indexOf(1)]?.waitForURL(/\/dashboard/)
      for (const tab of tabs) await tab.close()
    })
  })
})

inLongRun(() => {
  it('says nothing while a living tab plays, nor after it has shown the result', async () => {
    const { context, page } = await visit(browser, site)
    await signIn(page, site, 2)
    await page.goto(`${site.url}/case/${CASE}`)
    await startReel(page, 'en', 1, 1)
    // The other page may take longer to load than a reel to stop.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.pause()
    })
    const other = await newPage(context, '/faq')
    await expect.poll(() => recordsOf(other)).toHaveLength(1)
    expect(await noticeOn(other).count()).toBe(0)
    await page.getByRole('button', { name: textFor('en', 'case')('skip') }).click()
    await nothingLeft(page)
    expect(await noticeOn(other).count()).toBe(0)
    await context.close()
  })

  it('drops a request that never arrived without a word, and nothing is charged', async () => {
    const { context, page } = await visit(browser, site)
    await signIn(page, site, 3)
    await page.goto(`${site.url}/case/${CASE}`)
    await page.route('**/api/case/*/open', (route) => route.abort())
    await page.getByRole('button', { name: startingWith(textFor('en', 'case')('open', { price: '' })) }).click()
    await page.getByText(textFor('en', 'case')('offline.title')).waitFor()
    expect(await recordsOf(page)).toHaveLength(1)
    await page.close()
    const next = await context.newPage()
    await next.clock.install()
    const asked = next.waitForResponse(/\/api\/user\/outcome/)
    await next.goto(`${site.url}/faq`)
    expect(await (await asked).json()).toMatchObject({ status: 'unknown' })
    expect(await recordsOf(next)).toHaveLength(1)
    await next.clock.fastForward(35_000)
    await nothingLeft(next)
    expect(await noticeOn(next).count()).toBe(0)
    expect(await balanceOf(next)).toBe(10_000)
    await context.close()
  })

  it('says that an upgrade did not succeed, and what another one won', async () => {
    const { context, page } = await visit(browser, site)
    await signIn(page, site, 4)
    await page.goto(`${site.url}/faq`)
    const { items } = await ask<{ items: { item: { id: string }; price: number }[] }>(page, '/upgrade/targets?min=100')
    const [target] = items
    const t = textFor('en', 'missed')

    /** Upgrades by calls until one ends as wanted, and leaves its record as a page does that was left. */
    async function leaveUpgrade(won: boolean): Promise<void> {
      for (let tries = 0; tries < 60; tries++) {
        const key = randomUUID()
        const body = { ids: [], balance: 50, side: 'over', target: target?.item.id, price: target?.price }
        const reply = await ask<UpgradeReply>(page, '/upgrade', body, key)
        if (!reply.success) throw new Error(reply.message)
        if (reply.won !== won) continue
        const { user } = await ask<Extract<UserReply, { success: true }>>(page, '/user/get')
        await recordsOf(page)
        await page.evaluate(
          (record) =>
            new Promise<void>((resolve) => {
              const opening = indexedDB.open('spacedrop:runs')
              opening.onsuccess = () => {
                const writing = opening.result.transaction('runs', 'readwrite').objectStore('runs').put(record)
                writing.onsuccess = () => {
                  opening.result.close()
                  resolve()
                }
              }
            }),
          { key, playerId: user.id, at: Date.now() },
        )
        return
      }
      throw new Error(`No upgrade ended with won=${won}`)
    }

    await leaveUpgrade(false)
    await page.reload()
    await noticeOn(page).getByText(t('lost'), { exact: true }).waitFor()
    await noticeOn(page)
      .getByRole('button', { name: t('close') })
      .click()
    await noticeOn(page).waitFor({ state: 'detached' })
    await leaveUpgrade(true)
    await page.reload()
    await noticeOn(page).getByText(t('wonOne'), { exact: true }).waitFor()
    await noticeOn(page)
      .getByRole('button', { name: textFor('en', 'common')('actions.keep') })
      .click()
    await noticeOn(page).waitFor({ state: 'detached' })
    await page.reload()
    await nothingLeft(page)
    expect(await noticeOn(page).count()).toBe(0)
    await context.close()
  })

  it('offers nothing that was sold meanwhile', async () => {
    const { context, page } = await visit(browser, site)
    await signIn(page, site, 5)
    await page.goto(`${site.url}/case/${CASE}`)
    const answered = page.waitForResponse(/\/open$/)
    await startReel(page, 'en', 1)
    const reply = (await (await answered).json()) as OpenReply
    const ids = reply.success ? reply.drops.map(({ id }) => id) : []
    expect(ids).toHaveLength(1)
    await ask(page, '/user/items/sell', { ids, isAll: false })
    await page.goto(`${site.url}/faq`)
    await nothingLeft(page)
    expect(await noticeOn(page).count()).toBe(0)
    await context.close()
  })

  it('tells it after the browser was killed', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'spacedrop-profile-'))
    try {
      // A browser writes its cookies late: the sign-in is that of an earlier visit.
      const earlier = await launchPersistent(profile)
      await signIn(await earlier.newPage(), site, 0)
      await earlier.close()
      const killed = await launchPersistent(profile)
      const page = await killed.newPage()
      await page.goto(`${site.url}/case/${CASE}`)
      await waitForHydration(page)
      await startReel(page, 'en', 1)
      const ended = new Promise((resolve) => killed.once('close', resolve))
      for (const pid of processesOf(profile)) killQuietly(pid)
      await ended
      const next = await launchPersistent(profile)
      const faq = await next.newPage()
      await faq.goto(`${site.url}/faq`)
      await noticeOn(faq).getByText(textFor('en', 'missed')('wonOne'), { exact: true }).waitFor()
      await next.close()
    } finally {
      rmSync(profile, { recursive: true, force: true })
    }
  })
})

/** Returns the ids of the browser's processes, which name its profile. */
function processesOf(profile: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && commandOf(pid).includes(`--user-data-dir=${profile}`))
}

/** Returns the command line of a process; empty for one that has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Kills a process; its children may have ended with their parent. */
function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
  }
}
