// Who is looking, at the head of the side menu: the name with the way to the dashboard and out, or the sign-in button.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '../../contract/user.ts'
import { openLogin } from '../../stores/modals.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import menu from '../ui/menu.module.css'
import styles from './side-account.module.css'
import { useLogout } from './use-logout.ts'

const SIDE_MENU_ID = 'side-menu'

function signIn(): void {
  // The dialog would open under the menu.
  document.getElementById(SIDE_MENU_ID)?.hidePopover()
  openLogin()
}

function Player({ user }: { user: CurrentUser }): ReactElement {
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

function SideAccountView(): ReactElement {
  const { t } = useTranslation('shell')
  const state = useStore($user, { ssr: 'initial' })
  return (
    <div className={styles.account}>
      {state.status === 'authorised' ? (
        <Player user={state.user} />
      ) : (
        <>
          <span className={styles.name}>{t('account.guest')}</span>
          <Button tone="signal" icon="steam" disabled={state.status === 'unknown'} onClick={signIn}>
            {t('account.signInShort')}
          </Button>
        </>
      )}
    </div>
  )
}

export const SideAccount = island(SideAccountView)
