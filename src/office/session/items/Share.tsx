// A part of a whole as a percentage with two decimals, as returns are compared.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatPercent } from '../../../i18n/format.ts'

export function Share({ part }: { part: number | null }): ReactElement {
  const { i18n } = useTranslation('office')
  if (part === null) return <span>–</span>
  const rounded = Math.round(part * 10_000) / 10_000
  return (
    <span className="figures" data-plain={String(part)}>
      {formatPercent(rounded, i18n.language as Language)}
    </span>
  )
}
