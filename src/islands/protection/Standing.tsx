// What holds for whoever looks: an invitation for a guest, and for a player whether the site is open to him.
import { useStore } from '@nanostores/react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Exclusion } from '../../contract/limits.ts'
import { $limits, $limitsFailed, loadLimits, startLimits } from '../../stores/limits.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SignInButton } from '../ui/SignInButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './protection.module.css'
import { momentText } from './words.ts'

function StandingView(): ReactElement {
  const { t } = useTranslation(['protection', 'common'])
  const { status } = useStore($user, { ssr: 'initial' })
  const limits = useStore($limits, { ssr: 'initial' })
  const failed = useStore($limitsFailed, { ssr: 'initial' })
  useEffect(startLimits, [])
  if (status === 'guest') {
    return (
      <Line icon="user" text={t('standing.guest')}>
        <SignInButton />
      </Line>
    )
  }
  if (limits !== null) return limits.exclusion === null ? <Open /> : <Closed {...limits.exclusion} />
  if (!failed) {
    return (
      <div className={styles.standing} aria-busy="true">
        <Skeleton width="60%" height={20} />
      </div>
    )
  }
  return (
    <Line icon="alert" text={t('standing.failed')}>
      <Button icon="refresh" onClick={() => void loadLimits()}>
        {t('common:actions.retry')}
      </Button>
    </Line>
  )
}

function Line({ icon, text, children }: { icon: string; text: string; children?: ReactNode }): ReactElement {
  return (
    <div className={styles.standing}>
      <Icon name={icon} className={styles.state} />
      <p>{text}</p>
      {children}
    </div>
  )
}

function Open(): ReactElement {
  const { t } = useTranslation('protection')
  return <Line icon="check" text={t('standing.open')} />
}

function Closed({ until }: Exclusion): ReactElement {
  const { t } = useTranslation('protection')
  return (
    <div className={styles.standing} data-closed="">
      <Icon name="lock" className={styles.state} />
      <p role="status">
        <strong>{until === null ? t('standing.forever') : t('standing.until', { date: momentText(until) })}</strong>{' '}
        {t('standing.stays')}
      </p>
      <Button href="/dashboard">{t('standing.items')}</Button>
    </div>
  )
}

export const Standing = island(StandingView)
