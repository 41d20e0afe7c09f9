// The deposit form: currency, method, amount, promo code, what it comes to, and the button that says exactly that.
import { useStore } from '@nanostores/react'
import { type ReactElement, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $limits, followExclusion, loadLimits } from '../../stores/limits.ts'
import { takeAskedSum } from '../../stores/modals.ts'
import { $isCrypto, comeBack, enterSum, loadMethods, type Obstacle, submit } from '../../stores/payment.ts'
import { $code, enterCode } from '../../stores/promo.ts'
import { toast } from '../../stores/toasts.ts'
import { CoinAmount, DepositAmount } from './Amount.tsx'
import { CurrencyChoice } from './CurrencyChoice.tsx'
import { Excluded } from './Excluded.tsx'
import { Limits } from './Limits.tsx'
import { Coins, Methods } from './Methods.tsx'
import { PromoField } from './PromoField.tsx'
import { Receipt } from './Receipt.tsx'
import { SubmitButton } from './SubmitButton.tsx'

function takeSum(): void {
  const sum = takeAskedSum() || new URLSearchParams(location.search).get('sum')
  if (sum) enterSum(sum)
}

function start(): () => void {
  // One that was typed on another page.
  void enterCode($code.get())
  void loadMethods()
  void loadLimits()
  addEventListener('pageshow', comeBack)
  const unfollow = followExclusion()
  return () => {
    removeEventListener('pageshow', comeBack)
    unfollow()
  }
}

export function DepositForm(): ReactElement {
  const { t } = useTranslation('deposit')
  const limits = useStore($limits)
  const isCrypto = useStore($isCrypto)
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const amount = useRef<HTMLInputElement>(null)
  // Before anything of it is rendered: nobody listens to the store yet, so that a sum entered later is not in the first picture.
  useState(takeSum)
  useEffect(start, [])

  const ask = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const found = await submit()
    setObstacle(found)
    if (found === 'no-amount') amount.current?.focus()
    else if (found !== null) toast('error', t(`submit.${found}`))
  }

  if (limits !== null && limits.exclusion !== null) return <Excluded exclusion={limits.exclusion} />
  const missing = obstacle === 'no-amount'
  return (
    <div className="deposit-whole">
      <form className="deposit-form" onSubmit={ask} noValidate aria-label={t('title')}>
        <CurrencyChoice />
        <Methods />
        {isCrypto ? (
          <>
            <Coins />
            <CoinAmount ref={amount} missing={missing} />
            <p className="deposit-note">{t('coins.note')}</p>
          </>
        ) : (
          <>
            <DepositAmount ref={amount} missing={missing} />
            <PromoField />
          </>
        )}
        <div className="deposit-foot">
          <Receipt />
          <SubmitButton />
        </div>
      </form>
      <Limits />
    </div>
  )
}
