// What a code or a batch gives, for how long and to whom, in words.
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { PromoState } from '../../../game/office/promo.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { ListedCode } from '../../../protocol/office/promo.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count, Money } from '../../parts/Plain.tsx'

const TONES = { running: 'good', planned: 'calm', used: 'calm', over: 'calm', ended: 'warn' } as const

export function StateChip({ state }: { state: PromoState }): ReactElement {
  const { t } = useTranslation('officePromo')
  return <Chip tone={TONES[state]}>{t(`states.${state}`)}</Chip>
}

type Bonus = Pick<ListedCode, 'percent' | 'sum' | 'case'>

/** What it adds to a deposit, or the case that it opens. */
export function BonusText({ bonus: { percent, sum, case: box } }: { bonus: Bonus }): ReactElement {
  const { t, i18n } = useTranslation('officePromo')
  if (box !== null) return <span>{t('bonus.case', { name: box.name?.[i18n.language as Language] ?? box.url })}</span>
  return (
    <span className="figures">
      {sum > 0 ? t('bonus.sum', { sum: formatMoney(sum) }) : t('bonus.percent', { percent })}
    </span>
  )
}

/** A moment, or that there is none. */
export function Bound({ at }: { at: number | null }): ReactElement {
  const { t } = useTranslation('officePromo')
  return at === null ? <span>{t('no-bound')}</span> : <Moment at={at} />
}

type Terms = Omit<ListedCode, 'code' | 'batch' | 'usesMax' | 'usesPerPlayer' | 'used'>

/** Returns what codes and batches have alike, as names and values. */
export function useTermFacts(terms: Terms): readonly (readonly [string, ReactNode])[] {
  const { t } = useTranslation('officePromo')
  const { state, startsAt, endsAt, endedAt, createdAt, steamLevel, depositMin } = terms
  return [
    [t('state'), <StateChip key="state" state={state} />],
    [t('gives'), <BonusText key="bonus" bonus={terms} />],
    ...(depositMin === 0 ? [] : [[t('deposit-min'), <Money key="min" cents={depositMin} />] as const]),
    ...(steamLevel === 0 ? [] : [[t('level'), <Count key="level" count={steamLevel} />] as const]),
    [t('from'), <Bound key="from" at={startsAt} />],
    [t('until'), <Bound key="until" at={endsAt} />],
    [t('created'), <Moment key="created" at={createdAt} />],
    ...(endedAt === null ? [] : [[t('ended'), <Moment key="ended" at={endedAt} />] as const]),
  ]
}
