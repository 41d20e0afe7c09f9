// The player's sessions by device, each with the button that ends it.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../i18n/format.ts'
import type { Device } from '../../../protocol/account.ts'
import { $devices, endDevice, loadDevices } from '../../../stores/account/devices.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { useLogout } from '../login/use-logout.ts'
import styles from './settings-tab.module.css'

export function Devices(): ReactElement {
  const { t } = useTranslation(['dashboard', 'common'])
  const devices = useStore($devices)
  useEffect(() => void loadDevices(), [])
  if (devices.status === 'failed') {
    return (
      <Alert text={t('devices.failed')}>
        <Button icon="refresh" onClick={() => void loadDevices()}>
          {t('common:actions.retry')}
        </Button>
      </Alert>
    )
  }
  if (devices.status === 'loading') {
    return (
      <div className={styles.devices} aria-busy="true">
        <span className="unseen">{t('loading')}</span>
        <Skeleton width="100%" height={64} />
        <Skeleton width="100%" height={64} />
      </div>
    )
  }
  return (
    <ul className={styles.devices}>
      {devices.list.map((device) => (
        <DeviceRow key={device.id} device={device} ending={devices.ending} />
      ))}
    </ul>
  )
}

function DeviceRow({ device, ending }: { device: Device; ending: string | null }): ReactElement {
  const { t } = useTranslation('dashboard')
  const { browser, system, seen_at, current } = device
  const name = [browser, system].filter((part) => part !== null).join(' · ')
  const shown = name === '' ? t('devices.unknown') : name
  const moment = formatDateTime(seen_at)
  return (
    <li className={styles.device} data-device={device.id}>
      <Icon name={current ? 'online' : 'link'} size={20} />
      <p>
        <strong>{shown}</strong>
        <small>{current ? t('devices.current') : t('devices.seen', { moment })}</small>
      </p>
      {current ? <SignOutButton /> : <EndButton device={device} name={shown} moment={moment} ending={ending} />}
    </li>
  )
}

/** Ends the session of this device. */
function SignOutButton(): ReactElement {
  const { t } = useTranslation('shell')
  const { leaving, leave } = useLogout()
  return (
    <Button icon="logout" loading={leaving} onClick={leave}>
      {t('account.logout')}
    </Button>
  )
}

interface EndButtonProps {
  readonly device: Device
  readonly name: string
  readonly moment: string
  readonly ending: string | null
}

/** Ends the session of another device. */
function EndButton({ device, name, moment, ending }: EndButtonProps): ReactElement {
  const { t } = useTranslation('dashboard')
  const end = async (): Promise<void> => {
    if (!(await endDevice(device.id))) toast('error', t('failed'))
  }
  return (
    <Button
      tone="danger"
      loading={ending === device.id}
      disabled={ending !== null}
      aria-label={t('devices.endThat', { name, moment })}
      onClick={() => void end()}
    >
      {t('devices.end')}
    </Button>
  )
}
