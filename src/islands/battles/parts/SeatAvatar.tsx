// The picture of a seat: its player, a bot, or a free place.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeatView } from '../../../protocol/battle.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from '../../ui/players/Avatar.tsx'
import styles from './seat-avatar.module.css'
import { seatName } from './words.ts'

const BOT_AVATAR = '/assets/img/players/bot.svg'

interface SeatAvatarProps {
  /** Null for a free seat. */
  readonly seat: SeatView | null
  /** The edge in CSS pixels; 40 by default. */
  readonly size?: number | undefined
  /** Where the name is next to it, the picture has none for screen readers. */
  readonly isNamed?: boolean | undefined
  readonly isWinner?: boolean | undefined
}

/** Renders the picture, with the part of the seat where it is not a whole one. */
export function SeatAvatar({ seat, size = 40, isNamed = false, isWinner = false }: SeatAvatarProps): ReactElement {
  const { t } = useTranslation(['battleParts', 'live'])
  const name = isNamed ? '' : seatName(t, seat)
  if (seat === null) {
    return (
      <span className={styles.seat} style={{ fontSize: size }}>
        <span className={styles.free} />
        {name === '' ? null : <span className="unseen">{name}</span>}
      </span>
    )
  }
  return (
    <span className={classes(styles.seat, seat.own && styles.own)} style={{ fontSize: size }}>
      <Avatar src={seat.user === null ? BOT_AVATAR : seat.user.avatar} name={name} size={size} />
      {isWinner ? <Icon name="crown" size={20} className={styles.crown} /> : null}
      {seat.percent < 100 ? (
        <span className={styles.part} title={t('seat.part', { percent: seat.percent })}>
          <span className="unseen">{t('seat.part', { percent: seat.percent })}</span>
          <span aria-hidden="true">{seat.percent}%</span>
        </span>
      ) : null}
    </span>
  )
}
