// Below the form: what the player's limits leave, or, before the first deposit, the offer to set some. It never stands in the way.
import { useStore } from '@nanostores/react'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LimitsBody, LimitWindow } from '../../contract/limits.ts'
import { readAmount, tidyAmount } from '../../i18n/amount.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $limits, type LimitsOutcome, leftIn, saveLimits } from '../../stores/limits.ts'
import { $terms } from '../../stores/payment.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'

const WINDOWS = ['day', 'week', 'month'] as const satisfies readonly LimitWindow[]

/** What is typed into the fields. */
export type LimitWish = Readonly<Record<LimitWindow, string>>

export const NO_WISH: LimitWish = { day: '', week: '', month: '' }

/** Dollars: a little at a time, and less by the month than every day would allow. */
const EXAMPLES: readonly LimitWish[] = [
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
      <Left />
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

/** What the limits leave, a bar each. */
export function Left(): ReactElement | null {
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

/** The windows that hold an amount, in cents. */
function bodyOf(wish: LimitWish): LimitsBody {
  return Object.fromEntries(
    WINDOWS.flatMap((window) => {
      const amount = readAmount(wish[window])
      return amount === null ? [] : [[window, amount]]
    }),
  )
}

function Offer(): ReactElement {
  const { t } = useTranslation('deposit')
  const [wish, setWish] = useState(NO_WISH)
  const [saving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<LimitsOutcome | 'missing' | null>(null)

  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const body = bodyOf(wish)
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
        <LimitFields wish={wish} onWish={setWish} />
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
  readonly wish: LimitWish
  readonly onWish: (wish: LimitWish) => void
  readonly disabled?: boolean
}

/** An amount for each window, and examples that fill in all of them. */
export function LimitFields({ wish, onWish, disabled = false }: LimitFieldsProps): ReactElement {
  const { t } = useTranslation('deposit')
  return (
    <>
      <fieldset className="deposit-examples" disabled={disabled}>
        <legend className="unseen">{t('limits.examples')}</legend>
        {EXAMPLES.map((example) => (
          <button key={example.day} type="button" onClick={() => onWish(example)}>
            {t('limits.example', { amount: `$${example.day}` })}
          </button>
        ))}
      </fieldset>
      <div className="deposit-offer-fields">
        {WINDOWS.map((window) => (
          <Field
            key={window}
            label={t(`limits.field.${window}`)}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            disabled={disabled}
            value={wish[window]}
            onChange={(event) => onWish({ ...wish, [window]: tidyAmount(event.currentTarget.value) })}
          />
        ))}
      </div>
    </>
  )
}
