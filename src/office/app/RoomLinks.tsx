// The rooms at the left, with counts of what waits in them.
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactElement, type RefObject, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/Icon.tsx'
import { useTip } from '../parts/tip.tsx'
import { useDisabledReason } from '../session/ActButton.tsx'
import { countsQuery, countText } from '../session/counts.ts'
import { prospectOf, useOwnSession } from '../session/session.ts'
import styles from './frame.module.css'
import { ROOMS, type Room } from './rooms.ts'

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

/**
 * On a phone the rooms are a row that is scrolled, in a low window a list: shows the link of the open one.
 *
 * @param isReady whether the links are as wide as they stay
 */
function useOpenRoomInSight(isReady: boolean): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    if (!isReady) return
    const link = row.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(path)}"]`)
    if (row.current === null || link === null || link === undefined) return
    row.current.scrollTo({
      left: link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2,
      top: link.offsetTop - (row.current.clientHeight - link.offsetHeight) / 2,
    })
  }, [path, isReady])
  return row
}

/** Returns the rooms in their order; those that the member may not enter last. */
function useRooms(): readonly Room[] {
  const session = useOwnSession()
  const isLocked = ({ verb }: Room): number => Number(!prospectOf(verb, session).may)
  return ROOMS.toSorted((one, other) => isLocked(one) - isLocked(other))
}

export function RoomLinks(): ReactElement {
  const { t } = useTranslation('office')
  const { data, isPending } = useQuery(countsQuery)
  const row = useOpenRoomInSight(!isPending)
  const rooms = useRooms()
  const counts: Partial<Record<Room['id'], number>> = data?.counts ?? {}
  return (
    <nav ref={row} aria-label={t('rooms.label')}>
      <ul className={styles.links}>
        {rooms.map((room) => (
          <li key={room.id}>
            <RoomLink room={room} count={countText(counts[room.id])} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
