// A list that comes in pages, day by day: the next page is asked for when the end of this one comes near.
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Paged } from '../../stores/paged.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { byDay } from './days.ts'
import { Nothing } from './Nothing.tsx'
import { RowsToCome } from './RowsToCome.tsx'
import styles from './rows.module.css'

interface PagedRowsProps<Entry> {
  readonly list: Paged<Entry>
  /** What is said when it could not be read. */
  readonly failed: string
  /** Stands where there is nothing. */
  readonly empty: ReactNode
  readonly row: (entry: Entry) => ReactNode
  onLoad(): void
  onMore(): void
}

export function PagedRows<Entry extends { readonly id: string; readonly at: number }>(props: PagedRowsProps<Entry>) {
  const { list, failed, empty, row, onLoad, onMore } = props
  const { t } = useTranslation('dashboard')
  const { status, entries, cursor, more } = list
  if (entries.length === 0 && status === 'loading') return <RowsToCome label={t('loading')} />
  if (entries.length === 0 && status === 'failed') return <Nothing icon="alert" text={failed} onRetry={onLoad} />
  if (entries.length === 0) return empty
  return (
    <div className={styles.days} aria-busy={status === 'loading'}>
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
      {cursor === null ? null : <Next key={cursor} more={more} onMore={onMore} />}
    </div>
  )
}

/** How far below the screen its end may be when the next page is asked for. */
const AHEAD = '600px'

/** The end of what was read. */
function Next({ more, onMore }: { more: Paged<unknown>['more']; onMore: () => void }): ReactElement {
  const { t } = useTranslation(['dashboard', 'common'])
  const end = useRef<HTMLDivElement>(null)
  const ask = useRef(onMore)
  ask.current = onMore
  useEffect(() => {
    const watched = end.current
    if (watched === null) return
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) ask.current()
      },
      { rootMargin: AHEAD },
    )
    watcher.observe(watched)
    return () => watcher.disconnect()
  }, [])
  return (
    <div className={styles.next} ref={end} role={more === 'failed' ? 'status' : undefined}>
      {more === 'failed' ? (
        <>
          <p>{t('moreFailed')}</p>
          <Button icon="refresh" onClick={onMore}>
            {t('common:actions.retry')}
          </Button>
        </>
      ) : (
        <Skeleton width="100%" height={64} shape="card" />
      )}
    </div>
  )
}
