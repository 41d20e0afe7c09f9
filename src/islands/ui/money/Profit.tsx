// How much a result is worth above or below its cost: +$3.20 · ×2.3, or −$11.17.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { winTier } from '../../../game/base/win-tier.ts'
import { formatMoney, formatMultiplier } from '../../../i18n/format.ts'
import styles from './profit.module.css'

interface ProfitProps {
  /** What was won, in US cents. */
  readonly won: number
  /** What it cost, in US cents. */
  readonly paid: number
}

/**
 * Renders the profit and the multiplier of a win, and quietly what is missing to the cost of any other result; nothing where the two are
 * equal, or the result cost nothing.
 */
export function Profit({ won, paid }: ProfitProps): ReactElement | null {
  const { i18n } = useTranslation()
  if (paid === 0 || won === paid) return null
  const tier = winTier(won, paid)
  if (tier === 0) {
    return (
      <span className={styles.profit} data-tier={tier}>
        <span className="price">{formatMoney(won - paid)}</span>
      </span>
    )
  }
  return (
    <span className={styles.profit} data-tier={tier}>
      <span className="price">+{formatMoney(won - paid)}</span> <span>·</span>{' '}
      <span className="price">{formatMultiplier(won / paid, i18n.language as Language)}</span>
    </span>
  )
}
