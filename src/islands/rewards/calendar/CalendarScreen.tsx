// The calendar screen: today with its claim, and the ring of nine days around the day of the super prize.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $calendar, loadCalendar, watchCalendar } from '../../../stores/rewards/calendar.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { CalendarRing } from './CalendarRing.tsx'
import { CalendarSkeleton } from './CalendarSkeleton.tsx'
import styles from './calendar.module.css'
import { Today, Tomorrow } from './Today.tsx'

function CalendarScreenView(): ReactElement {
  const { t } = useTranslation(['calendar', 'common'])
  const calendar = useStore($calendar, { ssr: 'initial' })
  useEffect(watchCalendar, [])
  if (calendar.status === 'loading') return <CalendarSkeleton />
  if (calendar.status === 'failed') {
    return (
      <div className={styles.failed}>
        <Alert text={t('failed')}>
          <Button icon="refresh" onClick={() => void loadCalendar()}>
            {t('common:actions.retry')}
          </Button>
        </Alert>
      </div>
    )
  }
  return (
    <div className={styles.screen}>
      <Today calendar={calendar} />
      <CalendarRing calendar={calendar} />
      <Tomorrow calendar={calendar} />
    </div>
  )
}

export const CalendarScreen = island(CalendarScreenView)
