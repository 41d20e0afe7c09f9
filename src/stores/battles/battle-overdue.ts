// Reads the battle that a page shows when its next event is overdue: an event that was lost must leave nobody waiting.
import type { BattleView } from '../../protocol/battle.ts'
import { serverNow } from '../kernel/server-clock.ts'
import { $battle, readBattle, shownBattle } from './battle.ts'
import { paidAt } from './battle-show.ts'

/** The wait after an event was due, and the longest one: each wait is twice the one before. */
export const OVERDUE = { firstMs: 2_000, mostMs: 30_000 } as const
/** Each wait is longer by up to this part of it, so that the pages of one battle do not all ask at the same moment. */
const SPREAD = 0.5
/** Timers of browsers hold no more than this. */
const LONGEST_MS = 2 ** 31 - 1

/** Returns when the next event of a battle is due, in milliseconds since 1970 on the server; null where none follows by time. */
function dueAt(battle: BattleView): number | null {
  switch (battle.state) {
    case 'open':
      return battle.expiresAt
    case 'locked':
      return battle.locks.at(-1)?.drawAt ?? battle.createdAt
    case 'drawn':
      return paidAt(battle)
    case 'settled':
    case 'cancelled':
    case 'expired':
      return null
  }
}

/**
 * Watches the battle that is shown, and reads it as long as an event is overdue.
 *
 * @param random returns a number from 0 to 1
 * @returns the function that stops it
 */
export function watchOverdue(random: () => number = Math.random): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The event that is waited for. */
  let awaited = ''
  let waitMs: number = OVERDUE.firstMs
  const wait = (fromMs: number): void => {
    clearTimeout(timer)
    const delayMs = fromMs - serverNow() + waitMs * (1 + SPREAD * random())
    timer = setTimeout(() => void ask(), Math.min(delayMs, LONGEST_MS))
  }
  const ask = async (): Promise<void> => {
    const asked = awaited
    waitMs = Math.min(2 * waitMs, OVERDUE.mostMs)
    await readBattle()
    if (asked === awaited && awaited !== '') wait(serverNow())
  }
  const stop = $battle.subscribe(() => {
    const battle = shownBattle()
    const due = battle === null ? null : dueAt(battle)
    const next = battle === null || due === null ? '' : `${battle.id} ${battle.state} ${due}`
    if (next === awaited) return
    awaited = next
    waitMs = OVERDUE.firstMs
    clearTimeout(timer)
    if (due !== null) wait(Math.max(due, serverNow()))
  })
  return () => {
    stop()
    awaited = ''
    clearTimeout(timer)
  }
}
