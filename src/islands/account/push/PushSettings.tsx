// The settings of push messages to this device: a switch, and why there is none.
import { useStore } from '@nanostores/react'
import { type ReactElement, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $push, loadPush, type PushChange, testPush, turnPushOff, turnPushOn } from '../../../stores/account/push.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { lateTexts } from '../../late-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import './push.css'

export function PushSettings(): ReactElement {
  const { t, i18n } = useTranslation('app')
  use(lateTexts(i18n, 'app'))
  const push = useStore($push)
  useEffect(() => void loadPush(), [])
  return (
    <div className="push">
      {push.status === 'loading' && <Skeleton width="100%" height={120} />}
      {push.status === 'failed' && (
        <Alert text={t('push.failed')}>
          <Button icon="refresh" onClick={() => void loadPush()}>
            {t('push.again')}
          </Button>
        </Alert>
      )}
      {(push.status === 'unsupported' || push.status === 'install' || push.status === 'denied') && (
        <p className="push-words">{t(`push.${push.status}`)}</p>
      )}
      {push.status === 'ready' && <Device isOn={push.isOn} silent={push.silent} />}
    </div>
  )
}

function Device({ isOn, silent }: { readonly isOn: boolean; readonly silent: boolean }): ReactElement {
  const { t } = useTranslation('app')
  const [busy, setBusy] = useState<'switch' | 'test' | null>(null)
  const run = async (what: 'switch' | 'test', work: () => Promise<PushChange>): Promise<void> => {
    setBusy(what)
    const outcome = await work()
    setBusy(null)
    if (outcome === 'failed') toast('error', t('push.failed'))
    else if (outcome !== 'done') toast('error', outcome.refusal)
    else if (what === 'test') toast('success', t('push.tested'))
  }
  return (
    <>
      <div className="push-switch">
        <Switch
          icon="bell"
          label={t('push.label')}
          hint={t('push.hint')}
          // The requested value is shown until the browser and the server have answered.
          checked={busy === 'switch' ? !isOn : isOn}
          disabled={busy !== null}
          onChange={(wanted) => void run('switch', wanted ? turnPushOn : turnPushOff)}
        />
      </div>
      <p className="push-words">{silent ? t('push.silent') : t('push.rules')}</p>
      {isOn && !silent ? (
        <Button
          tone="quiet"
          className="push-test"
          loading={busy === 'test'}
          disabled={busy !== null}
          onClick={() => void run('test', testPush)}
        >
          {t('push.test')}
        </Button>
      ) : null}
    </>
  )
}
