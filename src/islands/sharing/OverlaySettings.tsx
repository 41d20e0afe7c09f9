// The settings of the overlay for a stream: its link, the start of its sums, and its end.
import { useStore } from '@nanostores/react'
import { type ReactElement, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../i18n/format.ts'
import type { OverlayAction, OwnOverlay } from '../../protocol/sharing.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { $overlay, changeOverlay, loadOverlay } from '../../stores/sharing/overlay.ts'
import { lateTexts } from '../late-texts.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Skeleton } from '../ui/lists/Skeleton.tsx'
import { Alert } from '../ui/messages/Alert.tsx'
import { CopyLink } from './CopyLink.tsx'
import './share.css'

/** What is said when a change of an existing overlay is done. */
const DONE = { make: 'settings.renewed', restart: 'settings.restarted', end: 'settings.removed' } as const

export function OverlaySettings(): ReactElement {
  const { t, i18n } = useTranslation('sharing')
  use(lateTexts(i18n, 'sharing'))
  const read = useStore($overlay)
  const [busy, setBusy] = useState<OverlayAction | null>(null)
  useEffect(() => void loadOverlay(), [])
  const change = async (action: OverlayAction, had: boolean): Promise<void> => {
    setBusy(action)
    const isDone = await changeOverlay(action)
    setBusy(null)
    if (!isDone) toast('error', t('settings.failed'))
    else if (had) toast('success', t(DONE[action]))
  }
  return (
    <div className="share">
      <p className="share-words">{t('settings.text')}</p>
      {read.status === 'loading' && <Skeleton width="100%" height={44} />}
      {read.status === 'failed' && (
        <Alert text={t('settings.failed')}>
          <Button icon="refresh" onClick={() => void loadOverlay()}>
            {t('dialog.again')}
          </Button>
        </Alert>
      )}
      {read.status === 'ready' && read.overlay === null && (
        <div className="share-ways">
          <Button icon="online" loading={busy !== null} onClick={() => void change('make', false)}>
            {t('settings.make')}
          </Button>
        </div>
      )}
      {read.status === 'ready' && read.overlay !== null && (
        <Existing overlay={read.overlay} busy={busy} onChange={(action) => void change(action, true)} />
      )}
    </div>
  )
}

interface ExistingProps {
  readonly overlay: OwnOverlay
  readonly busy: OverlayAction | null
  onChange(action: OverlayAction): void
}

function Existing({ overlay, busy, onChange }: ExistingProps): ReactElement {
  const { t, i18n } = useTranslation('sharing')
  const action = (name: OverlayAction, icon: string, words: string): ReactElement => (
    <Button
      icon={icon}
      tone={name === 'end' ? 'danger' : 'quiet'}
      loading={busy === name}
      disabled={busy !== null}
      onClick={() => onChange(name)}
    >
      {words}
    </Button>
  )
  return (
    <>
      <CopyLink
        label={t('settings.link')}
        link={`${location.origin}${overlay.path}`}
        copy={t('settings.copy')}
        copied={t('settings.copied')}
      />
      <p className="share-words">
        {t('settings.options')} <code>{`?lang=${i18n.language}&drops=5&size=1.5&sums=off`}</code>
      </p>
      <p className="share-words">{t('settings.since', { moment: formatDateTime(overlay.since) })}</p>
      <div className="share-ways">
        {action('restart', 'refresh', t('settings.restart'))}
        {action('make', 'link', t('settings.renew'))}
        {action('end', 'trash', t('settings.end'))}
      </div>
    </>
  )
}
