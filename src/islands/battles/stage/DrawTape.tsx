// The draw that decides: a tape of the sides by their chances passes a marker and stops at the winner. Of a jackpot it stops at the very
// cent that won; of a tie the tied sides have equal parts.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { BattleTerms } from '../../../game/battles/battle.ts'
import { DRAW_MS, roundStartMs } from '../../../game/battles/timeline.ts'
import { formatPercent } from '../../../i18n/format.ts'
import { shownBattle } from '../../../stores/battles/battle.ts'
import type { DrawnContents } from '../../../stores/battles/battle-draw.ts'
import { $clock, elapsedMs, paceOf } from '../../../stores/battles/battle-show.ts'
import { vibrate } from '../../../stores/kernel/haptics.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { playTicks, runReel } from '../../games/parts/reel-run.ts'
import type { Arena, ArenaSide } from '../parts/arena.ts'
import { SeatAvatar } from '../parts/SeatAvatar.tsx'
import { useNames } from '../parts/use-names.ts'
import styles from './draw-tape.module.css'

/** How long the tape runs; then its winner is shown for a moment. */
const RUN_MS = DRAW_MS - 600
/** The tape is the sides this many times, and runs from the second to the last but one, so that it has no end in sight. */
const COPIES = { all: 6, from: 1, to: 4 } as const
/** The parts of the tape, one copy after another. */
const NUMBERS = Array.from({ length: COPIES.all }, (_, copy) => copy)
/** A tie stops this far from the edges of a part at least. */
const MIDDLE = 0.6
/** The least chance whose side has room for a picture, and for its number. */
const ROOM = { picture: 0.09, number: 0.16 } as const

export interface Part {
  readonly side: ArenaSide
  /** As a fraction. */
  readonly chance: number
}

/** Returns the sides that can win the draw, with their chances. */
function partsOf({ mode }: Pick<BattleTerms, 'mode'>, { sides }: Arena): readonly Part[] {
  if (mode === 'jackpot') return sides.map((side) => ({ side, chance: side.level }))
  const tied = sides.filter(({ isAhead }) => isAhead)
  return tied.map((side) => ({ side, chance: 1 / tied.length }))
}

/** Returns where the marker stops, as a fraction of all parts; `chance` is a number from 0 to 1 for what a tie leaves open. */
function stopOf({ result }: DrawnContents, parts: readonly Part[], chance: number): number {
  const { jackpot, tie } = result.deciding
  if (jackpot !== null) return (jackpot - 0.5) / result.sideScores.reduce((sum, score) => sum + score, 0)
  const place = (tie ?? 1) - 1
  return (place + 0.5 + (chance - 0.5) * MIDDLE) / parts.length
}

/** Returns where parts begin to pass the marker until the tape stops, as shares of its way. */
function partMarks(parts: readonly Part[], stop: number): readonly number[] {
  const edges = parts.map((_, place) => parts.slice(0, place).reduce((sum, { chance }) => sum + chance, 0))
  const way = COPIES.to + stop - COPIES.from
  return NUMBERS.slice(COPIES.from)
    .flatMap((copy) => edges.map((edge) => (copy + edge - COPIES.from) / way))
    .filter((mark) => mark <= 1)
}

interface DrawTapeProps {
  readonly battle: BattleTerms
  readonly arena: Arena
  readonly drawn: DrawnContents
}

export function DrawTape({ battle, arena, drawn }: DrawTapeProps): ReactElement {
  const { t } = useTranslation('battle')
  const parts = partsOf(battle, arena)
  const [stop] = useState(() => stopOf(drawn, parts, Math.random()))
  const tape = useRef<HTMLDivElement>(null)
  const clock = useStore($clock, { ssr: 'initial' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of the clock; parts are those of the last round
  useEffect(() => {
    const shown = shownBattle()
    if (tape.current === null || shown === null || isCalm()) return
    const at = (copy: number): string => `translateX(${(-copy / COPIES.all) * 100}%)`
    const animation = runReel(tape.current, [at(COPIES.from), at(COPIES.to + stop)], RUN_MS)
    animation.currentTime = Math.min(RUN_MS, elapsedMs(shown) - roundStartMs(shown.fast, shown.rounds.length + 1))
    const pace = paceOf($clock.get())
    if (pace === 0) animation.pause()
    else animation.playbackRate = pace
    animation.onfinish = () => {
      tape.current?.setAttribute('data-rested', '')
      play('land')
      vibrate('land')
    }
    const marks = partMarks(parts, stop)
    const stopTicks = playTicks(() => (pace === 0 ? null : { animation, marks }))
    return () => {
      stopTicks()
      animation.cancel()
    }
  }, [stop, clock])
  return (
    <div className={styles.band} aria-hidden="true">
      <p className={styles.words}>{t(battle.mode === 'jackpot' ? 'status.jackpot' : 'status.tie')}</p>
      <div className={styles.window}>
        <div ref={tape} className={styles.tape}>
          {NUMBERS.map((copy) =>
            parts.map((part) => (
              <TapePart
                key={`${copy} ${part.side.place}`}
                part={part}
                isWinner={copy === COPIES.to && part.side.seats.some(({ slot }) => drawn.result.winners.includes(slot))}
              />
            )),
          )}
        </div>
        <span className={styles.marker} />
      </div>
    </div>
  )
}

function TapePart({ part, isWinner }: { readonly part: Part; readonly isWinner: boolean }): ReactElement {
  const { i18n } = useTranslation()
  const { sideName } = useNames()
  const { side, chance } = part
  return (
    <span
      className={styles.part}
      style={{ flexGrow: chance }}
      data-side={side.place}
      data-winner={isWinner || undefined}
      title={sideName(side)}
    >
      {chance >= ROOM.picture &&
        side.seats.map(({ slot, seat }) => <SeatAvatar key={slot} seat={seat} size={32} isNamed />)}
      {chance >= ROOM.number && <span className="price">{formatPercent(chance, i18n.language as Language)}</span>}
    </span>
  )
}
