// The rooms at the left, with counts of what waits in them.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verb } from '../../game/office/verbs.ts'
import { Icon } from '../parts/Icon.tsx'
import { useTip } from '../parts/tip.tsx'
import { useDisabledReason } from '../session/ActButton.tsx'
import { openProposalsQuery, waitingLettersQuery } from '../session/counts.ts'
import { prospectOf, useOwnSession } from '../session/session.ts'
import styles from './frame.module.css'
import { ROOMS, type Room } from './rooms.ts'

/** Returns the count of what waits in a room, in words; undefined where nothing does. */
function useWaiting(): Partial<Record<Room['id'], string>> {
  const session = useOwnSession()
  const mayRead = (verb: Verb): boolean => prospectOf(verb, session).may
  const { data: open } = useQuery({ ...openProposalsQuery, enabled: mayRead('proposals.read') })
  const { data: letters } = useQuery({ ...waitingLettersQuery, enabled: mayRead('letters.read') })
  return {
    ...(open === undefined || open.proposals.length === 0
      ? {}
      : { proposals: `${open.proposals.length}${open.cursor === null ? '' : '+'}` }),
    ...(letters === undefined || letters.waiting === 0
      ? {}
      : { letters: letters.waiting < letters.most ? String(letters.waiting) : `${letters.most - 1}+` }),
  }
}

function RoomLink({ room, count }: { room: Room; count: string | undefined }): ReactElement {
  const { t } = useTranslation('office')
  const reason = useDisabledReason(room.verb)
  const tipId = useId()
  const { anchor, tip } = useTip(tipId, reason)
  const inside = (
    <>
      <span className={styles.icon}>
        <Icon name={room.icon} size={18} />
      </span>
      <span>{t(`rooms.${room.id}`)}</span>
    </>
  )
  if (reason !== undefined) {
    return (
      <>
        <a role="link" aria-disabled="true" aria-describedby={tipId} tabIndex={0} className={styles.link} {...anchor}>
          {inside}
          <span className={styles.lock}>
            <Icon name="lock" size={14} />
          </span>
        </a>
        {tip}
      </>
    )
  }
  return (
    <Link to={room.path} className={styles.link} activeProps={{ 'aria-current': 'page' }}>
      {inside}
      {count === undefined ? null : (
        <span className={styles.count}>
          {count}
          <span className="unseen">{t('rooms.waiting')}</span>
        </span>
      )}
    </Link>
  )
}

export function RoomLinks(): ReactElement {
  const { t } = useTranslation('office')
  const waiting = useWaiting()
  return (
    <nav aria-label={t('rooms.label')}>
      <ul className={styles.links}>
        {ROOMS.map((room) => (
          <li key={room.id}>
            <RoomLink room={room} count={waiting[room.id]} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
