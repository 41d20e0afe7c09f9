// The stage of a battle: the seats of each side, side by side, with the reels of the round, the draw that decides, and the winner's light.
import { type ReactElement, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { reelsMs } from '../../../game/battles/timeline.ts'
import type { BattleCard, BattleView } from '../../../protocol/battle.ts'
import type { ContentView } from '../../../protocol/case.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { DrawnContents } from '../../../stores/battles/battle-draw.ts'
import { useReadyPictures } from '../../games/reel/ready-pictures.ts'
import { planReel, type ReelPlan } from '../../games/reel/reel.ts'
import { type Arena, type ArenaSeat, type ArenaSide, dearest, isDecided, type Shown } from '../parts/arena.ts'
import { useNames } from '../parts/use-names.ts'
import { CountIn } from './CountIn.tsx'
import { DrawTape } from './DrawTape.tsx'
import { RacingSum } from './RacingSum.tsx'
import { Bar, Score, Seat } from './Seat.tsx'
import { FreePlace, LostPlace, ReadyPlace, ReelPlace, WonPlace } from './SeatPlace.tsx'
import styles from './stage.module.css'
import { useReels } from './use-reels.ts'
import { WinnerLight } from './WinnerLight.tsx'

/** The cards that a reel passes: as many as it can without a blur. */
const REEL_CARDS = { normal: { before: 21, after: 3 }, fast: { before: 11, after: 3 } } as const

export interface SeatActions {
  readonly canJoin: boolean
  readonly canAddBot: boolean
  /** The slot for which a bot is being asked for; null for none. */
  readonly addingBot: number | null
  onJoin(slot: number): void
  onAddBot(slot: number): void
}

interface StageProps {
  readonly battle: BattleCard
  /** Null until the battle is read. */
  readonly view: BattleView | null
  readonly arena: Arena
  /** Null before the draw. */
  readonly shown: Shown | null
  readonly actions: SeatActions
}

/** Returns what the case of a round holds; undefined where there is no such round, or the battle is not read yet. */
function contentsOf(view: BattleView | null, round: number | null): readonly ContentView[] | undefined {
  const hash = round === null ? undefined : view?.rounds[round - 1]?.oddsHash
  return hash === undefined ? undefined : view?.contents[hash]
}

/** Returns the plans of the reels of a round, one for each slot; the same until the next round. */
function usePlans(view: BattleView | null, round: number | null, seats: number): readonly ReelPlan[] {
  const contents = contentsOf(view, round)
  const length = view?.fast ? REEL_CARDS.fast : REEL_CARDS.normal
  return useMemo(
    () =>
      round === null || contents === undefined
        ? []
        : Array.from({ length: seats }, () => planReel(contents, length, Math.random)),
    [round, contents, length, seats],
  )
}

/** How many items a place shows at the end. */
const BEST = 3

/** Returns the most expensive items of a battle; none where the winner gets money. */
function bestItems({ rounds, result }: DrawnContents): readonly ItemView[] {
  return result.givesItems ? dearest(rounds.flat(), BEST) : []
}

export function Stage({ battle, view, arena, shown, actions }: StageProps): ReactElement {
  const { t } = useTranslation('battle')
  const stage = useRef<HTMLElement>(null)
  const isOver = isDecided(shown?.moment)
  const reelRound = isOver ? null : arena.round
  const seats = arena.sides.reduce((sum, side) => sum + side.seats.length, 0)
  const plans = usePlans(view, reelRound, seats)
  const durationMs = reelsMs({ rounds: battle.rounds.length, fast: battle.fast }, reelRound ?? 1)
  useReels(stage, { round: reelRound, plans, durationMs })
  useReadyPictures(contentsOf(view, (reelRound ?? 0) + 1))

  const best = useMemo(() => (isOver && shown !== null ? bestItems(shown.drawn) : []), [isOver, shown])

  const placeOf = (seat: ArenaSeat): ReactElement => {
    const { slot } = seat
    if (seat.seat === null) {
      const { addingBot, ...others } = actions
      return <FreePlace battle={battle} slot={slot} isAddingBot={addingBot === slot} {...others} />
    }
    if (isOver)
      return seat.gets?.cents ? (
        <WonPlace seat={seat} gets={seat.gets} isShared={battle.mode === 'share'} best={best} />
      ) : (
        <LostPlace best={dearest(seat.drops, BEST)} />
      )
    const plan = plans[slot - 1]
    const drop = reelRound === null ? undefined : shown?.drawn.rounds[reelRound - 1]?.[slot - 1]
    if (plan === undefined || drop === undefined || reelRound === null) return <ReadyPlace />
    return (
      <ReelPlace
        key={reelRound}
        slot={slot}
        plan={plan}
        drop={drop}
        image={battle.rounds[reelRound - 1]?.image ?? ''}
        round={reelRound}
        isLanded={arena.shown >= reelRound}
        durationMs={durationMs}
      />
    )
  }

  return (
    <section
      className={styles.stage}
      ref={stage}
      aria-label={t('seats')}
      data-format={battle.format}
      data-played={shown !== null || undefined}
      data-over={isOver || undefined}
    >
      {arena.sides.map((side) => (
        <Side key={side.place} side={side} isPlayed={shown !== null} placeOf={placeOf} />
      ))}
      {shown?.moment.step === 'lead' && view !== null && <CountIn battle={view} />}
      {shown?.moment.step === 'draw' && <DrawTape battle={battle} arena={arena} drawn={shown.drawn} />}
      {isOver && shown !== null && <WinnerLight battle={battle} arena={arena} drawn={shown.drawn} stage={stage} />}
    </section>
  )
}

interface SideProps {
  readonly side: ArenaSide
  readonly isPlayed: boolean
  placeOf(seat: ArenaSeat): ReactElement
}

/** Renders a side: one seat, or a team with its sum above its seats. */
function Side({ side, isPlayed, placeOf }: SideProps): ReactElement {
  const { sideName } = useNames()
  const isAlone = side.seats.length === 1
  return (
    <div
      className={styles.side}
      data-side=""
      data-team={isAlone ? undefined : ''}
      data-ahead={side.isAhead || undefined}
      data-outcome={side.outcome ?? undefined}
    >
      {!isAlone && (
        <header className={styles.team}>
          <span>{sideName(side)}</span>
          {isPlayed && <Score score={side.score} />}
          {isPlayed && <RacingSum cents={side.sumCents} className={styles.sum} />}
          {isPlayed && <Bar level={side.level} />}
        </header>
      )}
      {side.seats.map((seat) => (
        <Seat key={seat.slot} seat={seat} side={side} isAlone={isAlone} isPlayed={isPlayed}>
          {placeOf(seat)}
        </Seat>
      ))}
    </div>
  )
}
