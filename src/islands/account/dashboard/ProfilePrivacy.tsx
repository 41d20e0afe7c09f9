// The settings of what others see: whether the player's name and picture are hidden, and whether they are on leaderboards.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $account, setHidden } from '../../../stores/account/account.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { setOnBoards } from '../../../stores/rewards/leaderboard.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import styles from './settings-tab.module.css'

export function ProfilePrivacy(): ReactElement {
  const { t } = useTranslation('dashboard')
  const account = useStore($account)
  const known = account.status === 'ready' ? account : null
  return (
    <div className={styles.switches}>
      <Setting
        icon="lock"
        label={t('privacy.label')}
        hint={t('privacy.hint')}
        value={known?.hidden ?? null}
        save={setHidden}
      />
      <Setting
        icon="leaderboard"
        label={t('privacy.boards.label')}
        hint={t('privacy.boards.hint')}
        value={known?.onBoards ?? null}
        save={setOnBoards}
      />
    </div>
  )
}

interface SettingProps {
  readonly icon: string
  readonly label: string
  readonly hint: string
  /** Null until it is known. */
  readonly value: boolean | null
  /** Returns false when the outcome is unknown. */
  readonly save: (value: boolean) => Promise<boolean>
}

function Setting({ icon, label, hint, value, save }: SettingProps): ReactElement {
  const { t } = useTranslation('dashboard')
  // The requested value is shown until the server confirms or refuses it.
  const [asked, setAsked] = useState<boolean | null>(null)
  const change = async (wanted: boolean): Promise<void> => {
    setAsked(wanted)
    const isDone = await save(wanted)
    setAsked(null)
    if (!isDone) toast('error', t('failed'))
  }
  return (
    <Switch
      icon={icon}
      label={label}
      hint={hint}
      checked={asked ?? value ?? false}
      disabled={value === null || asked !== null}
      onChange={(wanted) => void change(wanted)}
    />
  )
}
