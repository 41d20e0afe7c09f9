// The smoke journey on one screen in all engines: each walks through it as a player of its own, on one site.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSite, SCREENS, type ScreenName, startSite } from '../support/browsers/browser.ts'
import { ENGINES } from '../support/engines/all.ts'
import { createPage, type Engine } from '../support/engines/engine.ts'
import { byRun } from '../support/runner/long-run.ts'
import type { Actor } from './actor.ts'
import { compareLandmarks, type Landmarks, measureScreen } from './landmarks.ts'
import {
  claimDay,
  claimMission,
  contract,
  deposit,
  joinRaffle,
  openFreeCase,
  readWithoutScripts,
  spin,
  upgrade,
  verify,
} from './smoke-games.ts'
import { openCases, openMenus, readNotifications, seeHome, signIn } from './smoke-visit.ts'

type Step = (actor: Actor) => Promise<void>

const ALL_STEPS: Readonly<Record<string, Step>> = {
  seeHome,
  openMenus,
  signIn,
  readNotifications,
  openCases,
  // Before the games: which other missions can be claimed after them is chance.
  claimMission,
  upgrade,
  contract,
  deposit,
  spin,
  claimDay,
  joinRaffle,
  openFreeCase,
  verify,
}

/** What a phone does not show. */
const DESKTOP_STEPS: Readonly<Record<string, Step>> = { seeHome, openMenus }

/** A journey takes three minutes, on a busy machine four times as long. */
const WALK_MS = 900_000

/** Runs in the page: returns its address, and the beginning of what the open dialog or the page says. */
const describePlace = (): string => {
  const shown = document.querySelector<HTMLElement>('dialog[open]') ?? document.querySelector<HTMLElement>('main')
  return `${location.href}, which says “${shown?.innerText.replace(/\s+/g, ' ').slice(0, 300)}”`
}

interface Walk {
  readonly engine: Engine
  readonly site: RunningSite
  readonly screen: ScreenName
  /** Which of the sandbox's players walks. */
  readonly player: number
  /** Where the walk adds what it measures. */
  readonly landmarks: Landmarks
  /** Whether it is the whole journey, with the pages without scripts. */
  readonly isWhole: boolean
}

/** Walks through the journey; an error names the step. */
async function walk({ engine, site, screen, player, landmarks, isWhole }: Walk): Promise<void> {
  let page = createPage(await engine.open(screen))
  const actor: Actor = {
    page,
    site,
    player,
    measure: async (name) => void landmarks.set(name, await measureScreen(page)),
  }
  const take = async (name: string, step: () => Promise<void>): Promise<void> => {
    try {
      await step()
    } catch (error) {
      const place = await page.evaluate(describePlace).catch(() => 'a page that does not answer')
      throw new Error(`${engine.name}, ${name} at ${place}: ${String(error)}; ${page.errors().join('; ')}`)
    }
    const errors = page.errors().join('; ')
    if (errors !== '') throw new Error(`${engine.name}, ${name}: the page told errors: ${errors}`)
  }
  for (const [name, step] of Object.entries(isWhole ? ALL_STEPS : DESKTOP_STEPS)) await take(name, () => step(actor))
  await page.close()
  if (!isWhole) return
  page = createPage(await engine.open(screen, { scripts: false }))
  await take('readWithoutScripts', () => readWithoutScripts(page, actor))
  await page.close()
}

/** Declares the tests of a screen: the whole journey on a phone, and in the long form on a desktop too. */
export function describeSmoke(screen: ScreenName): void {
  const isWhole = byRun(screen === 'phone', true)
  describe(`the smoke journey on a ${screen}`, () => {
    const measured = new Map<string, Landmarks>()
    /** The engines that walked to the end. */
    const arrived = new Set<string>()
    let site: RunningSite

    beforeAll(async () => {
      site = await startSite({ DATABASE_URL: '' })
    }, WALK_MS)

    afterAll(() => site?.stop())

    it.concurrent.for(ENGINES)('works in $name', { timeout: WALK_MS }, async ({ name, player, launch }, { task }) => {
      const engine = await launch()
      // Its player has played in the first try: a second one has a site of its own.
      const ownSite = (task.result?.retryCount ?? 0) > 0 ? await startSite({ DATABASE_URL: '' }) : undefined
      const landmarks: Landmarks = new Map()
      measured.set(name, landmarks)
      try {
        await walk({ engine, site: ownSite ?? site, screen, player, landmarks, isWhole })
        arrived.add(name)
      } finally {
        await engine.close()
        await ownSite?.stop()
      }
    })

    it.each(ENGINES.slice(1))('looks in $name as in Chromium', ({ name }) => {
      const own: Landmarks = measured.get(name) ?? new Map()
      const other: Landmarks = measured.get('Chromium') ?? new Map()
      expect(compareLandmarks(own, other, SCREENS[screen].height)).toEqual([])
      for (const engine of [name, 'Chromium'])
        expect(arrived, `the journey in ${engine} failed: what follows was not compared`).toContain(engine)
      expect([...own.keys()]).toEqual([...other.keys()])
      expect(own.size).toBeGreaterThan(0)
    })
  })
}
