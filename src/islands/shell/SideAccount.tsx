// The account at the top of the side menu: the sign-in button, or the player.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $isAccountUnreachable, $user } from '../../stores/kernel/user.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { SidePlayer } from './SidePlayer.tsx'
import styles from './side-account.module.css'

function SideAccountView(): ReactElement {
  const { t } = useTranslation('shell')
  const state = useStore($user, { ssr: 'initial' })
  const isUnreachable = useStore($isAccountUnreachable, { ssr: 'initial' })
  return (
    <div className={styles.account} data-account={isUnreachable ? 'unreachable' : state.status}>
      {state.status === 'authorised' ? (
        <SidePlayer user={state.user} />
      ) : (
        <>
          <span className={styles.name}>{isUnreachable ? t('account.unreachable') : t('account.guest')}</span>
          <Button tone="signal" icon="steam" data-open="login" aria-haspopup="dialog">
            {t('account.signInShort')}
          </Button>
        </>
      )}
    </div>
  )
}

export const SideAccount = island(SideAccountView, { broken: 'button' })
