// The deposit form: currency, method, amount, promo code, the summary of the payment, and the button that orders it.
import { useStore } from '@nanostores/react'
import { type ReactElement, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $limits, loadLimits, watchExclusion } from '../../stores/account/limits.ts'
import { takeRequestedSum } from '../../stores/kernel/modals.ts'
import { $orderEvent } from '../../stores/kernel/realtime-events.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import {
  $codeProblem,
  $coin,
  $isCrypto,
  $method,
  enterSum,
  loadMethods,
  type Obstacle,
  refreshTerms,
  resetSubmission,
  submit,
  watchDefaultCurrency,
} from '../../stores/payments/payment.ts'
import { $code, enterCode } from '../../stores/payments/promo.ts'
import { SwitchNotices } from '../waiting/SwitchNotice.tsx'
import { CoinAmount, DepositAmount } from './Amount.tsx'
import { CurrencyChoice } from './CurrencyChoice.tsx'
import { DepositsClosed } from './DepositsClosed.tsx'
import { Limits } from './Limits.tsx'
import { Coins, Methods } from './Methods.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'
import { PromoField } from './PromoField.tsx'
import { SubmitButton } from './SubmitButton.tsx'

function takeSum(): void {
  const sum = takeRequestedSum() || new URLSearchParams(location.search).get('sum')
  if (sum) enterSum(sum)
}

function start(): () => void {
  // The code may have been typed on another page.
  void enterCode($code.get())
  void loadMethods()
  void loadLimits()
  addEventListener('pageshow', resetSubmission)
  const stops = [watchExclusion(), watchDefaultCurrency(), $orderEvent.listen(() => void refreshTerms())]
  return () => {
    removeEventListener('pageshow', resetSubmission)
    for (const stop of stops) stop()
  }
}

export function DepositForm(): ReactElement {
  const { t } = useTranslation('deposit')
  const limits = useStore($limits)
  const isCrypto = useStore($isCrypto)
  const coin = useStore($coin)
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const amount = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  // Runs before the first render, while nothing is subscribed to the store: the first frame already shows the sum.
  useState(takeSum)
  useEffect(start, [])
  // An obstacle of one method says nothing about another.
  useEffect(() => {
    const clear = (): void => setObstacle(null)
    const stops = [$method.listen(clear), $coin.listen(clear)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  const order = async (): Promise<void> => {
    const nextObstacle = await submit(t('submit.created'))
    setObstacle(nextObstacle)
    if (nextObstacle === 'no-amount') amount.current?.focus()
    else if (nextObstacle !== null) toast('error', t(`submit.${nextObstacle}`))
    else if ($codeProblem.get() !== null) code.current?.focus()
  }
  const ask = (event: SubmitEvent): void => {
    event.preventDefault()
    void order()
  }
  const payWithoutCode = (): void => {
    void enterCode('')
    void order()
  }

  if (limits !== null && limits.exclusion !== null) return <DepositsClosed exclusion={limits.exclusion} />
  const missing = obstacle === 'no-amount'
  return (
    <div className="deposit-whole">
      <form className="deposit-form" onSubmit={ask} noValidate aria-label={t('title')}>
        <div className="deposit-part">
          <SwitchNotices part="deposits" />
          <CurrencyChoice />
          <Methods />
        </div>
        <div className="deposit-part">
          {isCrypto ? (
            <div className="deposit-coins">
              <Coins />
              {coin === null ? null : <CoinAmount ref={amount} missing={missing} />}
              <p className="deposit-note">{t('coins.note')}</p>
            </div>
          ) : (
            <>
              <DepositAmount ref={amount} missing={missing} />
              <PromoField ref={code} onPayWithout={payWithoutCode} />
            </>
          )}
          <div className="deposit-foot">
            <PaymentSummary />
            <SubmitButton />
            <p className="deposit-note">{t('terms')}</p>
          </div>
        </div>
      </form>
      <Limits />
    </div>
  )
}
