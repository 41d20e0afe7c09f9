// Everything that can come out, dearest first, each with its chance and its tickets: read before signing, and kept beside the result.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS } from '../../game/economy.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $results, $signingBeside, readResults } from '../../stores/contract.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useArrived } from '../ui/use-frame-later.ts'
import type { ContractExample } from './example.ts'
import { Facts } from './Facts.tsx'
import type { ShownTable } from './odds.ts'
import { Rows } from './Rows.tsx'
import styles from './results.module.css'
import { useExample } from './use-example.ts'

interface Shown {
  readonly table: ShownTable
  /** Another table is on its way. */
  readonly isOld: boolean
  /** The ticket that was drawn, once it may be told. */
  readonly roll: number | null
}

/** The table of the player's own contract; null while there is none. */
function useOwn(): Shown | null {
  const signing = useStore($signingBeside, { ssr: 'initial' })
  const results = useStore($results, { ssr: 'initial' })
  if (signing.phase === 'forming') return { table: signing.signed.table, isOld: false, roll: null }
  if (signing.phase === 'result') return { table: signing.signed.table, isOld: false, roll: signing.signed.roll }
  if (signing.phase === 'offline') return { table: signing.request.table, isOld: false, roll: null }
  if (results.status === 'ready') return { table: results.table, isOld: false, roll: null }
  return results.status === 'loading' && results.last ? { table: results.last, isOld: true, roll: null } : null
}

export function Results(props: { example: ContractExample | null }): ReactElement {
  const { t } = useTranslation('contract')
  const example = useExample(props.example)
  const own = useOwn()
  const shown = example === null ? own : { table: example.table, isOld: false, roll: null }
  // The stage shows the result first. The list moves to its row, with pictures that nobody has seen yet, once it has come in.
  const drawn = shown?.roll ?? null
  const roll = useArrived(drawn !== null) ? drawn : null
  return (
    <section className={styles.results} aria-labelledby="contract-results" aria-busy={shown?.isOld || undefined}>
      <h2 id="contract-results">{t('results.title')}</h2>
      {example !== null && (
        <p className={styles.example}>
          {t('results.example', { count: example.items.length, sum: formatMoney(example.table.sum) })}
        </p>
      )}
      {shown === null ? (
        <Nothing />
      ) : (
        <>
          <Facts table={shown.table} />
          <Rows table={shown.table} roll={roll} />
        </>
      )}
    </section>
  )
}

const ROWS_TO_COME = 6

/** In the place of a table that is not there: what it will be, that it is coming, or why it does not. */
function Nothing(): ReactElement {
  const { t } = useTranslation(['contract', 'common'])
  const results = useStore($results, { ssr: 'initial' })
  if (results.status === 'loading') {
    return (
      <div className={styles.coming} role="status" aria-label={t('results.loading')}>
        {Array.from({ length: ROWS_TO_COME }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
          <Skeleton key={place} height={64} width="100%" shape="card" />
        ))}
      </div>
    )
  }
  if (results.status === 'failed') {
    return (
      <div className={styles.nothing} role="status">
        <Icon name="alert" size={32} />
        <p>{t('results.failed')}</p>
        <Button icon="refresh" onClick={() => void readResults()}>
          {t('common:actions.retry')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.nothing}>
      <Icon name={results.status === 'refused' ? 'alert' : 'dice'} size={32} />
      <p>{results.status === 'refused' ? results.message : t('results.none', CONTRACT_ITEMS)}</p>
    </div>
  )
}
