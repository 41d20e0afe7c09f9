// The currency to pay in.
import { useStore } from '@nanostores/react'
import { type ReactElement, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Currency, currenciesFor, defaultCurrency } from '../../game/deposit.ts'
import type { Language } from '../../game/language.ts'
import { $currency, chooseCurrency } from '../../stores/payments/payment.ts'
import { Segmented } from '../ui/Segmented.tsx'
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
  const { t, i18n } = useTranslation('deposit')
  const language = i18n.language as Language
  const currency = useStore($currency, { ssr: () => defaultCurrency(language) })
  const options = useMemo(() => currenciesFor(language).map(optionOf), [language])
  return (
    <Segmented
      label={t('currency')}
      options={options}
      value={currency}
      onChange={(chosen) => void chooseCurrency(chosen)}
    />
  )
}
