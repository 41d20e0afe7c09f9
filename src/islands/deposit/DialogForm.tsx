// What the deposit dialog holds: the form, and the orders that wait for their payment.
import { type ReactElement, use } from 'react'
import { useTranslation } from 'react-i18next'
import { lateTexts } from '../late-texts.ts'
import { Arrived } from './Arrived.tsx'
import { DepositForm } from './DepositForm.tsx'
import depositStyles from './deposit.css?url'
import { OpenOrders } from './OpenOrders.tsx'

export function DialogForm(): ReactElement {
  const { t, i18n } = useTranslation('deposit')
  use(lateTexts(i18n, 'deposit'))
  return (
    <div className="deposit-dialog">
      {/* By address, not by import: every page would load them for a dialog that may never open. */}
      <link rel="stylesheet" href={depositStyles} precedence="deposit" />
      <h2>{t('title')}</h2>
      <Arrived />
      <DepositForm />
      <OpenOrders />
    </div>
  )
}
