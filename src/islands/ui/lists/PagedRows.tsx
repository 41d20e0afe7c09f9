// A list in pages whose entries are grouped by day; the next page loads as the end of the list comes near.
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Paged } from '../../../stores/kernel/paged.ts'
import { byDay } from './days.ts'
import { PagedList } from './PagedList.tsx'
import { ScrollPager } from './Pager.tsx'
import { RowSkeletons } from './RowSkeletons.tsx'
import styles from './rows.module.css'

interface PagedRowsProps<Entry> {
  readonly list: Paged<Entry>
  /** The message when the first page failed to load. */
  readonly failed: string
  readonly empty: ReactElement
  readonly row: (entry: Entry) => ReactNode
  onLoad(): void
  onMore(): void
}

export function PagedRows<Entry extends { readonly id: string; readonly at: number }>(props: PagedRowsProps<Entry>) {
  const { list, failed, empty, row, onLoad, onMore } = props
  const { t } = useTranslation('dashboard')
  return (
    <PagedList
      list={list}
      skeletons={<RowSkeletons label={t('loading')} />}
      failed={{ text: failed }}
      empty={empty}
      onLoad={onLoad}
    >
      {(entries) => (
        <div className={styles.days} aria-busy={list.status === 'loading'}>
          {byDay(entries, Date.now()).map(({ date, when, entries: ofDay }) => (
            <section key={date} className={styles.day}>
              <h3>{when === 'before' ? date : t(`days.${when}`)}</h3>
              <ul>
                {ofDay.map((entry) => (
                  <li key={entry.id}>{row(entry)}</li>
                ))}
              </ul>
            </section>
          ))}
          <ScrollPager list={list} failed={t('moreFailed')} onMore={onMore} />
        </div>
      )}
    </PagedList>
  )
}
