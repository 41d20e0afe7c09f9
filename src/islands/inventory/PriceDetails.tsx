// What the prices of items rest on, behind one small disclosure: it is read when a player opens it, one item at a time.
import { type ReactElement, Suspense, type ToggleEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemView } from '../../protocol/common.ts'
import { island } from '../island.tsx'
import { latePart } from '../late-part.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ErrorBoundary } from '../ui/messages/ErrorBoundary.tsx'
import styles from './price-details.module.css'

const PriceFacts = latePart(() => import('./PriceFacts.tsx'), 'PriceFacts')

interface PriceDetailsProps {
  /** Several may be chosen from. */
  readonly items: readonly ItemView[]
}

/** Renders the disclosure; its line keeps its place while there are no items. */
export function PriceDetails({ items }: PriceDetailsProps): ReactElement {
  const { t } = useTranslation('common')
  const [isOpened, setOpened] = useState(false)
  if (items.length === 0) return <div className={styles.details} />
  const open = (event: ToggleEvent<HTMLDetailsElement>): void => {
    if (event.currentTarget.open) setOpened(true)
  }
  return (
    <details className={styles.details} onToggle={open}>
      <summary>
        <Icon name="info" size={14} />
        <span>{t('aboutPrice', { count: items.length })}</span>
      </summary>
      <div className={styles.facts}>
        <ErrorBoundary>
          <Suspense>{isOpened ? <PriceFacts items={items} /> : null}</Suspense>
        </ErrorBoundary>
      </div>
    </details>
  )
}

export const PriceDetailsIsland = island(PriceDetails)
