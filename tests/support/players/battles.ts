// Battles on a site whose clock is the machine's: made and joined by calls, drawn and settled by jobs that live later.
import { expect } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { partOfPrice } from '../../../src/game/battles/battle.ts'
import type { BattleView, CreateBattleBody } from '../../../src/protocol/battle.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { createServices } from '../../../src/server/services/services.ts'
import type { Browser, TestSite } from '../sites/site.ts'

const HOUR_MS = 3_600_000

/** Makes a battle of a case with its creator on seat 1. */
export async function createBattle(
  who: Browser,
  box: { readonly url: string; readonly priceCents: number },
  wish: Partial<CreateBattleBody> = {},
): Promise<BattleView> {
  const { url, priceCents: price } = box
  const terms = { format: '1v1', mode: 'normal', crazy: false, fast: true } as const
  const body = { ...terms, rounds: [url], isPrivate: false, percent: 100, fund: 0, price, seed: 'creator', ...wish }
  const { success, battle } = (await who.post('/api/battles', body)).body
  expect(success).toBe(true)
  return battle
}

/** Takes a seat of a battle. */
export async function joinBattle(
  who: Browser,
  { id, price, fund }: BattleView,
  slot: number,
  percent = 100,
): Promise<BattleView> {
  const pays = partOfPrice(cents(price), percent) - partOfPrice(cents(price), Math.min(fund, percent))
  const { success, battle } = (await who.post(`/api/battles/${id}/join`, { slot, percent, pays, seed: 'joiner' })).body
  expect(success).toBe(true)
  return battle
}

/** Draws and settles every locked battle; open ones expire. */
export async function settleBattles(site: TestSite): Promise<void> {
  for (const hours of [1, 2]) {
    const now = () => Date.now() + hours * HOUR_MS
    const components = { ...site.components, events: createEvents(), now }
    await createJobs(components, await createServices(components)).battles.runOnce()
  }
}
