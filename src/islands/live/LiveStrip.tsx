// The live drops strip of every page: two lists, newest first. A new card slides in and moves the others.
import { useStore } from '@nanostores/react'
import {
  type CSSProperties,
  type ReactElement,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { BEST_DROP_PRICE } from '../../game/economy-everywhere.ts'
import { formatMoney } from '../../i18n/format.ts'
import { isCalm } from '../../stores/kernel/preferences.ts'
import { $live, $liveTab, type LiveTab, startLive } from '../../stores/live/live.ts'
import { ANIMATION_MS, FAST_ANIMATION_MS } from '../../stores/live/live-feed.ts'
import { $peek, leavePeek, peekAt } from '../../stores/live/player-peek.ts'
import { island } from '../island.tsx'
import { latePart } from '../late-part.tsx'
import { classes } from '../ui/classes.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import skeleton from '../ui/skeleton.module.css'
import { DropCard } from './DropCard.tsx'
import styles from './live-strip.module.css'

const PLACEHOLDERS = Array.from({ length: 20 }, (_, index) => index)

const TABS = [
  { tab: 'best', icon: 'sort' },
  { tab: 'all', icon: 'online' },
] as const satisfies readonly { tab: LiveTab; icon: string }[]

/** The width of a card and the gap after it, `--step` in the style sheet. */
const STEP = '13.5rem'

function Tabs({ chosen }: { chosen: LiveTab }): ReactElement {
  const { t } = useTranslation('live')
  const group = useRef<HTMLFieldSetElement>(null)
  const pressed = useRef(false)

  // The pressed button is disabled now and would lose the focus: the other one takes it.
  useLayoutEffect(() => {
    if (pressed.current) group.current?.querySelector<HTMLElement>(`[data-tab]:not([data-tab="${chosen}"])`)?.focus()
    pressed.current = false
  }, [chosen])

  function choose(tab: LiveTab): void {
    pressed.current = true
    $liveTab.set(tab)
  }

  return (
    <fieldset className={styles.tabs} ref={group}>
      <legend className="unseen">{t('tabs')}</legend>
      {TABS.map(({ tab, icon }) => (
        <button
          key={tab}
          type="button"
          className={styles.tab}
          data-tab={tab}
          disabled={tab === chosen}
          aria-pressed={tab === chosen}
          onClick={() => choose(tab)}
        >
          <Icon name={icon} size={16} />
          {t(tab)}
        </button>
      ))}
    </fieldset>
  )
}

const PlayerPeek = latePart(() => import('./PlayerPeek.tsx'), 'PlayerPeek')

/** Shows the player of the card below a pointer or with the focus. A finger only focuses: it may scroll. */
function peek({ target, nativeEvent }: SyntheticEvent): void {
  if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType !== 'mouse') return
  peekAt((target as Element).closest<HTMLElement>('[data-player]'))
}

function LiveStripView(): ReactElement {
  const { t } = useTranslation('live')
  const feed = useStore($live, { ssr: 'initial' })
  const tab = useStore($liveTab, { ssr: 'initial' })
  const isPeeking = useStore($peek, { ssr: 'initial' }) !== null
  const track = useRef<HTMLUListElement>(null)
  const list = feed[tab]
  const isWaiting = feed.loading || (feed.held && tab === 'all')
  const arriving = list[0]?.isNew === true ? list[0].id : null

  useEffect(startLive, [])

  useLayoutEffect(() => {
    if (arriving === null || isCalm()) return
    const slide = track.current?.animate([{ transform: `translateX(-${STEP})` }, { transform: 'none' }], {
      duration: $live.get().fast ? FAST_ANIMATION_MS : ANIMATION_MS,
      easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    })
    return () => slide?.cancel()
  }, [arriving])

  return (
    <section className={styles.strip} aria-label={t('label')}>
      <Tabs chosen={tab} />
      <div className={styles.view}>
        <ul
          className={classes(styles.track, isWaiting && skeleton.many)}
          ref={track}
          onPointerOver={peek}
          onPointerLeave={leavePeek}
          onFocus={peek}
          onBlur={leavePeek}
          aria-busy={isWaiting}
          aria-label={isWaiting ? t('loading') : t(tab)}
          style={isWaiting ? undefined : ({ '--cards': list.length } as CSSProperties)}
        >
          {isWaiting
            ? PLACEHOLDERS.map((index) => (
                <li key={index} data-placeholder="">
                  <Skeleton shape="card" className={styles.placeholder} />
                </li>
              ))
            : list.map((drop, place) => (
                <ErrorBoundary key={drop.id}>
                  <DropCard drop={drop} place={place} />
                </ErrorBoundary>
              ))}
        </ul>
        {!isWaiting && list.length === 0 ? (
          <p className={styles.empty}>
            {tab === 'all' ? t('emptyAll') : t('emptyBest', { price: formatMoney(BEST_DROP_PRICE) })}
          </p>
        ) : null}
      </div>
      {isPeeking ? (
        <ErrorBoundary>
          <Suspense>
            <PlayerPeek />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </section>
  )
}

export const LiveStrip = island(LiveStripView)
