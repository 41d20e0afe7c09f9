// What a win is worth beyond its cost: +$3.20 · ×2.3.
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

/** Renders the profit and the multiplier of a win; nothing where the result is worth at most what it cost, or cost nothing. */
export function Profit({ won, paid }: ProfitProps): ReactElement | null {
  const { i18n } = useTranslation()
  const tier = winTier(won, paid)
  if (tier === 0 || paid === 0) return null
  return (
    <span className={styles.profit} data-tier={tier}>
      <span className="price">+{formatMoney(won - paid)}</span> ·{' '}
      <span className="price">{formatMultiplier(won / paid, i18n.language as Language)}</span>
    </span>
  )
}
