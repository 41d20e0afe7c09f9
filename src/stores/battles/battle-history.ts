// Battles that were played: the player's own ones, and the public ones of another player.
import type { BattleCard, BattlesReply } from '../../protocol/battle.ts'
import { get } from '../kernel/api.ts'
import { createPaged, type Page, type PagedList } from '../kernel/paged.ts'

/** A battle in a list by days: `at` is when it was made. */
export type PlayedBattle = BattleCard & { readonly at: number }

/** Creates the list of a call that answers with battles. */
function createHistory(name: string, path: () => string): PagedList<PlayedBattle> {
  return createPaged<PlayedBattle>(name, async (cursor): Promise<Page<PlayedBattle>> => {
    const query = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
    const { battles, cursor: next } = await get<BattlesReply>(path() + query)
    return { entries: battles.map((battle) => ({ ...battle, at: battle.createdAt })), cursor: next }
  })
}

const own = createHistory('own battles', () => '/user/battles')

export const { $list: $ownBattles, load: loadOwnBattles, loadMore: loadOlderBattles } = own

let shownPlayer = 0

const shown = createHistory('battles of a player', () => `/user/${shownPlayer}/battles`)

export const { $list: $playerBattles, load: reloadPlayerBattles, loadMore: loadOlderPlayerBattles } = shown

/** Reads the public battles of a player. */
export function loadPlayerBattles(playerId: number): Promise<void> {
  if (playerId !== shownPlayer) shown.clear()
  shownPlayer = playerId
  return shown.load()
}
