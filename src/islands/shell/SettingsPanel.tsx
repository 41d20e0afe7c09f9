// The settings of this browser: sound, quick openings, calm motion.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $calm, $quick, $sound, DEFAULTS } from '../../stores/kernel/preferences.ts'
import { play } from '../../stores/kernel/sound.ts'
import { island } from '../island.tsx'
import { Switch } from '../ui/Switch.tsx'
import styles from './settings-panel.module.css'

function SettingsPanelView(): ReactElement {
  const { t } = useTranslation('shell')
  const sound = useStore($sound, { ssr: () => DEFAULTS.sound })
  const quick = useStore($quick, { ssr: () => DEFAULTS.quick })
  const calm = useStore($calm, { ssr: () => DEFAULTS.calm })
  return (
    <div className={styles.panel}>
      <Switch
        icon={sound === 'on' ? 'sound-on' : 'sound-off'}
        label={t('settings.sound')}
        hint={t('settings.soundHint')}
        checked={sound === 'on'}
        onChange={(on) => {
          $sound.set(on ? 'on' : 'off')
          play('good')
        }}
      />
      <Switch
        icon="quick"
        label={t('settings.quick')}
        hint={t('settings.quickHint')}
        checked={quick === 'on'}
        onChange={(on) => $quick.set(on ? 'on' : 'off')}
      />
      <Switch
        icon="motion"
        label={t('settings.calm')}
        hint={t('settings.calmHint')}
        checked={calm === 'on'}
        onChange={(on) => $calm.set(on ? 'on' : 'off')}
      />
    </div>
  )
}

export const SettingsPanel = island(SettingsPanelView)
