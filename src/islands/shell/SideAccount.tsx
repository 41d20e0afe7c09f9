// The account at the top of the side menu, as the server renders it: the sign-in button, and the place of the player (account-state.ts).
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import styles from './side-account.module.css'

function SideAccountView(): ReactElement {
  const { t } = useTranslation('shell')
  return (
    <div className={styles.account}>
      <div className={styles.slot} data-slot="side" />
      <span className={classes(styles.name, styles.guest)} data-reachable="">
        {t('account.guest')}
      </span>
      <span className={classes(styles.name, styles.guest)} data-unreachable="" hidden>
        {t('account.unreachable')}
      </span>
      <Button tone="signal" icon="steam" className={styles.guest} data-open="login" data-known="" disabled>
        {t('account.signInShort')}
      </Button>
    </div>
  )
}

export const SideAccount = island(SideAccountView)
