// The room Today: the figures of a day or a period, cohorts, and the week of the owner.
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Room } from '../../parts/Room.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { useOwnSession } from '../../session/session.ts'
import { FiguresView } from './FiguresView.tsx'
import styles from './today.module.css'

const CohortsView = lazy(async () => ({ default: (await import('./CohortsView.tsx')).CohortsView }))
const WeekView = lazy(async () => ({ default: (await import('./WeekView.tsx')).WeekView }))

const route = getRouteApi('/frame/today')

const VIEWS = ['figures', 'week', 'cohorts'] as const

export function TodayRoom(): ReactElement {
  const { t } = useTranslation('officeToday')
  const { view } = route.useSearch()
  const { mode } = useOwnSession()
  return (
    <Room title={t(view === 'week' ? 'views.week' : 'title')}>
      <div className={styles.room}>
        <div className="screen-only">
          <Tabs label={t('views.label')}>
            {VIEWS.map((name) => (
              <Link
                key={name}
                to="/today"
                search={name === 'figures' ? {} : { view: name }}
                activeOptions={{ exact: true }}
                activeProps={{}}
                aria-current={(view ?? 'figures') === name ? 'page' : undefined}
              >
                {t(`views.${name}`)}
              </Link>
            ))}
          </Tabs>
        </div>
        {mode === 'sandbox' ? <p className={styles.hint}>{t('no-bots')}</p> : null}
        <Suspense fallback={null}>
          {view === 'cohorts' ? <CohortsView /> : view === 'week' ? <WeekView /> : <FiguresView />}
        </Suspense>
      </div>
    </Room>
  )
}
