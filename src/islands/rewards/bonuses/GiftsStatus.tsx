// Tells a player how much of their gifts is locked, or that nothing is.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $gifts, $isRewardsFailed, loadRewards } from '../../../stores/account/rewards.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { island } from '../../island.tsx'
import { LockedGifts } from '../../withdrawal/LockedGifts.tsx'
import { BonusStatus, GuestStatus, StatusFailed, StatusSkeleton } from './BonusStatus.tsx'
import styles from './bonuses.module.css'

function GiftsStatusView(): ReactElement {
  const { t } = useTranslation('bonuses')
  const user = useStore($user, { ssr: 'initial' })
  // The header reads them on every page of a player.
  const gifts = useStore($gifts, { ssr: () => null })
  const isFailed = useStore($isRewardsFailed, { ssr: 'initial' })
  if (user.status === 'guest') return <GuestStatus icon="user" words={t('gifts.guest')} />
  if (gifts === null && isFailed) return <StatusFailed retry={loadRewards} />
  if (gifts === null || user.status === 'unknown') return <StatusSkeleton />
  if (gifts.locked === 0) return <BonusStatus icon="check" tone="good" words={t('gifts.none')} />
  return (
    <div className={styles.status} role="status">
      <LockedGifts />
    </div>
  )
}

export const GiftsStatus = island(GiftsStatusView)
