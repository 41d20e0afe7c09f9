// The account in the right corner of the header: a skeleton while the session is unknown, the sign-in button, or the player.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $isAccountUnreachable, $user } from '../../stores/kernel/user.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Skeleton } from '../ui/lists/Skeleton.tsx'
import styles from './account-corner.module.css'
import { PlayerCorner } from './PlayerCorner.tsx'

function AccountCornerView(): ReactElement {
  const { t } = useTranslation('shell')
  const state = useStore($user, { ssr: 'initial' })
  const isUnreachable = useStore($isAccountUnreachable, { ssr: 'initial' })
  return (
    <section
      className={styles.corner}
      aria-label={t('landmarks.account')}
      aria-busy={state.status === 'unknown'}
      data-account={state.status}
    >
      <p className={isUnreachable ? styles.unreachable : 'unseen'} role="status">
        {isUnreachable ? t('account.unreachable') : null}
      </p>
      {state.status === 'authorised' ? <PlayerCorner user={state.user} /> : null}
      {state.status === 'unknown' && !isUnreachable ? <Unknown /> : null}
      {state.status === 'authorised' ? null : <SignIn />}
    </section>
  )
}

/** Has the place of the player. The style sheet shows it to visitors with a session, and the sign-in button to guests (layouts/Shell.astro). */
function Unknown(): ReactElement {
  const { t } = useTranslation('shell')
  return (
    <span className={styles.unknown}>
      <span className="unseen">{t('account.loading')}</span>
      <Skeleton width="100%" height={44} className={styles.waiting} />
    </span>
  )
}

function SignIn(): ReactElement {
  const { t } = useTranslation('shell')
  return (
    <span className={styles.guest}>
      <Button tone="signal" icon="steam" data-open="login" aria-haspopup="dialog" aria-label={t('account.signIn')}>
        <span className={styles.long}>{t('account.signIn')}</span>
        <span className={styles.short}>{t('account.signInShort')}</span>
      </Button>
    </span>
  )
}

export const AccountCorner = island(AccountCornerView, { broken: 'button' })
