// The possible results, most expensive first, each with its chance and its tickets: shown before signing and next to the result.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS } from '../../../game/base/economy.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { $contract, $preview, loadPreview } from '../../../stores/games/contract.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import type { ContractExample } from './example.ts'
import { Facts } from './Facts.tsx'
import type { ShownTable } from './odds.ts'
import { Rows } from './Rows.tsx'
import styles from './results.module.css'
import { useExample } from './use-example.ts'

interface Shown {
  readonly table: ShownTable
  /** True while another table is loading. */
  readonly isOld: boolean
  /** The ticket that was drawn; null before the result is shown. */
  readonly roll: number | null
}

/** Returns the table of the player's own contract; null while there is none. */
function useOwnTable(): Shown | null {
  const contract = useStore($contract, { ssr: 'initial' })
  const preview = useStore($preview, { ssr: 'initial' })
  if (contract.phase === 'playing') return { table: contract.played.table, isOld: false, roll: null }
  if (contract.phase === 'result') return { table: contract.played.table, isOld: false, roll: contract.played.roll }
  if (contract.phase === 'offline') return { table: contract.request.table, isOld: false, roll: null }
  if (preview.status === 'ready') return { table: preview.table, isOld: false, roll: null }
  return preview.status === 'loading' && preview.last ? { table: preview.last, isOld: true, roll: null } : null
}

export function Results(props: { example: ContractExample | null }): ReactElement {
  const { t } = useTranslation('contract')
  const example = useExample(props.example)
  const own = useOwnTable()
  const shown = example === null ? own : { table: example.table, isOld: false, roll: null }
  return (
    <section className={styles.results} aria-labelledby="contract-results" aria-busy={shown?.isOld || undefined}>
      <h2 id="contract-results">{t('results.title')}</h2>
      {example !== null && (
        <p className={styles.example}>
          {t('results.example', { count: example.items.length, sum: formatMoney(example.table.sum) })}
        </p>
      )}
      {shown === null ? (
        <EmptyResults />
      ) : (
        <>
          <Facts table={shown.table} />
          <Rows table={shown.table} roll={shown.roll} />
        </>
      )}
    </section>
  )
}

const SKELETON_ROWS = 6

/** Replaces the table while it is missing: skeletons, a failure, or what the table will show. */
function EmptyResults(): ReactElement {
  const { t } = useTranslation(['contract', 'common'])
  const preview = useStore($preview, { ssr: 'initial' })
  if (preview.status === 'loading') {
    return (
      <div className={styles.skeletons} role="status" aria-label={t('results.loading')}>
        {Array.from({ length: SKELETON_ROWS }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
          <Skeleton key={place} height={64} width="100%" shape="card" />
        ))}
      </div>
    )
  }
  if (preview.status === 'failed') {
    return (
      <div className={styles.empty} role="status">
        <Icon name="alert" size={32} />
        <p>{t('results.failed')}</p>
        <Button icon="refresh" onClick={() => void loadPreview()}>
          {t('common:actions.retry')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.empty}>
      <Icon name={preview.status === 'refused' ? 'alert' : 'dice'} size={32} />
      <p>{preview.status === 'refused' ? preview.message : t('results.none', { count: CONTRACT_ITEMS.least })}</p>
    </div>
  )
}
