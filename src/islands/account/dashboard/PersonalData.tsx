// The player's data: the download of everything that is stored, and the deletion of the account with its seven days.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatCount, formatDate, formatMoney } from '../../../i18n/format.ts'
import { $account, downloadData, requestErasure, takeBackErasure } from '../../../stores/account/account.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Dialog } from '../../ui/messages/Dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'
import items from './items-tab.module.css'
import styles from './settings-tab.module.css'

export function PersonalData(): ReactElement {
  const { t } = useTranslation('dashboard')
  const account = useStore($account)
  const [isAsking, setAsking] = useState(false)
  const erasure = account.status === 'ready' ? account.erasure : null
  return (
    <>
      {erasure === null ? null : <p role="status">{t('data.waiting', { date: formatDate(erasure.due_at) })}</p>}
      <div className={styles.row}>
        <DownloadButton />
        {erasure === null ? (
          <Button tone="ghost" disabled={account.status !== 'ready'} onClick={() => setAsking(true)}>
            {t('data.delete')}
          </Button>
        ) : (
          <TakeBackButton />
        )}
      </div>
      <Dialog open={isAsking} onClose={() => setAsking(false)} label={t('data.title')}>
        <Confirmation onClose={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

function DownloadButton(): ReactElement {
  const { t } = useTranslation('dashboard')
  const [busy, setBusy] = useState(false)
  const download = async (): Promise<void> => {
    setBusy(true)
    const file = await downloadData()
    setBusy(false)
    if (file === null) toast('error', t('failed'))
    else saveFile(file, 'spacedrop-data.json')
  }
  return (
    <Button loading={busy} onClick={() => void download()}>
      {t('data.download')}
    </Button>
  )
}

function TakeBackButton(): ReactElement {
  const { t } = useTranslation('dashboard')
  const [busy, setBusy] = useState(false)
  const takeBack = async (): Promise<void> => {
    setBusy(true)
    if (!(await takeBackErasure())) toast('error', t('failed'))
    setBusy(false)
  }
  return (
    <Button tone="signal" loading={busy} onClick={() => void takeBack()}>
      {t('data.takeBack')}
    </Button>
  )
}

/** Says what is lost, and asks for the confirmation of it. */
function Confirmation({ onClose }: { onClose: () => void }): ReactElement {
  const { t, i18n } = useTranslation('dashboard')
  const account = useStore($account)
  const user = useStore($user)
  const [isSure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const { count, worth } = account.status === 'ready' ? account.items : { count: 0, worth: 0 }
  const balance = formatMoney(user.status === 'authorised' ? user.user.balance : 0)
  const ask = async (): Promise<void> => {
    setBusy(true)
    const isAnswered = await requestErasure()
    setBusy(false)
    if (isAnswered) onClose()
    else toast('error', t('failed'))
  }
  return (
    <div className={items.confirmation}>
      <h2>{t('data.sure')}</h2>
      <p>{t('data.what')}</p>
      <p>{t('data.stays')}</p>
      <Checkbox checked={isSure} onChange={setSure}>
        {t('data.lost', {
          balance,
          items: formatCount(count, i18n.language as Language),
          worth: formatMoney(worth),
        })}
      </Checkbox>
      <div className={items.dialogActions}>
        <Button size="l" disabled={busy} onClick={onClose}>
          {t('data.takeBack')}
        </Button>
        <Button tone="danger" size="l" loading={busy} disabled={!isSure} onClick={() => void ask()}>
          {t('data.delete')}
        </Button>
      </div>
    </div>
  )
}
