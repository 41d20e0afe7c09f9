// The currency to pay in.
import { useStore } from '@nanostores/react'
import { type ReactElement, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Currency, currenciesFrom, DEFAULT_CURRENCY } from '../../game/payments/deposit.ts'
import { $currency, $defaultCurrency, chooseCurrency } from '../../stores/payments/payment.ts'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { PaymentIcon } from './PaymentIcon.tsx'

const optionOf = (currency: Currency) => ({
  value: currency,
  label: (
    <span className="deposit-currency">
      <PaymentIcon src={`/assets/img/payments/${currency.toLowerCase()}.svg`} size={20} />
      {currency}
    </span>
  ),
})

export function CurrencyChoice(): ReactElement {
  const { t } = useTranslation('deposit')
  const currency = useStore($currency, { ssr: () => DEFAULT_CURRENCY })
  const first = useStore($defaultCurrency, { ssr: () => DEFAULT_CURRENCY })
  const options = useMemo(() => currenciesFrom(first).map(optionOf), [first])
  return (
    <Segmented
      label={t('currency')}
      options={options}
      value={currency}
      onChange={(chosen) => void chooseCurrency(chosen)}
    />
  )
}
