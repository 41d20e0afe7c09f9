// The amount in dollars: a field, and amounts to choose with one tap. No amount is preselected.
import { useStore } from '@nanostores/react'
import type { ReactElement, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { QUICK_AMOUNTS } from '../../game/payments/deposit.ts'
import { formatMoney, formatShortMoney } from '../../i18n/format.ts'
import { $left } from '../../stores/account/limits.ts'
import { $coin, $coinSum, $quote, $sum, $titles, enterSum } from '../../stores/payments/payment.ts'
import { Field } from '../ui/controls/Field.tsx'

/** Blockchain networks take a fee of their own, which exceeds smaller deposits. */
const COIN_AMOUNTS = [10, 25, 50, 100] as const

interface AmountProps {
  ref: Ref<HTMLInputElement>
  /** Whether an order was submitted without an amount. */
  missing: boolean
}

interface AmountFieldProps extends AmountProps {
  label: string
  placeholder: string
  quick: readonly number[]
  sum: string
}

function AmountField({ ref, missing, label, placeholder, quick, sum }: AmountFieldProps): ReactElement {
  const { t } = useTranslation('deposit')
  const left = useStore($left)
  const quote = useStore($quote)
  const above = left !== null && quote !== null && quote.amount > left
  return (
    <div className="deposit-amount">
      <Field
        ref={ref}
        label={label}
        isMoney
        placeholder={placeholder}
        value={sum}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="go"
        hint={above ? t('amount.aboveLimit', { left: formatMoney(left) }) : undefined}
        error={missing && quote === null ? t('amount.missing') : undefined}
        onChange={(event) => enterSum(event.currentTarget.value)}
      />
      <fieldset className="deposit-quick">
        <legend className="unseen">{t('amount.quick')}</legend>
        {quick.map((dollars) => (
          <button
            key={dollars}
            type="button"
            className="deposit-chip"
            aria-pressed={sum === String(dollars)}
            onClick={() => enterSum(String(dollars))}
          >
            {formatShortMoney(dollars * 100)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

export function DepositAmount(props: AmountProps): ReactElement {
  const { t } = useTranslation('deposit')
  const sum = useStore($sum)
  return <AmountField {...props} label={t('amount.label')} placeholder="5" quick={QUICK_AMOUNTS} sum={sum} />
}

/** The form of the chosen coin, as a part of it: crypto has no form of amount and promo code. */
export function CoinAmount(props: AmountProps): ReactElement {
  const { t } = useTranslation('deposit')
  const sum = useStore($coinSum)
  const coin = useStore($coin) ?? ''
  const titles = useStore($titles)
  return (
    <fieldset className="deposit-coin">
      <legend>{titles[coin] ?? coin}</legend>
      <AmountField {...props} label={t('coins.amount')} placeholder="25" quick={COIN_AMOUNTS} sum={sum} />
    </fieldset>
  )
}
