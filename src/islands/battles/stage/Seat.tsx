// A seat of the arena: its player, what happens on it, and what it has drawn so far.
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatPercent } from '../../../i18n/format.ts'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import type { ArenaSeat, ArenaSide, ShownDrop, SideScore } from '../parts/arena.ts'
import { SeatAvatar } from '../parts/SeatAvatar.tsx'
import { useNames } from '../parts/use-names.ts'
import { EmoteBubble } from './EmoteBubble.tsx'
import { RacingSum } from './RacingSum.tsx'
import styles from './seat.module.css'

/** The last drops that a seat shows below its reel; the results show all of them. */
const SHOWN_DROPS = 12

interface SeatProps {
  readonly seat: ArenaSeat
  readonly side: Pick<ArenaSide, 'isAhead' | 'level' | 'outcome' | 'score'>
  /** Whether the side's score is this seat's own: not in teams, whose score is above their seats. */
  readonly isAlone: boolean
  readonly isPlayed: boolean
  /** What happens on the seat: a free place, a reel, the winnings. */
  readonly children: ReactNode
}

export function Seat({ seat, side, isAlone, isPlayed, children }: SeatProps): ReactElement {
  const { t } = useTranslation('battle')
  const { nameOf } = useNames()
  const { slot, seat: taken, drops, sumCents } = seat
  const name = nameOf(taken)
  const user = taken?.user ?? null
  return (
    <article
      className={styles.seat}
      aria-label={t('seatOf', { slot, name })}
      data-free={taken === null || undefined}
      data-own={taken?.own || undefined}
      data-ahead={side.isAhead || undefined}
      data-outcome={side.outcome ?? undefined}
    >
      <header className={styles.player}>
        <SeatAvatar seat={taken} size={36} isNamed />
        <p className={styles.name}>
          {user?.id == null ? <span>{name}</span> : <a href={`/user/${user.id}`}>{name}</a>}
          {user !== null && <span className={styles.level}>{user.lvl}</span>}
        </p>
        <EmoteBubble slot={slot} name={name} />
      </header>
      <div className={styles.place}>{children}</div>
      {isPlayed && (
        <>
          <div className={styles.score}>
            <RacingSum cents={sumCents} className={styles.sum} />
            {isAlone && <Score score={side.score} />}
          </div>
          {isAlone && <Bar level={side.level} />}
          <Drops drops={drops} />
        </>
      )}
    </article>
  )
}

/** Shows the points of a rush, or the chance of a jackpot. */
export function Score({ score }: { readonly score: SideScore }): ReactElement | null {
  const { t, i18n } = useTranslation('battle')
  if (score === null) return null
  if ('points' in score) return <span className={styles.extra}>{t('points', { count: score.points })}</span>
  const chance = score.chance === null ? '–' : formatPercent(score.chance, i18n.language as Language)
  return (
    <span className={styles.extra}>
      <span className={styles.words}>{t('chance', { chance })}</span>
      <span className={styles.number} aria-hidden="true">
        {chance}
      </span>
    </span>
  )
}

/** Shows how far a side is, beside the others. It is decorative. */
export function Bar({ level }: { readonly level: number }): ReactElement {
  return (
    <span className={styles.bar} aria-hidden="true">
      <span style={{ transform: `scaleX(${level})` }} />
    </span>
  )
}

/** Shows the last items as little pictures, the newest first. */
function Drops({ drops }: { readonly drops: readonly ShownDrop[] }): ReactElement {
  const shown = drops.slice(-SHOWN_DROPS)
  return (
    <div className={styles.drops} aria-hidden="true">
      {shown
        .map(({ entry }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number of the round
          <span key={drops.length - shown.length + at} className={styles.drop} data-rarity={entry.item.rarity}>
            <ItemPicture item={entry.item} size="s" />
          </span>
        ))
        .reverse()}
    </div>
  )
}
