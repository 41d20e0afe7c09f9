// How far a player's own play has unlocked their gifts, and how it does; nothing for guests and where nothing is locked.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { $gifts } from '../../stores/account/rewards.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './locked-gifts.module.css'

interface LockedGiftsProps {
  /** Whether how gifts are unlocked is a link instead of a sentence: two lines in the narrowest column. */
  readonly isShort?: boolean
}

export function LockedGifts({ isShort = false }: LockedGiftsProps): ReactElement | null {
  const { t } = useTranslation('shell')
  const gifts = useStore($gifts, { ssr: () => null })
  if (gifts === null || gifts.locked === 0) return null
  const { unlockable, locked, ownPercent } = gifts
  return (
    <p className={styles.line}>
      <Icon name="lock" size={16} />
      <span>
        <strong>{t('gifts.locked', { unlocked: formatMoney(unlockable), locked: formatMoney(locked) })}</strong>{' '}
        {isShort ? (
          <a href="/bonuses#gifts">{t('gifts.how')}</a>
        ) : (
          <span>{t('gifts.by', { percent: ownPercent })}</span>
        )}
      </span>
    </p>
  )
}
