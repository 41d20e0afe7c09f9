// The show of a drawn battle: which of its moments the screen shows, by the server's clock, in a replay, or at its end. All follows from
// the time since the start, so that a page that comes late or was cut off shows what the others show.
import { atom } from 'nanostores'
import {
  type BattleMoment,
  momentAt,
  roundStartMs,
  type TimelineTerms,
  timelineMs,
} from '../../game/battles/timeline.ts'
import type { BattleView } from '../../protocol/battle.ts'
import { keepScenesAway } from '../kernel/scenes.ts'
import { serverNow } from '../kernel/server-clock.ts'
import { $battle, shownBattle } from './battle.ts'
import type { DrawnContents } from './battle-draw.ts'

/** The speeds of a replay. */
export const REPLAY_SPEEDS = [0.5, 1, 2, 4] as const
export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number]

/** How the time of the show runs. */
export type ShowClock =
  /** By the server's clock, as everyone sees it. */
  | { readonly kind: 'live' }
  /** This player has seen the result already; the others go on. */
  | { readonly kind: 'skipped' }
  /** `atMs` since the start was shown at `sinceMs`, by `performance.now()`. */
  | {
      readonly kind: 'replay'
      readonly atMs: number
      readonly sinceMs: number
      readonly speed: ReplaySpeed
      readonly isPlaying: boolean
    }

export const $clock = atom<ShowClock>({ kind: 'live' })

/** What was drawn, computed by this browser; null before. `failed`: the browser could not compute it. */
export const $drawn = atom<{ readonly id: string; readonly drawn: DrawnContents } | 'failed' | null>(null)

/** The moment that is shown; null while nothing is drawn. */
export const $moment = atom<BattleMoment | null>(null)

/** Computes what was drawn. */
export type Draw = (battle: BattleView) => Promise<DrawnContents>

function termsOf({ rounds, fast }: BattleView): TimelineTerms {
  return { rounds: rounds.length, fast }
}

/** Returns how long the show of a battle takes, in milliseconds. */
export function showMs(battle: BattleView): number {
  return timelineMs(termsOf(battle))
}

/** Returns when the winnings of a battle are paid, in milliseconds since 1970 on the server; null before its draw. */
export function paidAt(battle: BattleView): number | null {
  return battle.startsAt === null ? null : battle.startsAt + showMs(battle)
}

/** Tells whether a tie or a jackpot is drawn at the end. */
function hasDraw({ result }: DrawnContents): boolean {
  return result.deciding.tie !== null || result.deciding.jackpot !== null
}

/** Returns the time since the start that is shown, in milliseconds. */
export function elapsedMs(battle: BattleView): number {
  const clock = $clock.get()
  const endMs = showMs(battle)
  if (clock.kind === 'skipped') return endMs
  if (clock.kind === 'live') return serverNow() - (battle.startsAt ?? serverNow())
  const passedMs = clock.isPlaying ? (performance.now() - clock.sinceMs) * clock.speed : 0
  return Math.min(clock.atMs + passedMs, endMs)
}

/** Returns how fast the time of the show runs: 1 as it was, 0 while it stands still. */
export function paceOf(clock: ShowClock): number {
  if (clock.kind !== 'replay') return 1
  return clock.isPlaying ? clock.speed : 0
}

let timer: ReturnType<typeof setTimeout> | undefined
/** Timers of browsers hold no more than this. */
const LONGEST_MS = 2 ** 31 - 1

const isSame = (one: BattleMoment | null, other: BattleMoment): boolean =>
  one !== null && one.step === other.step && one.untilMs === other.untilMs

/** Shows the moment of now, and the next one when it begins. */
function follow(): void {
  clearTimeout(timer)
  const battle = shownBattle()
  const known = $drawn.get()
  if (battle === null || known === null || known === 'failed' || known.id !== battle.id) {
    $moment.set(null)
    return
  }
  const atMs = elapsedMs(battle)
  const moment = momentAt(termsOf(battle), atMs, hasDraw(known.drawn))
  if (!isSame($moment.get(), moment)) $moment.set(moment)
  const pace = paceOf($clock.get())
  if (pace === 0 || moment.step === 'over') return
  timer = setTimeout(follow, Math.min(Math.max(1, (moment.untilMs - atMs) / pace), LONGEST_MS))
}

