// A line that always takes its place: what the contract needs, or what it can give.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { chanceOf } from '../../../game/cases/case.ts'
import { formatMoney, formatPercent } from '../../../i18n/format.ts'
import { $contract, $preview } from '../../../stores/games/contract.ts'
import { $inventory } from '../../../stores/inventory/inventory.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './controls.module.css'
import { resultPrices, ticketsAbove } from './odds.ts'
import { ownsNothing } from './use-example.ts'

export function Status(): ReactElement {
  const { t, i18n } = useTranslation('contract')
  const contract = useStore($contract, { ssr: 'initial' })
  const preview = useStore($preview, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  const inventory = useStore($inventory, { ssr: 'initial' })
  const isFaulty = contract.phase !== 'result' && (preview.status === 'refused' || preview.status === 'failed')
  const words = (): string => {
    if (contract.phase === 'playing' || contract.phase === 'result') return ''
    if (user.status === 'guest') return t('status.guest')
    if (preview.status === 'refused') return preview.message
    if (preview.status === 'failed') return t('results.failed')
    const table = preview.status === 'ready' ? preview.table : preview.status === 'loading' ? preview.last : null
    if (table === null) return ownsNothing(inventory) ? t('status.nothing') : t('status.range', CONTRACT_ITEMS)
    const { least, most } = resultPrices(table)
    return t('status.above', {
      from: formatMoney(least),
      to: formatMoney(most),
      chance: formatPercent(chanceOf(ticketsAbove(table)), i18n.language as Language),
    })
  }
  return (
    <p className={styles.status} role="status" data-busy={preview.status === 'loading' || undefined}>
      {isFaulty && <Icon name="alert" size={16} className={styles.fault} />}
      <span>{words()}</span>
    </p>
  )
}
