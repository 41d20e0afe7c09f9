// One line whose place is always kept: what the contract takes, or what it can give.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { chanceOf } from '../../game/case.ts'
import { CONTRACT_ITEMS } from '../../game/economy.ts'
import type { Language } from '../../game/language.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { $results, $signingBeside } from '../../stores/contract.ts'
import { $inventory } from '../../stores/inventory.ts'
import { $user } from '../../stores/user.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './controls.module.css'
import { ticketsAbove } from './odds.ts'
import { ownsNothing } from './use-example.ts'

export function Status(): ReactElement {
  const { t, i18n } = useTranslation('contract')
  const signing = useStore($signingBeside, { ssr: 'initial' })
  const results = useStore($results, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  const inventory = useStore($inventory, { ssr: 'initial' })
  const isFaulty = signing.phase !== 'result' && (results.status === 'refused' || results.status === 'failed')
  const words = (): string => {
    if (signing.phase === 'forming' || signing.phase === 'result') return ''
    if (user.status === 'guest') return t('status.guest')
    if (results.status === 'refused') return results.message
    if (results.status === 'failed') return t('results.failed')
    const table = results.status === 'ready' ? results.table : results.status === 'loading' ? results.last : null
    if (table === null) return ownsNothing(inventory) ? t('status.nothing') : t('status.range', CONTRACT_ITEMS)
    return t('status.above', {
      from: formatMoney(table.entries.at(-1)?.price ?? 0),
      to: formatMoney(table.entries[0]?.price ?? 0),
      chance: formatPercent(chanceOf(ticketsAbove(table)), i18n.language as Language),
    })
  }
  return (
    <p className={styles.status} role="status" data-busy={results.status === 'loading' || undefined}>
      {isFaulty && <Icon name="alert" size={16} className={styles.fault} />}
      {words()}
    </p>
  )
}
