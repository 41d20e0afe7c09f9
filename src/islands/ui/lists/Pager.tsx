// The end of a list in pages: offers or loads the next page, shows a failure, and renders nothing after the last page.
import { type ReactElement, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageProgress } from '../../../stores/kernel/paged.ts'
import { Button } from '../controls/Button.tsx'
import styles from './pager.module.css'
import { Skeleton } from './Skeleton.tsx'

interface PagerProps {
  readonly list: Pick<PageProgress, 'cursor' | 'more'>
  onMore(): void
}

/** Offers the next page by a button. */
export function Pager({ list, label, icon, onMore }: PagerProps & { label: string; icon?: string }) {
  const { t } = useTranslation('common')
  if (list.cursor === null) return null
  if (list.more === 'failed') return <PageFailed text={t('errors.offline')} onRetry={onMore} />
  return (
    <Button className={styles.pager} icon={icon} loading={list.more === 'loading'} onClick={onMore}>
      {label}
    </Button>
  )
}

/** The next page is loaded when the end of the list is this close to the viewport. */
const AHEAD = '600px'

/** Loads the next page as the end of the list comes near. */
export function ScrollPager({ list, failed, onMore }: PagerProps & { failed: string }): ReactElement | null {
  if (list.cursor === null) return null
  // The key mounts a new observer for each page, which reports again when the end of the list is still visible.
  return <NearEnd key={list.cursor} more={list.more} failed={failed} onMore={onMore} />
}

interface NearEndProps extends Pick<PagerProps, 'onMore'> {
  readonly more: PageProgress['more']
  readonly failed: string
}

function NearEnd({ more, failed, onMore }: NearEndProps): ReactElement {
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
    <div className={styles.next} ref={end}>
      {more === 'failed' ? (
        <PageFailed text={failed} onRetry={onMore} />
      ) : (
        <Skeleton width="100%" height={64} shape="card" />
      )}
    </div>
  )
}

/** Shows that a page failed to load, with the button that loads it again. */
export function PageFailed({ text, onRetry }: { text: string; onRetry: () => void }): ReactElement {
  const { t } = useTranslation('common')
  return (
    <div className={styles.failed} role="status">
      <p>{text}</p>
      <Button icon="refresh" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </div>
  )
}
