// One line that says where somebody stands with a bonus, and the way on beside it; also while that is unknown or cannot be read.
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { loadBonuses } from '../../stores/bonuses.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SignInButton } from '../ui/SignInButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './bonuses.module.css'

export interface StandingProps {
  icon: string
  tone?: 'good' | 'bad' | undefined
  words: string
  /** The way on. */
  children?: ReactNode
}

export function Standing({ icon, tone, words, children }: StandingProps): ReactElement {
  return (
    <div className={styles.standing}>
      <p className={styles.line} data-tone={tone} role="status">
        <Icon name={icon} size={18} />
        <span>{words}</span>
      </p>
      {children}
    </div>
  )
}

/** What is known without knowing who looks, and the way to sign in. */
export function GuestStanding({ icon, words }: Pick<StandingProps, 'icon' | 'words'>): ReactElement {
  return (
    <Standing icon={icon} words={words}>
      <SignInButton />
    </Standing>
  )
}

export function UnknownStanding(): ReactElement {
  return (
    <div className={styles.standing} aria-busy="true">
      <span className={styles.line}>
        <Skeleton width="70%" height={18} />
      </span>
      <Skeleton height={44} className={styles.waiting} />
    </div>
  )
}

export function UnreadStanding(): ReactElement {
  const { t } = useTranslation('common')
  return (
    <Standing icon="alert" tone="bad" words={t('errors.offline')}>
      <Button icon="refresh" onClick={() => void loadBonuses()}>
        {t('actions.retry')}
      </Button>
    </Standing>
  )
}
