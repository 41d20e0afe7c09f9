// The player's deposit limits below the form: what is left of them, or before the first deposit the offer to set some.
import { useStore } from '@nanostores/react'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAmount, tidyAmount } from '../../i18n/amount.ts'
import { formatMoney, formatShortMoney } from '../../i18n/format.ts'
import type { LimitsBody, LimitWindow } from '../../protocol/limits.ts'
import { $limits, type LimitsOutcome, leftIn, saveLimits } from '../../stores/account/limits.ts'
import { $terms } from '../../stores/payments/payment.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Icon } from '../ui/Icon.tsx'

const WINDOWS = ['day', 'week', 'month'] as const satisfies readonly LimitWindow[]

/** The text of the fields. */
export type LimitInputs = Readonly<Record<LimitWindow, string>>

export const NO_INPUTS: LimitInputs = { day: '', week: '', month: '' }

/** Examples in dollars: low amounts, and less a month than the daily amount would allow. */
const EXAMPLES: readonly LimitInputs[] = [
  { day: '10', week: '30', month: '80' },
  { day: '25', week: '80', month: '200' },
  { day: '50', week: '150', month: '400' },
]

export function Limits(): ReactElement {
  const { t } = useTranslation('deposit')
  const known = useStore($limits)
  const terms = useStore($terms)
  const isUnlimited = known?.limits.every(({ amount }) => amount === null) === true
  return (
    <>
      <RemainingLimits />
      {isUnlimited && terms?.isFirst === true ? <Offer /> : null}
      <p className="deposit-protection">
        <a href="/protection">
          <Icon name="shield" size={14} />
          {t('limits.more')}
        </a>
      </p>
    </>
  )
}

/** Shows what is left of each limit as a bar. */
export function RemainingLimits(): ReactElement | null {
  const { t } = useTranslation('deposit')
  const limited = (useStore($limits, { ssr: 'initial' })?.limits ?? []).filter(({ amount }) => amount !== null)
  if (limited.length === 0) return null
  return (
    <section className="deposit-left" aria-label={t('limits.title')}>
      <ul>
        {limited.map((limit) => {
          const left = leftIn(limit)
          if (left === null || limit.amount === null) return null
          const words = { left: formatMoney(left), amount: formatMoney(limit.amount) }
          return (
            <li key={limit.window}>
              <span className="deposit-left-line">
                <Icon name="shield" size={14} />
                {t(`limits.left.${limit.window}`, words)}
              </span>
              <span className="deposit-left-track" aria-hidden="true">
                <span style={{ transform: `scaleX(${left / limit.amount})` }} />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Returns the limits of the fields that hold an amount, in cents. */
function bodyOf(inputs: LimitInputs): LimitsBody {
  return Object.fromEntries(
    WINDOWS.flatMap((window) => {
      const amount = readAmount(inputs[window])
      return amount === null ? [] : [[window, amount]]
    }),
  )
}

function Offer(): ReactElement {
  const { t } = useTranslation('deposit')
  const [inputs, setInputs] = useState(NO_INPUTS)
  const [saving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<LimitsOutcome | 'missing' | null>(null)

  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const body = bodyOf(inputs)
    if (Object.keys(body).length === 0) {
      setOutcome('missing')
      return
    }
    setSaving(true)
    setOutcome(await saveLimits(body))
    setSaving(false)
  }

  return (
    <details className="deposit-offer">
      <summary>
        <Icon name="shield" size={16} />
        {t('limits.offer')}
        <Icon name="chevron-down" size={16} className="deposit-offer-chevron" />
      </summary>
      <form className="deposit-offer-form" onSubmit={save} noValidate>
        <p>{t('limits.text')}</p>
        <LimitFields inputs={inputs} onInputs={setInputs} />
        <Button type="submit" loading={saving}>
          {t('limits.save')}
        </Button>
        <p className="deposit-offer-fault" role="status">
          {outcome === 'missing' || outcome === 'failed' ? t(`limits.${outcome}`) : null}
        </p>
      </form>
    </details>
  )
}

interface LimitFieldsProps {
  readonly inputs: LimitInputs
  readonly onInputs: (inputs: LimitInputs) => void
  readonly disabled?: boolean
}

/** Shows a field for each window, and examples that fill in all of them. */
export function LimitFields({ inputs, onInputs, disabled = false }: LimitFieldsProps): ReactElement {
  const { t } = useTranslation('deposit')
  return (
    <>
      <fieldset className="deposit-examples" disabled={disabled}>
        <legend className="unseen">{t('limits.examples')}</legend>
        {EXAMPLES.map((example) => (
          <button key={example.day} type="button" onClick={() => onInputs(example)}>
            {t('limits.example', { amount: formatShortMoney(Number(example.day) * 100) })}
          </button>
        ))}
      </fieldset>
      <div className="deposit-offer-fields">
        {WINDOWS.map((window) => (
          <Field
            key={window}
            label={t(`limits.field.${window}`)}
            isMoney
            inputMode="decimal"
            autoComplete="off"
            disabled={disabled}
            value={inputs[window]}
            onChange={(event) => onInputs({ ...inputs, [window]: tidyAmount(event.currentTarget.value) })}
          />
        ))}
      </div>
    </>
  )
}
