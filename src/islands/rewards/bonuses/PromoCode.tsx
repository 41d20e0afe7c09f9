// The promo code field: each change is checked. The deposit form uses the code from then on, or it opens a case here.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrizeView } from '../../../protocol/prize.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { $promoCode, LONGEST_CODE } from '../../../stores/payments/payment-code.ts'
import { $checking, $promo } from '../../../stores/payments/promo.ts'
import { applyPromoCode, startBonuses } from '../../../stores/rewards/bonuses.ts'
import { $promoOpening, openPromoCase } from '../../../stores/rewards/promo-case.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { OpenedCase } from '../parts/OpenedCase.tsx'
import styles from './bonuses.module.css'

interface PromoCodeProps {
  /** Whether the page shows the reel of a case; the bonuses page does, and others lead to it. */
  opensCases?: boolean
}

function PromoCodeView({ opensCases = false }: PromoCodeProps): ReactElement {
  const { t } = useTranslation('bonuses')
  const code = useStore($promoCode, { ssr: 'initial' })
  const promo = useStore($promo, { ssr: 'initial' })
  const checking = useStore($checking, { ssr: 'initial' })
  const opens = promo.status === 'good' && !checking && code.trim() !== '' ? promo.opens : null
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
      {opens === null ? (
        <Button href="/deposit" data-open="payment" icon="deposit">
          {t('toDeposit')}
        </Button>
      ) : opensCases ? (
        <OpenButton code={code} opens={opens} />
      ) : (
        <Button href="/bonuses" icon="cases">
          {t('promo.toOpen')}
        </Button>
      )}
      <p className={styles.verdict} data-tone={verdict.tone} role="status">
        <Icon name={verdict.icon} size={18} />
        <span>{verdict.words}</span>
      </p>
      {opensCases ? <OpenedCase /> : null}
    </div>
  )
}

function OpenButton({ code, opens }: { code: string; opens: PrizeView }): ReactElement {
  const { t } = useTranslation('bonuses')
  const opening = useStore($promoOpening, { ssr: 'initial' })
  return (
    <Button tone="signal" icon="cases" loading={opening === 'asking'} onClick={() => void openPromoCase(code, opens)}>
      {t('promo.open')}
    </Button>
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
  const opening = useStore($promoOpening, { ssr: 'initial' })
  if (isEmpty) return { icon: 'info', words: t('promo.hint') }
  if (user.status === 'guest') return { icon: 'clock', words: t('promo.guest') }
  if (opening === 'offline') return { icon: 'alert', tone: 'bad', words: t('promo.offline') }
  const isOpen = user.status === 'unknown' || checking || promo.status === 'none'
  if (isOpen) return { icon: 'clock', words: t('promo.checking') }
  if (promo.status === 'good') return { icon: 'check', tone: 'good', words: promo.message }
  return { icon: 'alert', tone: 'bad', words: promo.status === 'bad' ? promo.message : t('promo.fault') }
}

export const PromoCode = island(PromoCodeView)
