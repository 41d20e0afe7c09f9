// The pages of a list by cursor: the first, and the one after. The browser's own way back leads through those between.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/Icon.tsx'
import styles from './page-links.module.css'

interface PageLinksProps {
  to: '/audit' | '/proposals' | '/withdrawals' | '/letters'
  /** Of the list: the newest first, or those that wait longest first. */
  order?: 'newest' | 'waiting'
  isFirst: boolean
  /** The cursor of the next page; null at the end. */
  next: string | null
}

/** Changes the page of a list, and nothing else of its address. */
const atCursor = (cursor: string | undefined) => (search: object) => ({ ...search, cursor })

export function PageLinks({ to, order = 'newest', isFirst, next }: PageLinksProps): ReactElement | null {
  const { t } = useTranslation('office')
  if (isFirst && next === null) return null
  return (
    <nav className={styles.links} aria-label={t('pages.label')}>
      {isFirst ? null : (
        <Link to={to} search={atCursor(undefined)} className={styles.link}>
          <Icon name="chevron-left" />
          <span>{order === 'newest' ? t('pages.newest') : t('pages.first')}</span>
        </Link>
      )}
      {next === null ? null : (
        <Link to={to} search={atCursor(next)} className={styles.link}>
          <span>{order === 'newest' ? t('pages.older') : t('pages.next')}</span>
          <Icon name="chevron-right" />
        </Link>
      )}
    </nav>
  )
}
