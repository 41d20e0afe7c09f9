// Who is looking, at the head of the side menu: the name with the way to the dashboard and out, or the sign-in button.
import { useStore } from '@nanostores/react'
import { lazy, type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { openLogin } from '../../stores/modals.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './side-account.module.css'

/** Guests never see it, so they never load it. */
const SidePlayer = lazy(async () => ({ default: (await import('./SidePlayer.tsx')).SidePlayer }))

const SIDE_MENU_ID = 'side-menu'

function signIn(): void {
  // The dialog would open under the menu.
  document.getElementById(SIDE_MENU_ID)?.hidePopover()
  openLogin()
}

function SideAccountView(): ReactElement {
  const { t } = useTranslation('shell')
  const state = useStore($user, { ssr: 'initial' })
  return (
    <div className={styles.account}>
      {state.status === 'authorised' ? (
        <Suspense>
          <SidePlayer user={state.user} />
        </Suspense>
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
