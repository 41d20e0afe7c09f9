// A promo code: checked on each change, and on its way to the deposit form from then on.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { startBonuses, takeCode } from '../../stores/bonuses.ts'
import { $promoCode, LONGEST_CODE } from '../../stores/payment-code.ts'
import { $checking, $promo } from '../../stores/promo.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
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
        onChange={(event) => void takeCode(event.currentTarget.value)}
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

/** What is known of the code on show. */
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
