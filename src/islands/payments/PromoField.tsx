// The promo code field, and the line below it with the bonus of the code, or the reason why it has none and the button that pays without it.
import { useStore } from '@nanostores/react'
import { type ReactElement, type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { $codeProblem, $submission, $terms, type CodeProblem, payableUrl } from '../../stores/payments/payment.ts'
import { LONGEST_CODE } from '../../stores/payments/payment-code.ts'
import { $checking, $code, $promo, enterCode, type Promo } from '../../stores/payments/promo.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Icon } from '../ui/Icon.tsx'

interface PromoFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>
  /** Removes the code and orders the deposit. */
  onPayWithout(): void
}

export function PromoField({ ref, onPayWithout }: PromoFieldProps): ReactElement {
  const { t } = useTranslation('deposit')
  const id = useId()
  const code = useStore($code)
  const promo = useStore($promo)
  const checking = useStore($checking)
  const submission = useStore($submission)
  const terms = useStore($terms)
  const problem = useStore($codeProblem)
  const isBusy = submission === 'asking' || submission === 'leaving'
  const tone = toneOf(promo, problem)
  return (
    <div className="deposit-promo">
      <Field
        ref={ref}
        label={t('promo.label')}
        placeholder={t('promo.placeholder')}
        value={code}
        maxLength={LONGEST_CODE}
        readOnly={isBusy}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-describedby={id}
        onChange={(event) => void enterCode(event.currentTarget.value)}
      />
      <p id={id} className="deposit-status" data-tone={tone} data-checking={checking || undefined} aria-live="polite">
        {tone === undefined ? null : <Icon name={tone === 'good' ? 'check' : 'alert'} size={16} />}
        <span>
          {problem === 'small' && promo.status === 'good'
            ? t('promo.small', { least: formatMoney(promo.least) })
            : promoLine(promo, t('promo.none', { percent: terms?.bonusPercent ?? 0 }), t('promo.fault'))}
        </span>
      </p>
      {problem === null ? null : (
        <Button disabled={isBusy} onClick={onPayWithout}>
          {t('promo.without')}
        </Button>
      )}
      {promo.status === 'good' && promo.held !== null && !checking ? <HeldLine held={promo.held} /> : null}
    </div>
  )
}

/** Tells that an unpaid order has the code too, and leads to its payment. */
function HeldLine({ held }: { held: NonNullable<Extract<Promo, { status: 'good' }>['held']> }): ReactElement {
  const { t } = useTranslation('deposit')
  const way = payableUrl(held.url)
  return (
    <p className="deposit-held">
      {t('promo.held', { amount: formatMoney(held.amount) })} {way === null ? null : <a href={way}>{t('orders.go')}</a>}
    </p>
  )
}

function toneOf({ status }: Promo, problem: CodeProblem | null): 'good' | 'bad' | undefined {
  if (problem !== null || status === 'bad' || status === 'fault') return 'bad'
  return status === 'good' ? 'good' : undefined
}

function promoLine(promo: Promo, none: string, fault: string): string {
  if (promo.status === 'none') return none
  return promo.status === 'fault' ? fault : promo.message
}
