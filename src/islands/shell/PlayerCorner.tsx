// The player's part of the header: notifications, balance, a link to the dashboard, and signing out.
import { memo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '../../protocol/user.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import menu from '../ui/menu.module.css'
import styles from './account-corner.module.css'
import { Balance } from './Balance.tsx'
import { NotificationsMenu } from './NotificationsMenu.tsx'
import { useLogout } from './use-logout.ts'

/** Does not render again with each change of the balance, which comes with a result. */
const Bell = memo(NotificationsMenu)

export function PlayerCorner({ user }: { user: CurrentUser }): ReactElement {
  const { t } = useTranslation('shell')
  const { leaving, leave } = useLogout()
  return (
    <>
      <Bell />
      <div className={styles.money}>
        <Balance cents={user.balance} />
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
