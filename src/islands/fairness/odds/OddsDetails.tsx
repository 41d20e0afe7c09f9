// The odds table of a roll, in details to be opened. Its text is in the proof; the views of its items are loaded when it is opened.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $oddsTables, loadOddsTable } from '../../../stores/fairness/odds-tables.ts'
import { OddsRows } from './OddsRows.tsx'
import styles from './odds.module.css'

interface OddsDetailsProps {
  readonly text: string
  /** Null for a pasted proof, of which the server is not asked. */
  readonly hash: string | null
  readonly roll: number
}

export function OddsDetails({ text, hash, roll }: OddsDetailsProps): ReactElement {
  const { t } = useTranslation('fairness')
  const tables = useStore($oddsTables, { ssr: 'initial' })
  const [isOpen, setOpen] = useState(false)
  const known = hash === null ? undefined : tables[hash]
  return (
    <details
      className={styles.details}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open && hash !== null) void loadOddsTable(hash)
      }}
    >
      <summary>{t('proof.oddsText')}</summary>
      {isOpen && <OddsRows text={text} items={known?.status === 'ready' ? known.table.items : []} roll={roll} />}
    </details>
  )
}
