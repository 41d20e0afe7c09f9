// The content of the deposit dialog: the form, and the orders that wait for payment.
import { type ReactElement, use } from 'react'
import { useTranslation } from 'react-i18next'
import { lateTexts } from '../late-texts.ts'
import { DepositCredited } from './DepositCredited.tsx'
import { DepositForm } from './DepositForm.tsx'
import './deposit.css'
import { OpenOrders } from './OpenOrders.tsx'

export function DialogForm(): ReactElement {
  const { t, i18n } = useTranslation('deposit')
  use(lateTexts(i18n, 'deposit'))
  return (
    <div className="deposit-dialog">
      <h2>{t('title')}</h2>
      <DepositCredited />
      <DepositForm />
      <OpenOrders />
    </div>
  )
}
