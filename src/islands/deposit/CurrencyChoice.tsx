// The currency to pay in.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CURRENCIES, DEFAULT_CURRENCY } from '../../game/deposit.ts'
import { $currency, chooseCurrency } from '../../stores/payments/payment.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { PaymentIcon } from './PaymentIcon.tsx'

const OPTIONS = CURRENCIES.map((currency) => ({
  value: currency,
  label: (
    <span className="deposit-currency">
      <PaymentIcon src={`/assets/img/payments/${currency.toLowerCase()}.svg`} size={20} />
      {currency}
    </span>
  ),
}))

export function CurrencyChoice(): ReactElement {
  const { t } = useTranslation('deposit')
  const currency = useStore($currency, { ssr: () => DEFAULT_CURRENCY })
  return (
    <Segmented
      label={t('currency')}
      options={OPTIONS}
      value={currency}
      onChange={(chosen) => void chooseCurrency(chosen)}
    />
  )
}
