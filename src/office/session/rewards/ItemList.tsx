// A list of items in their order, such as prizes that rotate.
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import type { Items } from '../items/catalogue.ts'
import { moved } from './numbers.ts'
import { ItemField } from './PrizeField.tsx'
import { RowActs } from './RowActs.tsx'
import styles from './rewards.module.css'

const PickItem = lazy(async () => ({ default: (await import('../items/PickItem.tsx')).PickItem }))

interface ItemListProps {
  title: string
  hint: string
  ids: readonly string[]
  items: Items
  /** Why an item is refused. */
  faultAt: (at: number) => string | undefined
  locked: string | undefined
  onChange: (ids: readonly string[]) => void
}

export function ItemList({ title, hint, ids, items, faultAt, locked, onChange }: ItemListProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const [isAdding, setAdding] = useState(false)
  return (
    <Card
      title={title}
      aside={
        <Button
          icon="plus"
          disabledReason={locked}
          aria-label={t('list.add-to', { title })}
          onClick={() => setAdding(true)}
        >
          {t('list.add')}
        </Button>
      }
    >
      <p className={styles.quiet}>{hint}</p>
      <ol className={styles.rows}>
        {ids.map((id, at) => {
          const name = t('list.place', { title, number: at + 1 })
          const fault = faultAt(at)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item may be in the list twice
            <li key={at} className={styles.itemRow}>
              <div>
                <ItemField
                  label={name}
                  id={id}
                  items={items}
                  locked={locked}
                  onChange={(next) => onChange(ids.with(at, next))}
                />
                {fault === undefined ? null : <p className={styles.fault}>{fault}</p>}
              </div>
              <RowActs
                name={name}
                at={at}
                count={ids.length}
                locked={locked}
                kept={ids.length === 1 ? t('list.last') : undefined}
                onMove={(step) => onChange(moved(ids, at, step))}
                onRemove={() => onChange(ids.toSpliced(at, 1))}
              />
            </li>
          )
        })}
      </ol>
      <Suspense fallback={null}>
        {isAdding ? (
          <PickItem
            items={items}
            chosen={undefined}
            onPick={({ id }) => onChange([...ids, id])}
            onClose={() => setAdding(false)}
          />
        ) : null}
      </Suspense>
    </Card>
  )
}
