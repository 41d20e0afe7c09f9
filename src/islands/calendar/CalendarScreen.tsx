// The screen of the calendar: nine moons around the planet of the super prize, and beside them today with its claim.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $calendar, loadCalendar, watchCalendar } from '../../stores/calendar.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { NoticeBox } from '../ui/NoticeBox.tsx'
import styles from './calendar.module.css'
import { Sky } from './Sky.tsx'
import { Next, Today } from './Today.tsx'
import { Waiting } from './Waiting.tsx'

function CalendarScreenView(): ReactElement {
  const { t } = useTranslation(['calendar', 'common'])
  const calendar = useStore($calendar, { ssr: 'initial' })
  useEffect(watchCalendar, [])
  if (calendar.status === 'loading') return <Waiting />
  if (calendar.status === 'failed') {
    return (
      <div className={styles.failed}>
        <NoticeBox text={t('failed')}>
          <Button icon="refresh" onClick={() => void loadCalendar()}>
            {t('common:actions.retry')}
          </Button>
        </NoticeBox>
      </div>
    )
  }
  return (
    <div className={styles.screen}>
      <Today calendar={calendar} />
      <Sky calendar={calendar} />
      <Next calendar={calendar} />
    </div>
  )
}

export const CalendarScreen = island(CalendarScreenView)
