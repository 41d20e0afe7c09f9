// Tells a player whether they can use the first-deposit bonus, and what to do for it.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { FirstDepositState } from '../../../protocol/bonuses.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { $bonuses, loadBonuses, startBonuses } from '../../../stores/rewards/bonuses.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { BonusStatus, GuestStatus, StatusFailed, StatusSkeleton } from './BonusStatus.tsx'

const ICONS: Readonly<Record<FirstDepositState, string>> = { open: 'check', code: 'link', used: 'info' }

function FirstDepositView(): ReactElement {
  const { t } = useTranslation('bonuses')
  const user = useStore($user, { ssr: 'initial' })
  const bonuses = useStore($bonuses, { ssr: 'initial' })
  useEffect(startBonuses, [])
  if (user.status === 'guest') return <GuestStatus icon="user" words={t('first.guest')} />
  if (user.status === 'unknown' || bonuses.status === 'loading') return <StatusSkeleton />
  if (bonuses.status === 'failed') return <StatusFailed retry={loadBonuses} />
  const { state, percent } = bonuses.firstDeposit
  return (
    <BonusStatus
      icon={ICONS[state]}
      tone={state === 'open' ? 'good' : undefined}
      words={t(`first.${state}`, { percent })}
    >
      {state === 'code' ? (
        <Button href="/referral" icon="referral">
          {t('first.toReferral')}
        </Button>
      ) : (
        <Button href="/deposit" data-open="payment" icon="deposit">
          {t('toDeposit')}
        </Button>
      )}
    </BonusStatus>
  )
}

export const FirstDeposit = island(FirstDepositView)
