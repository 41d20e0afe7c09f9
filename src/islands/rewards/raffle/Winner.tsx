// A winner: picture, name and a link to their page; hidden players have neither.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClosedRaffle } from '../../../protocol/raffle.ts'
import { Avatar } from '../../ui/players/Avatar.tsx'
import styles from './raffle.module.css'

interface WinnerProps {
  readonly winner: NonNullable<ClosedRaffle['winner']>
  /** The edge of the picture in CSS pixels. */
  readonly size: number
}

export function Winner({ winner, size }: WinnerProps): ReactElement {
  const { t } = useTranslation('raffle')
  const { id, username, avatar, lvl } = winner
  return (
    <p className={styles.winner}>
      <Avatar src={avatar} name="" level={lvl} size={size} />
      {username === null ? <span>{t('hidden')}</span> : <a href={`/user/${id}`}>{username}</a>}
    </p>
  )
}
