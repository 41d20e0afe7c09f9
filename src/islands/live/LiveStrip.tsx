// The live drops strip of every page, as the server renders it: two tabs and placeholders. live-strip.ts fills it.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { BEST_DROP_PRICE } from '../../game/economy-everywhere.ts'
import { formatMoney } from '../../i18n/format.ts'
import { island } from '../island.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import skeleton from '../ui/skeleton.module.css'
import styles from './live-strip.module.css'

const PLACEHOLDERS = Array.from({ length: 20 }, (_, index) => index)

const TABS = [
  { tab: 'best', icon: 'sort' },
  { tab: 'all', icon: 'online' },
] as const

function LiveStripView(): ReactElement {
  const { t } = useTranslation('live')
  return (
    <section className={styles.strip} aria-label={t('label')} data-live-strip="">
      <fieldset className={styles.tabs}>
        <legend className="unseen">{t('tabs')}</legend>
        {TABS.map(({ tab, icon }) => (
          <button
            key={tab}
            type="button"
            className={styles.tab}
            data-tab={tab}
            disabled={tab === 'all'}
            aria-pressed={tab === 'all'}
          >
            <Icon name={icon} size={16} />
            {t(tab)}
          </button>
        ))}
      </fieldset>
      <div className={styles.view}>
        <ul
          className={classes(styles.track, skeleton.many)}
          data-filled={styles.track}
          aria-busy="true"
          aria-label={t('loading')}
        >
          {PLACEHOLDERS.map((index) => (
            <li key={index} data-placeholder="">
              <Skeleton shape="card" className={styles.placeholder} />
            </li>
          ))}
        </ul>
        <p className={styles.empty} data-empty="all" hidden>
          {t('emptyAll')}
        </p>
        <p className={styles.empty} data-empty="best" hidden>
          {t('emptyBest', { price: formatMoney(BEST_DROP_PRICE) })}
        </p>
      </div>
    </section>
  )
}

export const LiveStrip = island(LiveStripView)
