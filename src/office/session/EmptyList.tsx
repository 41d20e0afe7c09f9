// A list without entries: says whether there are none at all, or none that match the filters.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../parts/EmptyState.tsx'

interface EmptyListProps {
  /** Whether a filter narrows the list. */
  isFiltered: boolean
  /** Whether only a part of the rows was looked through: the next page looks further. */
  isFurther?: boolean
  /** What there is nothing of, where no filter is set. */
  title: string
  /** What would bring the first entry, or what to do. */
  text?: string
}

export function EmptyList({ isFiltered, isFurther = false, ...own }: EmptyListProps): ReactElement {
  const { t } = useTranslation('office')
  if (!isFiltered) return <EmptyState {...own} />
  return <EmptyState title={t('no-match.title')} text={isFurther ? t('no-match.further') : t('no-match.text')} />
}
