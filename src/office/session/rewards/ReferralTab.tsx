// The tiers of referrers: from which deposits they apply, and which part of the margin they bring.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, Cards } from '../../parts/Card.tsx'
import { plainMoney } from '../../parts/plain.ts'
import { NumberField } from '../items/NumberField.tsx'
import { centsOf } from '../search.ts'
import { useFaultWords } from './bound-words.ts'
import type { EditorProps } from './editor-props.ts'
import { countIn } from './numbers.ts'

const PERCENT = countIn(0, 100)
const HOURS = countIn(0, 8760)

export function ReferralTab({ record, bounds, locked, onChange }: EditorProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const { referral, gifts } = record
  const readOnly = locked !== undefined
  return (
    <>
      <Cards>
        {referral.map(({ name, from }, at) => (
          <Card key={name} title={t(`referral.${name}`)}>
            <NumberField
              label={t('referral.from')}
              hint={t(at === 0 ? 'referral.from-first' : 'referral.from-hint')}
              value={plainMoney(from)}
              read={centsOf}
              readOnly={readOnly || at === 0}
              onChange={(next) => onChange({ ...record, referral: referral.with(at, { name, from: next }) })}
            />
            <NumberField
              label={t('referral.percent')}
              hint={faultOf('gifts', 'referrerPercent', name) ?? t('referral.percent-hint')}
              value={String(gifts.referrerPercent[name])}
              read={PERCENT}
              readOnly={readOnly}
              onChange={(percent) =>
                onChange({
                  ...record,
                  gifts: { ...gifts, referrerPercent: { ...gifts.referrerPercent, [name]: percent } },
                })
              }
            />
          </Card>
        ))}
      </Cards>
      <Card title={t('referral.hold-title')}>
        <NumberField
          label={t('referral.hold')}
          hint={t('referral.hold-hint')}
          value={String(gifts.referrerHoldHours)}
          read={HOURS}
          readOnly={readOnly}
          onChange={(referrerHoldHours) => onChange({ ...record, gifts: { ...gifts, referrerHoldHours } })}
        />
      </Card>
    </>
  )
}
