// The promo code field: each change is checked, and the deposit form uses the code from then on.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $user } from '../../../stores/kernel/user.ts'
import { $promoCode, LONGEST_CODE } from '../../../stores/payments/payment-code.ts'
import { $checking, $promo } from '../../../stores/payments/promo.ts'
import { applyPromoCode, startBonuses } from '../../../stores/rewards/bonuses.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './bonuses.module.css'

function PromoCodeView(): ReactElement {
  const { t } = useTranslation('bonuses')
  const code = useStore($promoCode, { ssr: 'initial' })
  const verdict = useVerdict(code.trim() === '')
  useEffect(startBonuses, [])
  return (
    <div className={styles.code}>
      <Field
        label={t('promo.label')}
        value={code}
        maxLength={LONGEST_CODE}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => void applyPromoCode(event.currentTarget.value)}
      />
      <Button href="/deposit" data-open="payment" icon="deposit">
        {t('toDeposit')}
      </Button>
      <p className={styles.verdict} data-tone={verdict.tone} role="status">
        <Icon name={verdict.icon} size={18} />
        <span>{verdict.words}</span>
      </p>
    </div>
  )
}

interface Verdict {
  readonly icon: string
  readonly tone?: 'good' | 'bad'
  readonly words: string
}

/** Returns what the store knows of the code in the field. */
function useVerdict(isEmpty: boolean): Verdict {
  const { t } = useTranslation('bonuses')
  const user = useStore($user, { ssr: 'initial' })
  const promo = useStore($promo, { ssr: 'initial' })
  const checking = useStore($checking, { ssr: 'initial' })
  if (isEmpty) return { icon: 'info', words: t('promo.hint') }
  if (user.status === 'guest') return { icon: 'clock', words: t('promo.guest') }
  const isOpen = user.status === 'unknown' || checking || promo.status === 'none'
  if (isOpen) return { icon: 'clock', words: t('promo.checking') }
  if (promo.status === 'good') return { icon: 'check', tone: 'good', words: promo.message }
  return { icon: 'alert', tone: 'bad', words: promo.status === 'bad' ? promo.message : t('promo.fault') }
}

export const PromoCode = island(PromoCodeView)
