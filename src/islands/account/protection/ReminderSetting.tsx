// The setting of the interval between reality checks.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RealityMinutes } from '../../../protocol/limits.ts'
import { saveReminder } from '../../../stores/account/limits.ts'
import { openLogin } from '../../../stores/kernel/modals.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { island } from '../../island.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import styles from './protection.module.css'

const CHOICES = [15, 30, 60, 120] as const satisfies readonly RealityMinutes[]

function ReminderSettingView(): ReactElement {
  const { t } = useTranslation('protection')
  const state = useStore($user, { ssr: 'initial' })
  /** The choice that is being saved; null otherwise. */
  const [wished, setWished] = useState<number | null>(null)
  const [failed, setFailed] = useState(false)
  const kept = state.status === 'authorised' ? (state.user.realityMinutes ?? 0) : 0

  const choose = async (minutes: number): Promise<void> => {
    if (state.status === 'guest') {
      openLogin()
      return
    }
    setWished(minutes)
    setFailed(!(await saveReminder(CHOICES.find((choice) => choice === minutes) ?? null)))
    setWished(null)
  }

  return (
    <div className={styles.tool} aria-busy={wished !== null}>
      <Segmented
        label={t('reminder.label')}
        className={styles.choice}
        disabled={state.status === 'unknown'}
        options={[
          { value: 0, label: t('reminder.off') },
          ...CHOICES.map((minutes) => ({ value: minutes, label: t(`reminder.${minutes}`) })),
        ]}
        value={wished ?? kept}
        onChange={(minutes) => void choose(minutes)}
      />
      <p className={styles.fault} role="status">
        {failed ? t('failed') : null}
      </p>
    </div>
  )
}

export const ReminderSetting = island(ReminderSettingView)
