// Tells a player how much of their gifts is locked, and how far their play has unlocked it.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { $user } from '../../stores/kernel/user.ts'
import { $bonuses, startBonuses } from '../../stores/payments/bonuses.ts'
import { island } from '../island.tsx'
import { BonusStatus, GuestStatus, StatusFailed, StatusSkeleton } from './BonusStatus.tsx'

function LockedGiftsView(): ReactElement {
  const { t } = useTranslation('bonuses')
  const user = useStore($user, { ssr: 'initial' })
  const bonuses = useStore($bonuses, { ssr: 'initial' })
  useEffect(startBonuses, [])
  if (user.status === 'guest') return <GuestStatus icon="user" words={t('gifts.guest')} />
  if (user.status === 'unknown' || bonuses.status === 'loading') return <StatusSkeleton />
  if (bonuses.status === 'failed') return <StatusFailed />
  const { locked, unlockable } = bonuses.gifts
  if (locked === 0) return <BonusStatus icon="check" tone="good" words={t('gifts.none')} />
  const words = t('gifts.locked', { unlocked: formatMoney(unlockable), locked: formatMoney(locked) })
  return <BonusStatus icon="lock" words={words} />
}

export const LockedGifts = island(LockedGiftsView)
