// The button that creates an order, labelled with what it does, and below it the result of the last attempt.
import { useStore } from '@nanostores/react'
import { type ReactElement, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCharge } from '../../i18n/charge.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $codeProblem, $quote, $submission } from '../../stores/payments/payment.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

export function SubmitButton(): ReactElement {
  const { t } = useTranslation('deposit')
  const id = useId()
  const quote = useStore($quote)
  const submission = useStore($submission)
  const isRefused = useStore($codeProblem) !== null
  const busy = submission === 'asking' || submission === 'leaving'
  const failed = submission === 'failed'
  return (
    <>
      <Button
        type="submit"
        data-dock=""
        tone="signal"
        size="l"
        loading={busy}
        className="deposit-submit"
        aria-describedby={id}
      >
        {quote === null || isRefused
          ? t('submit.bare')
          : t('submit.pay', { charge: formatCharge(quote.charge, quote.currency), credit: formatMoney(quote.credit) })}
      </Button>
      <p id={id} className="deposit-afterwards" data-failed={failed || undefined} role="status">
        <Icon name={failed ? 'alert' : 'lock'} size={14} />
        {failed ? t('submit.failed') : t('submit.note')}
      </p>
    </>
  )
}
