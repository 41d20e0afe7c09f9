// What was switched off and on in a week, and how many players were banned.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { WeekReply } from '../../../protocol/office/today.ts'
import { Moment } from '../../parts/Moment.tsx'
import { switchTitle } from '../../session/switch-title.ts'
import { Section } from './Section.tsx'
import styles from './today.module.css'

export function WeekSwitches({ reply: { switches, bans, period } }: { reply: WeekReply }): ReactElement {
  const { t } = useTranslation('officeToday')
  const { t: tSwitches } = useTranslation('officeSwitches')
  return (
    <Section title={t('week.acts')} table="switches" query={{ from: period.first, to: period.last }}>
      <p>{t('week.bans', bans)}</p>
      {switches.length === 0 ? (
        <p>{t('week.no-switches')}</p>
      ) : (
        <ul className={styles.acts}>
          {switches.map(({ at, name, isOff, actor }) => (
            <li key={`${at} ${name}`}>
              <Moment at={at} />{' '}
              {t(isOff ? 'week.off' : 'week.on', { name: switchTitle({ name, title: null }, tSwitches), actor })}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