/** Shows a replay from a time on. */
function replay(change: Partial<Extract<ShowClock, { kind: 'replay' }>>): void {
  const battle = shownBattle()
  if (battle === null) return
  const clock = $clock.get()
  const before = clock.kind === 'replay' ? clock : { speed: 1 as const, isPlaying: false }
  const atMs = clock.kind === 'replay' ? elapsedMs(battle) : 0
  $clock.set({
    kind: 'replay',
    atMs,
    speed: before.speed,
    isPlaying: before.isPlaying,
    ...change,
    sinceMs: performance.now(),
  })
  follow()
}

/** Plays the battle again from its beginning. */
export function startReplay(): void {
  replay({ atMs: 0, isPlaying: true })
}

/** Stops or continues a replay; one that has ended begins anew. */
export function toggleReplay(): void {
  const battle = shownBattle()
  const clock = $clock.get()
  if (battle === null || clock.kind !== 'replay') return
  const hasEnded = elapsedMs(battle) >= showMs(battle)
  replay(hasEnded ? { atMs: 0, isPlaying: true } : { isPlaying: !clock.isPlaying })
}

/** Sets the speed of a replay. */
export function setReplaySpeed(speed: ReplaySpeed): void {
  replay({ speed })
}

/** Shows a replay at a time since the start, in milliseconds. */
export function seekReplay(atMs: number): void {
  const battle = shownBattle()
  if (battle !== null) replay({ atMs: Math.min(Math.max(0, atMs), showMs(battle)) })
}

/** A round that began this short ago is not begun again by a step back. */
const STEP_MS = 600

/** Shows a replay at the beginning of the next round, or of this one or the one before; after the last comes the decision. */
export function stepReplay(step: 1 | -1): void {
  const battle = shownBattle()
  if (battle === null) return
  const atMs = elapsedMs(battle)
  const starts = [
    0,
    ...Array.from({ length: battle.rounds.length + 1 }, (_, place) => roundStartMs(battle.fast, place + 1)),
  ]
  // A press shortly after the beginning of a round means the round before.
  const next =
    step === 1 ? starts.find((startMs) => startMs > atMs) : starts.findLast((startMs) => startMs < atMs - STEP_MS)
  seekReplay(next ?? (step === 1 ? showMs(battle) : 0))
}

/** Shows the result at once: of a live show for this page alone, of a replay by its end. */
export function skipShow(): void {
  if ($moment.get() === null) return
  if ($clock.get().kind === 'live') $clock.set({ kind: 'skipped' })
  else seekReplay(Number.POSITIVE_INFINITY)
  follow()
}

/** Leaves a replay for the result. */
export function endReplay(): void {
  const battle = shownBattle()
  const isRunning = battle !== null && (paidAt(battle) ?? 0) > serverNow()
  $clock.set({ kind: isRunning ? 'live' : 'skipped' })
  follow()
}

/** The battle that is being drawn, or was. */
let drawing = ''

/** Draws the battle once its secret is known, and its lock: where its event was missed, an answer brings it with the seats. */
async function drawIfRevealed(draw: Draw): Promise<void> {
  const battle = shownBattle()
  const isRevealed = battle?.state === 'drawn' || battle?.state === 'settled'
  if (!isRevealed || battle.locks.length === 0 || drawing === battle.id) return
  drawing = battle.id
  try {
    const drawn = await draw(battle)
    if (shownBattle()?.id === battle.id) $drawn.set({ id: battle.id, drawn })
  } catch (fault) {
    console.error('A battle could not be drawn', fault)
    $drawn.set('failed')
  }
}

/** Tries again to draw a battle, after a part of the page did not load. */
export function retryDraw(draw: Draw): void {
  drawing = ''
  $drawn.set(null)
  void drawIfRevealed(draw)
}

/**
 * Shows the battle as soon as it is drawn.
 *
 * @param draw computes what was drawn
 * @returns the function that stops it
 */
export function watchShow(draw: Draw): () => void {
  $clock.set({ kind: 'live' })
  $drawn.set(null)
  drawing = ''
  // Timers of hidden pages are late.
  document.addEventListener('visibilitychange', follow)
  const stops = [
    $battle.subscribe(() => {
      void drawIfRevealed(draw)
      follow()
    }),
    $drawn.listen(follow),
    $moment.subscribe((moment) => keepScenesAway($moment, moment !== null && moment.step !== 'over')),
    () => keepScenesAway($moment, false),
    () => document.removeEventListener('visibilitychange', follow),
    () => clearTimeout(timer),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
