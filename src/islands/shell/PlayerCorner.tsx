// The player's part of the header: notifications, balance, a link to the dashboard, and signing out.
import type { i18n } from 'i18next'
import { memo, type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '../../protocol/user.ts'
import { loadPart } from '../../stores/kernel/load-part.ts'
import { useLogout } from '../account/login/use-logout.ts'
import { NotificationsMenu } from '../account/notifications/NotificationsMenu.tsx'
import { classes } from '../ui/classes.ts'
import menu from '../ui/controls/menu.module.css'
import { Icon } from '../ui/Icon.tsx'
import { Avatar } from '../ui/players/Avatar.tsx'
import styles from './account-corner.module.css'
import { Balance } from './Balance.tsx'

/** Loads the badges of the navigation: they are for signed-in players only. */
async function startBadges(speech: i18n): Promise<void> {
  try {
    await (await loadPart(() => import('./badges.ts'))).startBadges(document, speech)
  } catch (fault) {
    console.error('The navigation could not be marked', fault)
  }
}

/** Does not render again with each change of the balance, which comes with a result. */
const Bell = memo(NotificationsMenu)

export function PlayerCorner({ user }: { user: CurrentUser }): ReactElement {
  const { t, i18n } = useTranslation('shell')
  useEffect(() => void startBadges(i18n), [i18n])
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
