// The player's own rolls, the newest first: each leads to its proof.
import { atom } from 'nanostores'
import type { OwnRoll, RolledGame, RollsReply } from '../contract/account.ts'
import { get } from './api.ts'
import { createPaged, narrowing } from './paged.ts'

/** The game on show; null for all. */
export const $rollsGame = atom<RolledGame | null>(null)

const list = createPaged<OwnRoll>('rolls', async (cursor) => {
  const wish = new URLSearchParams()
  const game = $rollsGame.get()
  if (game !== null) wish.set('game', game)
  if (cursor !== null) wish.set('cursor', cursor)
  const { rolls, cursor: next } = await get<RollsReply>(`/user/rolls?${wish}`)
  return { entries: rolls, cursor: next }
})

export const $rolls = list.$list
export const loadRolls = list.load
export const loadOlderRolls = list.loadMore

/** Shows the rolls of one game, null for all. */
export const filterRolls = narrowing<RolledGame | null>($rollsGame, list)
