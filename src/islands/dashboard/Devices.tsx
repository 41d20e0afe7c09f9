// Where the player is signed in, each with the button that ends it.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../contract/account.ts'
import { formatDate } from '../../i18n/format.ts'
import { $devices, endDevice, loadDevices } from '../../stores/devices.ts'
import { toast } from '../../stores/toasts.ts'
import { useLogout } from '../shell/use-logout.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { NoticeBox } from '../ui/NoticeBox.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { timeOfDay } from './days.ts'
import styles from './settings-room.module.css'

export function Devices(): ReactElement {
  const { t } = useTranslation(['dashboard', 'common'])
  const devices = useStore($devices)
  useEffect(() => void loadDevices(), [])
  if (devices.status === 'failed') {
    return (
      <NoticeBox text={t('devices.failed')}>
        <Button icon="refresh" onClick={() => void loadDevices()}>
          {t('common:actions.retry')}
        </Button>
      </NoticeBox>
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
        <Row key={device.id} device={device} ending={devices.ending} />
      ))}
    </ul>
  )
}

function Row({ device, ending }: { device: Device; ending: string | null }): ReactElement {
  const { t } = useTranslation('dashboard')
  const { browser, system, seen_at, current } = device
  const name = [browser, system].filter((part) => part !== null).join(' · ')
  const shown = name === '' ? t('devices.unknown') : name
  const moment = `${formatDate(seen_at)} ${timeOfDay(seen_at)}`
  return (
    <li className={styles.device} data-device={device.id}>
      <Icon name={current ? 'online' : 'link'} size={20} />
      <p>
        <strong>{shown}</strong>
        <small>{current ? t('devices.current') : t('devices.seen', { moment })}</small>
      </p>
      {current ? <SignOut /> : <End device={device} name={shown} moment={moment} ending={ending} />}
    </li>
  )
}

/** Ends the session on this device. */
function SignOut(): ReactElement {
  const { t } = useTranslation('shell')
  const { leaving, leave } = useLogout()
  return (
    <Button icon="logout" loading={leaving} onClick={leave}>
      {t('account.logout')}
    </Button>
  )
}

interface EndProps {
  readonly device: Device
  readonly name: string
  readonly moment: string
  readonly ending: string | null
}

/** Ends the session on another device. */
function End({ device, name, moment, ending }: EndProps): ReactElement {
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
