// The words of a bound: its number, and what it has to be.
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { Bound } from '../../../game/rewards/bound.ts'
import { formatCount, formatMoney } from '../../../i18n/format.ts'
import { faultAt } from './tabs.ts'

/** Writes a number of a bound with its unit. */
function numberOf(number: number, unit: Bound['unit'], t: TFunction<'officeRewardEditor'>, language: Language): string {
  switch (unit) {
    case 'cents':
      return formatMoney(number)
    case 'percent':
      // Two decimals: a return beyond its bound never looks as if it kept it.
      return `${formatCount(Math.round(number * 100) / 100, language)}%`
    default:
      return t(`units.${unit}`, { count: number })
  }
}

export interface BoundWords {
  readonly value: string
  /** "at most $5.00" */
  readonly limit: string
  /** The strategy that it keeps from a gain; for a rule of fairness the players. */
  readonly strategy: string
}

/** Returns a function that words bounds. */
export function useBoundWords(): (bound: Bound) => BoundWords {
  const { t, i18n } = useTranslation('officeRewardEditor')
  const language = i18n.language as Language
  return ({ value, unit, side, limit, strategy }) => ({
    value: numberOf(value, unit, t, language),
    limit: t(`limits.${side}`, { number: numberOf(limit, unit, t, language) }),
    strategy: t(`strategies.${strategy ?? 'fair'}`),
  })
}

/** Returns a function that says why the number of a field is refused; undefined where it keeps its bounds. */
export function useFaultWords(bounds: readonly Bound[]): (...path: readonly (string | number)[]) => string | undefined {
  const { t } = useTranslation('officeRewardEditor')
  const wordsOf = useBoundWords()
  return (...path) => {
    const bound = faultAt(bounds, ...path)
    return bound === undefined ? undefined : t('refused-field', { ...wordsOf(bound) })
  }
}
