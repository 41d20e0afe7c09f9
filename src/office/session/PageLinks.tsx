// The pages of a list by cursor: the first, and the one after. The browser's own way back leads through those between.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/Icon.tsx'
import styles from './page-links.module.css'
import type { RoomPath } from './room-path.ts'

interface PageLinksProps {
  /** The address of the room. */
  to: RoomPath
  /** Of the list: the newest first, or those that wait longest first. */
  order?: 'newest' | 'waiting' | 'greatest'
  /** The parameter that holds the cursor. */
  name?: 'cursor' | 'uses'
  isFirst: boolean
  /** The cursor of the next page; null at the end. */
  next: string | null
}

/** What the first page is called. */
const FIRST = { newest: 'pages.newest', waiting: 'pages.first', greatest: 'pages.greatest' } as const

/** Changes the page of a list, and nothing else of its address. */
const atCursor = (name: string, cursor: string | undefined) => (search: object) => ({ ...search, [name]: cursor })

export function PageLinks({
  to,
  order = 'newest',
  name = 'cursor',
  isFirst,
  next,
}: PageLinksProps): ReactElement | null {
  const { t } = useTranslation('office')
  if (isFirst && next === null) return null
  return (
    <nav className={styles.links} aria-label={t('pages.label')}>
      {isFirst ? null : (
        <Link to={to} search={atCursor(name, undefined)} className={styles.link}>
          <Icon name="chevron-left" />
          <span>{t(FIRST[order])}</span>
        </Link>
      )}
      {next === null ? null : (
        <Link to={to} search={atCursor(name, next)} className={styles.link}>
          <span>{order === 'newest' ? t('pages.older') : t('pages.next')}</span>
          <Icon name="chevron-right" />
        </Link>
      )}
    </nav>
  )
}
