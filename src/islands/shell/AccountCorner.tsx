// The right corner of the header: a skeleton until it is known who looks, then the sign-in button or the player's own things.
import { useStore } from '@nanostores/react'
import { lazy, type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '../../contract/user.ts'
import { openLogin } from '../../stores/modals.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import menu from '../ui/menu.module.css'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './account-corner.module.css'
import { CountingBalance } from './CountingBalance.tsx'
import { useLogout } from './use-logout.ts'

/** Guests never see it, so they never load it. */
const NotificationsMenu = lazy(async () => ({ default: (await import('./NotificationsMenu.tsx')).NotificationsMenu }))

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

/** Stands in the bell's place until its menu is there. */
function Bell(): ReactElement {
  const { t } = useTranslation('shell')
  return (
    <button type="button" className={menu.opener} aria-label={t('notifications.title')} disabled>
      <Icon name="bell" />
    </button>
  )
}

function Player({ user }: { user: CurrentUser }): ReactElement {
  const { t } = useTranslation('shell')
  const { leaving, leave } = useLogout()
  return (
    <>
      <Suspense fallback={<Bell />}>
        <NotificationsMenu />
      </Suspense>
      <div className={styles.money}>
        <span className={styles.balance}>
          <span className="unseen">{t('account.balance')}: </span>
          <CountingBalance cents={user.balance} />
        </span>
        <a className={styles.deposit} href="/deposit" data-open="payment" aria-haspopup="dialog">
          <Icon name="plus" size={16} />
          <span className={styles.depositWord}>{t('account.deposit')}</span>
        </a>
      </div>
      <a
        className={styles.avatar}
        href="/dashboard"
        aria-label={t('account.dashboard', { name: user.username, level: user.lvl })}
      >
        <Avatar src={user.avatar} name="" level={user.lvl} size={40} />
      </a>
      <button
        type="button"
        className={classes(menu.opener, styles.logout)}
        onClick={leave}
        disabled={leaving}
        aria-label={t('account.logout')}
      >
        <Icon name="logout" />
      </button>
    </>
  )
}

function AccountCornerView(): ReactElement {
  const { t } = useTranslation('shell')
  const state = useStore($user, { ssr: 'initial' })
  return (
    <section className={styles.corner} aria-label={t('landmarks.account')} aria-busy={state.status === 'unknown'}>
      {state.status === 'unknown' ? <Unknown /> : null}
      {state.status === 'guest' ? <Guest /> : null}
      {state.status === 'authorised' ? <Player user={state.user} /> : null}
    </section>
  )
}

export const AccountCorner = island(AccountCornerView)
