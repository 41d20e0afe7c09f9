// A battle of four players in three engines, on desktops and phones: one is cut off in the middle, one comes back late, and all see the same
// result, a day later too.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { canDriveFirefox } from '../../scripts/firefox-tools.mjs'
import { canDriveWebkit } from '../../scripts/webkit-tools.mjs'
import { formatMoney } from '../../src/i18n/format.ts'
import { textFor } from '../../src/i18n/text.ts'
import { CASE_PRICE } from '../e2e/parts/player.ts'
import { type RunningSite, type ScreenName, startSite } from '../support/browsers/browser.ts'
import { launchChromium } from '../support/engines/chromium.ts'
import { createPage, type Engine, type EnginePage } from '../support/engines/engine.ts'
import { launchFirefox } from '../support/engines/firefox.ts'
import { launchWebkit } from '../support/engines/webkit.ts'
import { type Actor, pressOn } from './actor.ts'
import { signIn } from './smoke-visit.ts'

const NOON = '2027-03-01T12:00:00Z'
const NEXT_DAY = '2027-03-02T13:00:00Z'
/** A journey takes a minute and a half, on a busy machine four times as long. */
const JOURNEY_MS = 600_000
const ROUNDS = 3
const SEATS = 4

const t = textFor('en', 'battle')
const parts = textFor('en', 'battleParts')
const lobby = textFor('en', 'battles')
const making = textFor('en', 'battleNew')

const price = formatMoney(ROUNDS * CASE_PRICE)
/** Runs in the page: returns what each seat drew, paid and gets, in the order of the results; null before they are shown. */
function readResults(title: string): string[] | null {
  const results = document.querySelector(`section[aria-label="${title}"]`)
  if (results === null) return null
  return [...results.querySelectorAll('dl')].map(({ textContent }) => (textContent.match(/\$[\d,.]+/g) ?? []).join(' '))
}

const resultsOn = async (page: EnginePage): Promise<readonly string[]> =>
  // Each player's own seat is the first on their screen.
  (await page.until('the results', readResults, t('result.title'))).toSorted()

/** Runs in the page: tells whether a round of its battle has begun, or the show is over. */
const hasBegun = (round: number): boolean => {
  const step = document.querySelector<HTMLElement>('[data-step]')
  if (step === null || step.dataset.step === 'lead') return false
  const shown = /Round (\d+) of/.exec(step.innerText)?.[1]
  return shown === undefined || Number(shown) >= round
}

/** Runs in the page: returns the id of its battle; null on another page. */
const battleId = (): string | null => /\/battles\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1] ?? null

/** Makes a battle for four on the page that makes them, and returns its id. */
async function create(actor: Actor): Promise<string> {
  const { page, site } = actor
  await page.goto(`${site.url}/battles/new`)
  await page.focus('main input[type="search"]')
  await page.type('orion')
  const add = (count: number) =>
    ({ role: 'button', name: making('cases.add', { name: 'Orion', price: formatMoney(CASE_PRICE), count }) }) as const
  for (let count = 0; count < ROUNDS; count++) await page.click(add(count))
  await page.see({ text: making('rounds.count', { count: ROUNDS, most: 50 }) })
  await pressOn(actor, { role: 'radio', start: '1v1v1v1' }, 'Space')
  await page.click({ role: 'button', name: making('create', { price }) })
  return page.until('the battle’s own page', battleId)
}

/** Confirms the price in the dialog of a seat. */
async function confirm(page: EnginePage): Promise<void> {
  await page.see({ role: 'dialog', name: parts('join.title') })
  await page.click({ role: 'button', name: parts('join.action', { price }), within: 'dialog[open]' })
  await page.miss('dialog[open]')
}

/** Joins from the lobby, which leads to the battle. */
async function joinFromLobby({ page, site }: Actor, id: string): Promise<void> {
  await page.goto(`${site.url}/battles`)
  await page.click({ role: 'button', name: lobby('join', { price }), within: `article:has([href="/battles/${id}"])` })
  await confirm(page)
  await page.until('the battle’s own page', battleId)
}

/** Takes a seat on the battle's own page. */
async function joinOnPage({ page, site }: Actor, id: string, slot: number): Promise<void> {
  await page.goto(`${site.url}/battles/${id}`)
  await page.click({ role: 'button', name: t('join', { price }) + t('atSeat', { slot }) })
  await confirm(page)
}

/** Plays the battle again, and skips to its end. */
async function replay(page: EnginePage): Promise<void> {
  await page.click({ role: 'button', name: t('action.replay') })
  await page.see({ role: 'button', name: t('replay.pause') })
  await page.click({ role: 'button', name: t('action.skip') })
  await page.see({ role: 'button', name: t('replay.play') })
}

describe.skipIf(!canDriveFirefox() || !canDriveWebkit())('a battle in three engines', () => {
  let site: RunningSite
  let engines: { readonly chromium: Engine; readonly firefox: Engine; readonly webkit: Engine }
  let pages: EnginePage[] = []

  beforeAll(async () => {
    site = await startSite({ CLOCK: NOON })
    const [chromium, firefox, webkit] = await Promise.all([launchChromium(), launchFirefox(), launchWebkit()])
    engines = { chromium, firefox, webkit }
  }, JOURNEY_MS)

  afterEach(async () => {
    await Promise.all(pages.map((page) => page.close()))
    pages = []
  })

  afterAll(async () => {
    await Promise.all(Object.values(engines ?? {}).map((engine) => engine.close()))
    await site?.stop()
  })

  /** Opens a window and signs its player in. */
  async function actorIn(engine: Engine, screen: ScreenName, player: number): Promise<Actor> {
    const page = createPage(await engine.open(screen))
    pages.push(page)
    const actor: Actor = { page, site, player, measure: () => Promise.resolve() }
    await signIn(actor)
    return actor
  }

  it('has one result for all, and the same in a replay a day later', { timeout: JOURNEY_MS }, async () => {
    const [creator, joiner, late, cut] = await Promise.all([
      actorIn(engines.chromium, 'desktop', 0),
      actorIn(engines.firefox, 'desktop', 1),
      actorIn(engines.webkit, 'phone', 2),
      actorIn(engines.chromium, 'phone', 3),
    ])
    const id = await create(creator)
    await joinFromLobby(joiner, id)
    await joinOnPage(late, id, 3)
    await late.page.goto(`${site.url}/faq`)
    await joinOnPage(cut, id, SEATS)

    await cut.page.until('the first round', hasBegun, 1)
    await cut.page.setOffline?.(true)
    await creator.page.until('a later round', hasBegun, 2)
    await late.page.goto(`${site.url}/battles/${id}`)
    const seen = await resultsOn(creator.page)
    expect(seen).toHaveLength(SEATS)
    await cut.page.setOffline?.(false)
    for (const { page } of [joiner, late, cut]) expect(await resultsOn(page)).toEqual(seen)

    const moved = await fetch(`${site.url}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now: NEXT_DAY }),
    })
    expect(moved.ok).toBe(true)
    for (const { page } of [creator, joiner, late]) {
      await page.goto(`${site.url}/battles/${id}`)
      expect(await resultsOn(page)).toEqual(seen)
      await replay(page)
      expect(await resultsOn(page)).toEqual(seen)
      expect(page.errors()).toEqual([])
    }
  })
})
