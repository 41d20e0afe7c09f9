// Battles by calls, for journeys that begin with one.
import type { Page } from 'playwright'
import type { BattleMoveReply, BattleView, CreateBattleBody } from '../../../src/protocol/battle.ts'
import type { RunningSite } from '../../support/browsers/browser.ts'
import { CASE, CASE_PRICE, call } from '../parts/player.ts'

function viewOf(reply: BattleMoveReply): BattleView {
  if (!reply.success) throw new Error(reply.message)
  return reply.battle
}

/** Makes a battle of one round as the player of a page. */
export async function createByCall(
  page: Page,
  site: RunningSite,
  changes: Partial<CreateBattleBody> = {},
): Promise<BattleView> {
  const body: CreateBattleBody = {
    ...{ format: '1v1', mode: 'normal', crazy: false, fast: true, isPrivate: false, percent: 100, fund: 0 },
    rounds: [CASE],
    price: CASE_PRICE,
    seed: 'creator',
    ...changes,
  }
  return viewOf(await call<BattleMoveReply>(page, site, '/battles', body))
}

/** Takes a whole seat as the player of a page. */
export async function joinByCall(
  page: Page,
  site: RunningSite,
  { id, price }: Pick<BattleView, 'id' | 'price'>,
  slot: number,
): Promise<BattleView> {
  const body = { slot, percent: 100, pays: price, seed: 'joiner' }
  return viewOf(await call<BattleMoveReply>(page, site, `/battles/${id}/join`, body))
}
