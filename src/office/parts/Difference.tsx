// Before and after, side by side: what is removed and what is added have a sign, not a colour alone.
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './difference.module.css'

export interface DifferenceRow {
  /** Its name, and its key. */
  readonly field: string
  readonly before: ReactNode
  readonly after: ReactNode
  readonly isSame: boolean
}

/** Marks a value that there is none of. */
const NONE = '—'

export function Difference({ rows }: { rows: readonly DifferenceRow[] }): ReactElement {
  const { t } = useTranslation('office')
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('difference.field')}</th>
          <th scope="col">{t('difference.before')}</th>
          <th scope="col">{t('difference.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, before, after, isSame }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a proposal and what it changes may have a field of one name; rows never move
          <tr key={`${index}:${field}`} data-same={isSame || undefined}>
            <th scope="row">{field === '' ? t('difference.value') : field}</th>
            <td className={isSame || before === null ? undefined : styles.before}>{before ?? NONE}</td>
            <td className={isSame || after === null ? undefined : styles.after}>{after ?? NONE}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
