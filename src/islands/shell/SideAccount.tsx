// The account at the top of the side menu: the player, or the sign-in button.
import { useStore } from '@nanostores/react'
import { type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { openLogin } from '../../stores/kernel/modals.ts'
import { $isUserUnreachable, $user } from '../../stores/kernel/user.ts'
import { island } from '../island.tsx'
import { latePart } from '../late-part.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './side-account.module.css'

/** Is not loaded for guests. */
const SidePlayer = latePart(() => import('./SidePlayer.tsx'), 'SidePlayer')

const SIDE_MENU_ID = 'side-menu'

function signIn(): void {
  // The menu would cover the dialog.
  document.getElementById(SIDE_MENU_ID)?.hidePopover()
  openLogin()
}

function SideAccountView(): ReactElement {
  const { t } = useTranslation('shell')
  const state = useStore($user, { ssr: 'initial' })
  const isUnreachable = useStore($isUserUnreachable, { ssr: 'initial' })
  return (
    <div className={styles.account}>
      {state.status === 'authorised' ? (
        <Suspense>
          <SidePlayer user={state.user} />
        </Suspense>
      ) : (
        <>
          <span className={styles.name}>{isUnreachable ? t('account.unreachable') : t('account.guest')}</span>
          <Button tone="signal" icon="steam" disabled={state.status === 'unknown'} onClick={signIn}>
            {t('account.signInShort')}
          </Button>
        </>
      )}
    </div>
  )
}

export const SideAccount = island(SideAccountView, { broken: 'button' })
