// The setting that hides the player's name and picture from others.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $account, setHidden } from '../../stores/account/account.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { Switch } from '../ui/Switch.tsx'
import styles from './settings-tab.module.css'

export function ProfilePrivacy(): ReactElement {
  const { t } = useTranslation('dashboard')
  const account = useStore($account)
  // The requested value is shown until the server confirms or refuses it.
  const [asked, setAsked] = useState<boolean | null>(null)
  const isKnown = account.status === 'ready'
  const change = async (hidden: boolean): Promise<void> => {
    setAsked(hidden)
    const isDone = await setHidden(hidden)
    setAsked(null)
    if (!isDone) toast('error', t('failed'))
  }
  return (
    <div className={styles.switches}>
      <Switch
        icon="lock"
        label={t('privacy.label')}
        hint={t('privacy.hint')}
        checked={asked ?? (isKnown && account.hidden)}
        disabled={!isKnown || asked !== null}
        onChange={(hidden) => void change(hidden)}
      />
    </div>
  )
}
