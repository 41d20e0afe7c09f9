// Whether others see the player's name and picture.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $account, setHidden } from '../../stores/account.ts'
import { toast } from '../../stores/toasts.ts'
import { Switch } from '../ui/Switch.tsx'
import styles from './settings-room.module.css'

export function Privacy(): ReactElement {
  const { t } = useTranslation('dashboard')
  const account = useStore($account)
  // What was just asked for stands there until the server has said what holds.
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
