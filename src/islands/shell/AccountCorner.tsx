// The account in the right corner of the header, as the server renders it: a skeleton, the sign-in button, and the place of the player.
// The style sheet shows one of them by the state of the session (account-state.ts).
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './account-corner.module.css'

function AccountCornerView(): ReactElement {
  const { t } = useTranslation('shell')
  return (
    <section className={styles.corner} aria-label={t('landmarks.account')} aria-busy="true" data-account="">
      <p className={styles.unreachable} role="status" data-unreachable="" hidden>
        {t('account.unreachable')}
      </p>
      <div className={styles.slot} data-slot="corner" />
      <span className={styles.unknown}>
        <span className="unseen">{t('account.loading')}</span>
        <Skeleton width="100%" height={44} className={styles.waiting} />
      </span>
      <span className={styles.guest}>
        <Button tone="signal" icon="steam" data-open="login" aria-haspopup="dialog" aria-label={t('account.signIn')}>
          <span className={styles.long}>{t('account.signIn')}</span>
          <span className={styles.short}>{t('account.signInShort')}</span>
        </Button>
      </span>
    </section>
  )
}

export const AccountCorner = island(AccountCornerView)
