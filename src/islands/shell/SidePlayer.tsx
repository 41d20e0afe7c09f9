// The player at the top of the side menu: a link to the dashboard, and signing out.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '../../protocol/user.ts'
import { useLogout } from '../account/login/use-logout.ts'
import menu from '../ui/controls/menu.module.css'
import { Icon } from '../ui/Icon.tsx'
import { Avatar } from '../ui/players/Avatar.tsx'
import styles from './side-account.module.css'

export function SidePlayer({ user }: { user: CurrentUser }): ReactElement {
  const { t } = useTranslation('shell')
  const { leaving, leave } = useLogout()
  return (
    <>
      <a className={styles.player} href="/dashboard">
        <Avatar src={user.avatar} name="" level={user.lvl} size={44} />
        <span className={styles.words}>
          <span className={styles.name}>{user.username}</span>
          <span className={styles.level}>{t('account.level', { level: user.lvl })}</span>
        </span>
      </a>
      <button type="button" className={menu.opener} onClick={leave} disabled={leaving} aria-label={t('account.logout')}>
        <Icon name="logout" />
      </button>
    </>
  )
}
