// What is wrong with the shop that a draft would make, by file and line.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditionFault } from '../../../protocol/office/editions.ts'
import { Button } from '../../parts/Button.tsx'
import messages from '../../parts/messages.module.css'
import styles from './draft.module.css'
import { useFaultWords } from './use-fault-words.ts'

/** How many are shown at first. */
const FIRST = 5

interface DraftFaultsProps {
  faults: readonly EditionFault[]
  /** Leads to what is wrong; undefined where the room has no place for it. */
  onFault?: ((fault: EditionFault) => void) | undefined
}

interface FaultProps extends Pick<DraftFaultsProps, 'onFault'> {
  fault: EditionFault
  /** In the language of the office. */
  words: string
}

function Fault({ fault, words, onFault }: FaultProps): ReactElement {
  const { t } = useTranslation('officeDrafts')
  const { file, line } = fault
  const place = t('fault', { file, line })
  return (
    <li>
      {onFault === undefined ? (
        <span>{place}</span>
      ) : (
        <button type="button" className={styles.place} onClick={() => onFault(fault)}>
          {place}
        </button>
      )}{' '}
      <span>{words}</span>
    </li>
  )
}

/** Says it as one types; nothing where nothing is wrong. */
export function DraftFaults({ faults, onFault }: DraftFaultsProps): ReactElement {
  const { t } = useTranslation('officeDrafts')
  const [isWhole, setWhole] = useState(false)
  const wordsOf = useFaultWords(faults.length > 0)
  const shown = isWhole ? faults : faults.slice(0, FIRST)
  return (
    <div role="status" className={messages.place}>
      {faults.length === 0 ? null : (
        <div className={styles.faults}>
          <p>{t('faults', { count: faults.length })}</p>
          <ul>
            {shown.map((fault, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two faults may have the same words
              <Fault key={place} fault={fault} words={wordsOf(fault.message)} onFault={onFault} />
            ))}
          </ul>
          {shown.length === faults.length ? null : (
            <Button onClick={() => setWhole(true)}>{t('faults-all', { count: faults.length })}</Button>
          )}
        </div>
      )}
    </div>
  )
}
