// The right corner of the header: a skeleton until it is known who looks, then the sign-in button or the player's own things.
import { useStore } from '@nanostores/react'
import { lazy, type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { openLogin } from '../../stores/modals.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './account-corner.module.css'

/** Guests never see it, so they never load it. */
const PlayerCorner = lazy(async () => ({ default: (await import('./PlayerCorner.tsx')).PlayerCorner }))

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
  return (
    <section className={styles.corner} aria-label={t('landmarks.account')} aria-busy={state.status === 'unknown'}>
      {state.status === 'unknown' ? <Unknown /> : null}
      {state.status === 'guest' ? <Guest /> : null}
      {state.status === 'authorised' ? (
        <Suspense fallback={<Unknown />}>
          <PlayerCorner user={state.user} />
        </Suspense>
      ) : null}
    </section>
  )
}

export const AccountCorner = island(AccountCornerView)
