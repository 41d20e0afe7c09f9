// Whether the first-deposit bonus is this player's, and what to do for it.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { FirstDepositState } from '../../contract/bonuses.ts'
import { $bonuses, startBonuses } from '../../stores/bonuses.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { GuestStanding, Standing, UnknownStanding, UnreadStanding } from './Standing.tsx'

const ICONS: Readonly<Record<FirstDepositState, string>> = { open: 'check', held: 'clock', code: 'link', used: 'info' }

function FirstDepositView(): ReactElement {
  const { t } = useTranslation('bonuses')
  const user = useStore($user, { ssr: 'initial' })
  const bonuses = useStore($bonuses, { ssr: 'initial' })
  useEffect(startBonuses, [])
  if (user.status === 'guest') return <GuestStanding icon="user" words={t('first.guest')} />
  if (user.status === 'unknown' || bonuses.status === 'loading') return <UnknownStanding />
  if (bonuses.status === 'failed') return <UnreadStanding />
  const { state, percent } = bonuses.firstDeposit
  return (
    <Standing icon={ICONS[state]} tone={state === 'open' ? 'good' : undefined} words={t(`first.${state}`, { percent })}>
      {state === 'code' ? (
        <Button href="/referral" icon="referral">
          {t('first.toReferral')}
        </Button>
      ) : (
        <Button href="/deposit" data-open={state === 'held' ? undefined : 'payment'} icon="deposit">
          {t('toDeposit')}
        </Button>
      )}
    </Standing>
  )
}

export const FirstDeposit = island(FirstDepositView)
