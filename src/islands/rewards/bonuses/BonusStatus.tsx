// The status of a bonus in one line, with the button for the next step; also while the status is loading or failed to load.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { SignInButton } from '../../ui/controls/SignInButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import type { Elements } from '../../ui/own-element.tsx'
import styles from './bonuses.module.css'

export interface BonusStatusProps {
  icon: string
  tone?: 'good' | 'bad' | undefined
  words: string
  /** The button for the next step. */
  children?: Elements
}

export function BonusStatus({ icon, tone, words, children }: BonusStatusProps): ReactElement {
  return (
    <div className={styles.status}>
      <p className={styles.line} data-tone={tone} role="status">
        <Icon name={icon} size={18} />
        <span>{words}</span>
      </p>
      {children}
    </div>
  )
}

/** Shows guests what the bonus is, and the sign-in button. */
export function GuestStatus({ icon, words }: Pick<BonusStatusProps, 'icon' | 'words'>): ReactElement {
  return (
    <BonusStatus icon={icon} words={words}>
      <SignInButton />
    </BonusStatus>
  )
}

export function StatusSkeleton(): ReactElement {
  return (
    <div className={styles.status} aria-busy="true">
      <span className={styles.line}>
        <Skeleton width="70%" height={18} />
      </span>
      <Skeleton height={44} className={styles.buttonSkeleton} />
    </div>
  )
}

interface StatusFailedProps {
  /** Loads what failed again. */
  readonly retry: () => Promise<void>
}

export function StatusFailed({ retry }: StatusFailedProps): ReactElement {
  const { t } = useTranslation('common')
  return (
    <BonusStatus icon="alert" tone="bad" words={t('errors.offline')}>
      <Button icon="refresh" onClick={() => void retry()}>
        {t('actions.retry')}
      </Button>
    </BonusStatus>
  )
}
