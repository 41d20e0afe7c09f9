// The calendar: nine days and the super prizes of every tenth, which rotate.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../parts/Card.tsx'
import { useFaultWords } from './bound-words.ts'
import type { EditorProps } from './editor-props.ts'
import { ItemList } from './ItemList.tsx'
import { PrizeField } from './PrizeField.tsx'
import styles from './rewards.module.css'

const KINDS = ['balance', 'item'] as const

export function CalendarTab({ record, items, cases, bounds, locked, onChange }: EditorProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const { days, supers } = record.calendar
  const set = (change: Partial<typeof record.calendar>): void =>
    onChange({ ...record, calendar: { ...record.calendar, ...change } })
  return (
    <>
      <Card title={t('calendar.title')}>
        <ol className={styles.rows}>
          {days.map((day, at) => {
            const name = t('calendar.day', { number: at + 1 })
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: days are known by their number
              <li key={at} className={styles.day}>
                <span className={styles.rowName}>{name}</span>
                <PrizeField
                  label={name}
                  prize={day}
                  kinds={KINDS}
                  items={items}
                  cases={cases}
                  fault={faultOf('calendar', 'days', at)}
                  locked={locked}
                  onChange={(prize) => set({ days: days.with(at, prize) })}
                />
              </li>
            )
          })}
        </ol>
      </Card>
      <ItemList
        title={t('calendar.supers')}
        hint={t('calendar.supers-hint')}
        ids={supers.map(({ item }) => item)}
        items={items}
        faultAt={(at) => faultOf('calendar', 'supers', at)}
        locked={locked}
        onChange={(ids) => set({ supers: ids.map((item) => ({ item })) })}
      />
    </>
  )
}
