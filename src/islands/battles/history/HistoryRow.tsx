// A battle that was played, as one row that links to its page: how it was played, its seats, and how it ended for one of them.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatTime } from '../../../i18n/format.ts'
import type { SeatView } from '../../../protocol/battle.ts'
import type { PlayedBattle } from '../../../stores/battles/battle-history.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { ModePicture } from '../parts/ModeName.tsx'
import { SeatAvatar } from '../parts/SeatAvatar.tsx'
import { winnersOf } from '../parts/winners.ts'
import { modeName } from '../parts/words.ts'
import styles from './history-row.module.css'
import { isGain, outcomeOf } from './outcome.ts'

interface HistoryRowProps {
  readonly battle: PlayedBattle
  /** The seat whose outcome is shown. */
  readonly seat: SeatView | undefined
  /** `time` where the list has the day above. */
  readonly when: 'time' | 'date'
}

export function HistoryRow({ battle, seat, when }: HistoryRowProps): ReactElement {
  const { t } = useTranslation('battleParts')
  const { id, format, rounds, seats, price, at, isPrivate, result } = battle
  const outcome = outcomeOf(battle, seat)
  const winners = winnersOf(battle)
  return (
    <a className={styles.row} href={`/battles/${id}`}>
      <ModePicture mode={battle.mode} crazy={false} size={28} className={styles.mode} />
      <span className={styles.name}>{modeName(t, battle)}</span>
      <span className={styles.details}>
        <span>{format}</span>
        <span>{t('rounds', { count: rounds.length })}</span>
        <time dateTime={new Date(at).toISOString()}>{when === 'time' ? formatTime(at) : formatDateTime(at)}</time>
        {isPrivate ? <Icon name="lock" size={14} label={t('private')} /> : null}
      </span>
      <span className={styles.seats}>
        {seats.map((taken) => (
          <SeatAvatar key={taken.slot} seat={taken} size={32} isWinner={winners.has(taken.slot)} />
        ))}
      </span>
      <span className={styles.outcome} data-tone={outcome === 'won' && isGain(battle) ? 'good' : undefined}>
        {outcome === 'won' ? <Icon name="crown" size={16} /> : null}
        <span>{t(`outcome.${outcome}`)}</span>
      </span>
      <span className={styles.sum}>
        <span>{result === null ? t('seatPrice') : t('pot')}</span> <Price cents={result?.pot ?? price} />
      </span>
    </a>
  )
}
