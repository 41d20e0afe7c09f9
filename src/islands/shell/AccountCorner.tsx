// The account in the right corner of the header: a skeleton until the session is known, then the sign-in button or the player.
import { useStore } from '@nanostores/react'
import { type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { $isOffline } from '../../stores/kernel/connection.ts'
import { openLogin } from '../../stores/kernel/modals.ts'
import { $isUserUnreachable, $user } from '../../stores/kernel/user.ts'
import { island } from '../island.tsx'
import { latePart } from '../late-part.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './account-corner.module.css'

/** Is not loaded for guests. */
const PlayerCorner = latePart(() => import('./PlayerCorner.tsx'), 'PlayerCorner')

function Unknown(): ReactElement {
  const { t } = useTranslation('shell')
  return (
    <>
      <span className="unseen">{t('account.loading')}</span>
      <Skeleton width="100%" height={44} className={styles.waiting} />
    </>
  )
}

function Guest(): ReactElement {
  const { t } = useTranslation('shell')
  return (
    <Button tone="signal" icon="steam" onClick={openLogin} aria-haspopup="dialog" aria-label={t('account.signIn')}>
      <span className={styles.long}>{t('account.signIn')}</span>
      <span className={styles.short}>{t('account.signInShort')}</span>
    </Button>
  )
}

function AccountCornerView(): ReactElement {
  const { t } = useTranslation('shell')
  const state = useStore($user, { ssr: 'initial' })
  const isOffline = useStore($isOffline, { ssr: 'initial' })
  const isUnreachable = useStore($isUserUnreachable, { ssr: 'initial' })
  return (
    <section className={styles.corner} aria-label={t('landmarks.account')} aria-busy={state.status === 'unknown'}>
      {/* Without a network the page says so itself. */}
      {isUnreachable && !isOffline ? (
        <p className={styles.unreachable} role="status">
          {t('account.unreachable')}
        </p>
      ) : null}
      {state.status === 'unknown' && (isOffline || !isUnreachable) ? <Unknown /> : null}
      {state.status === 'guest' ? <Guest /> : null}
      {state.status === 'authorised' ? (
        <Suspense fallback={<Unknown />}>
          <PlayerCorner user={state.user} />
        </Suspense>
      ) : null}
    </section>
  )
}

export const AccountCorner = island(AccountCornerView, { broken: 'button' })
