// Battles that were played: the player's own ones, the public ones of another player, and the last ones of all.
import type { BattleCard, BattlesReply } from '../../protocol/battle.ts'
import { get } from '../kernel/api.ts'
import { createPaged, type Page, type PagedList } from '../kernel/paged.ts'
import { $battlesEvent, onReconnect } from '../kernel/realtime-events.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'

/** A battle in a list: `at` is the time that orders the list, when the battle was made or, of the last battles of all, its end. */
export type PlayedBattle = BattleCard & { readonly at: number }

/**
 * Creates the list of a call that answers with battles.
 *
 * @param timeOf returns the time that orders the list
 * @param filter the query of every page
 */
function createHistory(
  name: string,
  path: () => string,
  timeOf: (battle: BattleCard) => number,
  filter: Readonly<Record<string, string>> = {},
): PagedList<PlayedBattle> {
  return createPaged<PlayedBattle>(name, async (cursor): Promise<Page<PlayedBattle>> => {
    const query = new URLSearchParams(cursor === null ? filter : { ...filter, cursor })
    const { battles, cursor: next } = await get<BattlesReply>(query.size === 0 ? path() : `${path()}?${query}`)
    return { entries: battles.map((battle) => ({ ...battle, at: timeOf(battle) })), cursor: next }
  })
}

const whenMade = ({ createdAt }: BattleCard): number => createdAt
const whenOver = ({ finishedAt, createdAt }: BattleCard): number => finishedAt ?? createdAt

const own = createHistory('own battles', () => '/user/battles', whenMade)

export const { $list: $ownBattles, load: loadOwnBattles, loadMore: loadOlderBattles } = own

const last = createHistory('last battles', () => '/battles', whenOver, { tab: 'ended' })

/** For a lobby in which no battle is open. */
export const { $list: $lastBattles } = last

/** Tells whether an event says that a battle has ended with a result. */
function hasSettled(event: unknown): boolean {
  return Array.isArray(event) && event.some((battle) => fieldsOf(battle).state === 'settled')
}

/**
 * Reads the last battles, and again when another one has ended.
 *
 * @returns the function that stops it
 */
export function watchLastBattles(): () => void {
  void last.load()
  const stops = [
    $battlesEvent.listen((event) => {
      if (hasSettled(event)) void last.load()
    }),
    onReconnect(() => void last.load()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

let shownPlayer = 0

const shown = createHistory('battles of a player', () => `/user/${shownPlayer}/battles`, whenMade)

export const { $list: $playerBattles, load: reloadPlayerBattles, loadMore: loadOlderPlayerBattles } = shown

/** Reads the public battles of a player. */
export function loadPlayerBattles(playerId: number): Promise<void> {
  if (playerId !== shownPlayer) shown.clear()
  shownPlayer = playerId
  return shown.load()
}
