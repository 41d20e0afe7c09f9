// The live drops strip of every page: two tabs, and the newest drops of each. A new card slides in and moves the others.
import { useStore } from '@nanostores/react'
import { type CSSProperties, type ReactElement, useDeferredValue, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BEST_DROP_PRICE } from '../../game/base/economy-everywhere.ts'
import { formatMoney } from '../../i18n/format.ts'
import { isCalm } from '../../stores/kernel/preferences.ts'
import { $live, $liveTab, type LiveTab } from '../../stores/live/live.ts'
import { ANIMATION_MS, FAST_ANIMATION_MS, type ShownDrop } from '../../stores/live/live-feed.ts'
import { $peek } from '../../stores/live/player-peek.ts'
import { island } from '../island.tsx'
import { latePart, OnceWanted } from '../late-part.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/lists/Skeleton.tsx'
import skeleton from '../ui/lists/skeleton.module.css'
import { ErrorBoundary } from '../ui/messages/ErrorBoundary.tsx'
import { DropCard } from './DropCard.tsx'
import styles from './live-strip.module.css'
import { ripple } from './ripple.ts'
import { useRovingCards } from './roving-cards.ts'
import { peekHandlers, releaseLostFocus, useFirstTap } from './track-events.ts'

/** The width of a card and the gap after it, by the style sheet. */
const STEP = 'var(--step)'
const PLACEHOLDERS = Array.from({ length: 20 }, (_, index) => index)

const TABS = [
  { tab: 'best', icon: 'sort' },
  { tab: 'all', icon: 'online' },
] as const

const PlayerPeek = latePart(() => import('./PlayerPeek.tsx'), 'PlayerPeek')

function LiveStripView(): ReactElement {
  const { t } = useTranslation('live')
  // Deferred: ten cards are rendered in slices, between which the page answers.
  const feed = useDeferredValue(useStore($live, { ssr: 'initial' }))
  const tab = useStore($liveTab, { ssr: 'initial' })
  const isPeeking = useStore($peek, { ssr: 'initial' }) !== null
  const list = feed[tab]
  const isWaiting = feed.loading || (feed.held && tab === 'all')
  return (
    <>
      <section className={styles.strip} aria-label={t('label')} data-live-strip="">
        <Tabs current={tab} />
        <div className={styles.view}>
          {isWaiting ? <Placeholders /> : <Track tab={tab} list={list} isFast={feed.fast} />}
          {isWaiting || list.length > 0 ? null : (
            <p className={styles.empty} data-empty={tab}>
              {tab === 'all' ? t('emptyAll') : t('emptyBest', { price: formatMoney(BEST_DROP_PRICE) })}
            </p>
          )}
        </div>
      </section>
      <OnceWanted isWanted={isPeeking}>
        <PlayerPeek />
      </OnceWanted>
    </>
  )
}

function Tabs({ current }: { current: LiveTab }): ReactElement {
  const { t } = useTranslation('live')
  const tabs = useRef<HTMLFieldSetElement>(null)
  const wasPressed = useRef(false)
  const press = (tab: LiveTab): void => {
    wasPressed.current = true
    $liveTab.set(tab)
  }
  // The pressed button is disabled now and has lost the focus: the other one takes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the tab
  useLayoutEffect(() => {
    if (wasPressed.current) tabs.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus()
    wasPressed.current = false
  }, [current])
  return (
    <fieldset ref={tabs} className={styles.tabs}>
      <legend className="unseen">{t('tabs')}</legend>
      {TABS.map(({ tab, icon }) => (
        <button
          key={tab}
          type="button"
          className={styles.tab}
          data-tab={tab}
          disabled={tab === current}
          aria-pressed={tab === current}
          onClick={() => press(tab)}
        >
          <Icon name={icon} size={16} />
          {t(tab)}
        </button>
      ))}
    </fieldset>
  )
}

function Placeholders(): ReactElement {
  const { t } = useTranslation('live')
  return (
    <ul className={classes(styles.track, skeleton.many)} aria-busy="true" aria-label={t('loading')}>
      {PLACEHOLDERS.map((index) => (
        <li key={index} data-placeholder="">
          <Skeleton shape="card" className={styles.placeholder} />
        </li>
      ))}
    </ul>
  )
}

interface TrackProps {
  readonly tab: LiveTab
  /** Newest first. */
  readonly list: readonly ShownDrop[]
  readonly isFast: boolean
}

function Track({ tab, list, isFast }: TrackProps): ReactElement {
  const { t } = useTranslation('live')
  const track = useRef<HTMLUListElement>(null)
  const arrived = list[0]?.isNew === true ? list[0].id : null
  const isGreat = list[0]?.great === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each drop that arrives
  useLayoutEffect(() => {
    if (arrived === null || isCalm()) return
    if (isGreat && track.current !== null) ripple(track.current)
    track.current?.animate([{ transform: `translateX(calc(-1 * ${STEP}))` }, { transform: 'none' }], {
      duration: isFast ? FAST_ANIMATION_MS : ANIMATION_MS,
      easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    })
  }, [arrived])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the list
  useLayoutEffect(() => releaseLostFocus(track.current), [list])
  const firstTap = useFirstTap()
  const roving = useRovingCards(track, list)
  return (
    <ul
      ref={track}
      className={styles.track}
      aria-busy="false"
      aria-label={t(tab)}
      style={{ '--cards': list.length } as CSSProperties}
      {...firstTap}
      {...peekHandlers}
      onKeyDown={roving}
    >
      {list.map((drop, place) => (
        // A drop that cannot be rendered leaves its place empty.
        <ErrorBoundary key={drop.id}>
          <DropCard drop={drop} place={place} />
        </ErrorBoundary>
      ))}
    </ul>
  )
}

export const LiveStrip = island(LiveStripView, { broken: 'nothing' })
