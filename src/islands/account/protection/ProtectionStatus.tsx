// The status of the player's protection: whether the site is open to them; guests are asked to sign in.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import type { Exclusion } from '../../../protocol/limits.ts'
import { $limits, $limitsFailed, loadLimits, startLimits } from '../../../stores/account/limits.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { SignInButton } from '../../ui/controls/SignInButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import type { Elements } from '../../ui/own-element.tsx'
import styles from './protection.module.css'

function ProtectionStatusView(): ReactElement {
  const { t } = useTranslation(['protection', 'common'])
  const { status } = useStore($user, { ssr: 'initial' })
  const limits = useStore($limits, { ssr: 'initial' })
  const failed = useStore($limitsFailed, { ssr: 'initial' })
  useEffect(startLimits, [])
  if (status === 'guest') {
    return (
      <Line icon="user" text={t('status.guest')}>
        <SignInButton />
      </Line>
    )
  }
  if (limits !== null) return limits.exclusion === null ? <Open /> : <Closed {...limits.exclusion} />
  if (!failed) {
    return (
      <div className={styles.status} aria-busy="true">
        <Skeleton width="60%" height={20} />
      </div>
    )
  }
  return (
    <Line icon="alert" text={t('status.failed')}>
      <Button icon="refresh" onClick={() => void loadLimits()}>
        {t('common:actions.retry')}
      </Button>
    </Line>
  )
}

function Line({ icon, text, children }: { icon: string; text: string; children?: Elements }): ReactElement {
  return (
    <div className={styles.status}>
      <Icon name={icon} className={styles.state} />
      <p>{text}</p>
      {children}
    </div>
  )
}

function Open(): ReactElement {
  const { t } = useTranslation('protection')
  return <Line icon="check" text={t('status.open')} />
}

function Closed({ until, words = null }: Exclusion): ReactElement {
  const { t, i18n } = useTranslation('protection')
  const [dated, forever] = words === null ? (['until', 'forever'] as const) : (['byShop', 'byShopForever'] as const)
  return (
    <div className={styles.status} data-closed="">
      <Icon name="lock" className={styles.state} />
      <p role="status">
        <strong>
          {until === null ? t(`status.${forever}`) : t(`status.${dated}`, { date: formatDateTime(until) })}
        </strong>{' '}
        {words === null ? null : <span>{words[i18n.language as Language]} </span>}
        <span>{t('status.stays')}</span>
      </p>
      <Button href="/dashboard">{t('status.items')}</Button>
    </div>
  )
}

export const ProtectionStatus = island(ProtectionStatusView)
