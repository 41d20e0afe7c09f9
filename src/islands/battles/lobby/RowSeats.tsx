// The seats of a battle in the lobby, by side. A free seat is a button that joins it.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { BattleCard } from '../../../protocol/battle.ts'
import { seatPrice } from '../../../stores/battles/battle-join.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SeatAvatar } from '../parts/SeatAvatar.tsx'
import { winnersOf } from '../parts/winners.ts'
import { seatName, seatsBySide } from '../parts/words.ts'
import styles from './row-seats.module.css'

interface RowSeatsProps {
  readonly battle: BattleCard
  /** Null where no seat can be joined. */
  readonly onJoin: ((slot: number) => void) | null
}

export function RowSeats({ battle, onJoin }: RowSeatsProps): ReactElement {
  const { t } = useTranslation('battles')
  const { t: named } = useTranslation(['battleParts', 'live'])
  const winners = winnersOf(battle)
  const price = formatMoney(seatPrice(battle, 100))
  return (
    <ul className={styles.seats} aria-label={t('seats')}>
      {seatsBySide(battle.format, battle.seats).map((side) =>
        side.map(({ slot, seat }, place) => (
          <li
            key={slot}
            className={styles.seat}
            data-first={place === 0 || undefined}
            data-lost={(winners.size > 0 && !winners.has(slot)) || undefined}
            title={seatName(named, seat)}
          >
            {seat === null && onJoin !== null ? (
              <button
                type="button"
                className={styles.free}
                aria-label={t('joinSeat', { slot, price })}
                onClick={() => onJoin(slot)}
              >
                <Icon name="plus" size={18} />
              </button>
            ) : (
              <>
                <SeatAvatar seat={seat} isWinner={winners.has(slot)} />
                {winners.has(slot) ? <span className="unseen">{t('winner')}</span> : null}
              </>
            )}
          </li>
        )),
      )}
    </ul>
  )
}
