// The player's own rolls, newest first, each with a link to its proof.

import { atom } from 'nanostores'
import type { PlayerGame } from '../../game/base/games.ts'
import type { OwnRoll, RollsReply } from '../../protocol/account.ts'
import { get } from '../kernel/api.ts'
import { createListFilter, createPaged } from '../kernel/paged.ts'

/** The displayed game; null for all. */
export const $rollsGame = atom<PlayerGame | null>(null)

const list = createPaged<OwnRoll>('rolls', async (cursor) => {
  const query = new URLSearchParams()
  const game = $rollsGame.get()
  if (game !== null) query.set('game', game)
  if (cursor !== null) query.set('cursor', cursor)
  const { rolls, cursor: next } = await get<RollsReply>(`/user/rolls?${query}`)
  return { entries: rolls, cursor: next }
})

export const $rolls = list.$list
export const loadRolls = list.load
export const loadOlderRolls = list.loadMore

/** Shows the rolls of one game, null for all. */
export const filterRolls = createListFilter<PlayerGame | null>($rollsGame, list)
