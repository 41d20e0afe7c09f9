// Closes the panel of the selected entry: an address without the selection.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/Icon.tsx'
import styles from './close-link.module.css'
import type { RoomPath } from './room-path.ts'

interface CloseLinkProps {
  /** The address of the room. */
  to: RoomPath
  /** The parameter that holds the selection. */
  drop:
    | 'member'
    | 'entry'
    | 'player'
    | 'proposal'
    | 'withdrawal'
    | 'letter'
    | 'order'
    | 'item'
    | 'job'
    | 'to'
    | 'name'
    | 'edition'
    | 'draft'
    | 'page'
    | 'message'
    | 'code'
    | 'batch'
    | 'partner'
    | 'open'
    | 'id'
    | 'case'
}

export function CloseLink({ to, drop }: CloseLinkProps): ReactElement {
  const { t } = useTranslation('office')
  return (
    <Link
      to={to}
      search={(search) => ({ ...search, [drop]: undefined })}
      className={styles.close}
      aria-label={t('close')}
      resetScroll={false}
    >
      <Icon name="close" />
    </Link>
  )
}
