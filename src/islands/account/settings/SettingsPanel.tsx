// The settings of this browser: sound and its volume, quick openings, calm motion, vibration.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canVibrate, vibrate } from '../../../stores/kernel/haptics.ts'
import {
  $calm,
  $haptics,
  $quick,
  $sound,
  $volume,
  DEFAULT_VOLUME,
  DEFAULTS,
} from '../../../stores/kernel/preferences.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { island } from '../../island.tsx'
import { Slider } from '../../ui/controls/Slider.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import styles from './settings-panel.module.css'

const VOLUME_STEP = 5

const playSample = (): void => play('good')

function SettingsPanelView(): ReactElement {
  const { t } = useTranslation('shell')
  const quick = useStore($quick, { ssr: () => DEFAULTS.quick })
  const calm = useStore($calm, { ssr: () => DEFAULTS.calm })
  return (
    <div className={styles.panel}>
      <Sound />
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
      <Vibration />
    </div>
  )
}

/** Renders the switch for sound and its volume; both answer with a sound. */
function Sound(): ReactElement {
  const { t } = useTranslation('shell')
  const sound = useStore($sound, { ssr: () => DEFAULTS.sound })
  const volume = useStore($volume, { ssr: () => DEFAULT_VOLUME })
  return (
    <>
      <Switch
        icon={sound === 'on' ? 'sound-on' : 'sound-off'}
        label={t('settings.sound')}
        hint={t('settings.soundHint')}
        checked={sound === 'on'}
        onChange={(on) => {
          $sound.set(on ? 'on' : 'off')
          playSample()
        }}
      />
      <Slider
        label={t('settings.volume')}
        value={volume}
        min={0}
        max={100}
        step={VOLUME_STEP}
        format={(percent) => `${percent}%`}
        disabled={sound === 'off'}
        onChange={(percent) => $volume.set(percent)}
        onSettled={playSample}
      />
    </>
  )
}

/** Renders the switch for vibration on devices that have it. The last one, so that its appearance moves no other. */
function Vibration(): ReactElement | null {
  const { t } = useTranslation('shell')
  const haptics = useStore($haptics, { ssr: () => DEFAULTS.haptics })
  // The server does not know the device.
  const [isOffered, setOffered] = useState(false)
  useEffect(() => setOffered(canVibrate()), [])
  if (!isOffered) return null
  return (
    <Switch
      icon="vibration"
      label={t('settings.haptics')}
      hint={t('settings.hapticsHint')}
      checked={haptics === 'on'}
      onChange={(on) => {
        $haptics.set(on ? 'on' : 'off')
        vibrate('land')
      }}
    />
  )
}

export const SettingsPanel = island(SettingsPanelView)
