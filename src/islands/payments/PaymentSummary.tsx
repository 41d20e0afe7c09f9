// The summary of a payment: the price in the chosen currency, and the credit.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { rateOf } from '../../game/payments/deposit.ts'
import { formatCharge, formatUnits } from '../../i18n/charge.ts'
import { formatMoney, formatShortMoney } from '../../i18n/format.ts'
import { $codeProblem, $currency, $percent, $quote, $terms } from '../../stores/payments/payment.ts'

export function PaymentSummary(): ReactElement {
  const { t } = useTranslation('deposit')
  const quote = useStore($quote)
  const currency = useStore($currency)
  const percent = useStore($percent)
  const terms = useStore($terms)
  const isRefused = useStore($codeProblem) !== null
  const cutTo = quote?.cutTo ?? null
  const isForeign = terms !== null && currency !== 'USD'
  const rate = isForeign ? formatCharge(Math.round(rateOf(currency, terms.rates) * 100), currency) : null
  const credited = (): string => {
    if (quote !== null && quote.sum > 0) return t('receipt.creditSum', { sum: formatMoney(quote.sum) })
    return percent === 0 ? t('receipt.credit') : t('receipt.creditBonus', { percent })
  }
  return (
    <dl className="deposit-receipt" data-empty={quote === null || undefined}>
      <div>
        <dt>
          {t('receipt.charge')}
          {rate === null ? null : <small>{t('receipt.rate', { dollar: formatShortMoney(100), rate })}</small>}
        </dt>
        <dd>{formatCharge(quote?.charge ?? 0, currency)}</dd>
      </div>
      <div>
        <dt>
          {isRefused ? t('receipt.credit') : credited()}
          {cutTo === null || isRefused ? null : <small>{t('receipt.cut', { most: formatMoney(cutTo) })}</small>}
        </dt>
        <dd>
          {quote === null || currency === 'USD' || isRefused ? null : (
            <small>{formatUnits(quote.total, currency)}</small>
          )}
          {/* An order with this code is refused: nothing is promised. */}
          <span>{isRefused ? '—' : formatMoney(quote?.credit ?? 0)}</span>
        </dd>
      </div>
    </dl>
  )
}
