// A member's channels: what was sent last, a test, the night, removal.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertChannel } from '../../../protocol/office/alerts.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import styles from './alerts.module.css'
import { StateOfAlert } from './StateOfAlert.tsx'

const KEYS = [['alerts', 'own']] as const

const pathOf = ({ id }: AlertChannel): string => `/alerts/own/channels/${id}`

function Acts({ channel, onRemove }: { channel: AlertChannel; onRemove: () => void }): ReactElement {
  const { t } = useTranslation('officeAlerts')
  const test = useAct('alerts.test', () => api.post(`${pathOf(channel)}/test`), KEYS)
  const night = useAct('alerts.own', (quiet: boolean) => api.post(`${pathOf(channel)}/quiet`, { quiet }), KEYS)
  return (
    <>
      <span className={styles.acts}>
        <ActButton verb="alerts.own" busy={test.isPending} onClick={() => test.mutate(undefined)}>
          {t('own.test')}
        </ActButton>
        <ActButton verb="alerts.own" tone="ghost" busy={night.isPending} onClick={() => night.mutate(!channel.quiet)}>
          {t(channel.quiet ? 'own.make-loud' : 'own.make-quiet')}
        </ActButton>
        <ActButton verb="alerts.own" tone="ghost" onClick={onRemove}>
          {t('own.remove')}
        </ActButton>
      </span>
      <Fault error={test.error ?? night.error} />
    </>
  )
}

function useColumns(onRemove: (channel: AlertChannel) => void): readonly Column<AlertChannel>[] {
  const { t } = useTranslation('officeAlerts')
  return [
    {
      id: 'channel',
      header: t('own.channel'),
      cell: ({ row: { original } }) => (
        <span className={styles.state}>
          <strong>{original.label}</strong>
          <small>{t(`channels.${original.kind}`)}</small>
        </span>
      ),
    },
    {
      id: 'last',
      header: t('own.last'),
      cell: ({ row: { original } }) =>
        original.last === null ? (
          t('own.never')
        ) : (
          <span className={styles.state}>
            <StateOfAlert state={original.last.state} problem={original.last.problem} />
            <Moment at={original.last.at} />
          </span>
        ),
    },
    {
      id: 'night',
      header: t('own.night'),
      cell: ({ row: { original } }) => t(original.quiet ? 'own.quiet' : 'own.loud'),
    },
    {
      id: 'acts',
      header: () => <span className="unseen">{t('own.test')}</span>,
      cell: ({ row: { original } }) => <Acts channel={original} onRemove={() => onRemove(original)} />,
    },
  ]
}

function RemoveForm({ channel, onEnd }: { channel: AlertChannel; onEnd: () => void }): ReactElement {
  const { t } = useTranslation(['officeAlerts', 'office'])
  const { mutate, isPending, error } = useAct('alerts.remove', () => api.remove(pathOf(channel)), KEYS)
  return (
    <>
      <p>{t('own.remove-text', { label: channel.label })}</p>
      <Fault error={error} />
      <DialogActions>
        <Button tone="danger" busy={isPending} onClick={() => mutate(undefined, { onSuccess: onEnd })}>
          {t('own.remove')}
        </Button>
        <Button onClick={onEnd}>{t('office:cancel')}</Button>
      </DialogActions>
    </>
  )
}

export function Channels({ channels }: { channels: readonly AlertChannel[] }): ReactElement {
  const { t } = useTranslation('officeAlerts')
  const [removed, setRemoved] = useState<AlertChannel | null>(null)
  const columns = useColumns(setRemoved)
  const close = (): void => setRemoved(null)
  return (
    <>
      {channels.length === 0 ? (
        <EmptyState title={t('own.none')} text={t('own.none-text')} />
      ) : (
        <Table label={t('own.title')} columns={columns} rows={channels} keyOf={({ id }) => id} />
      )}
      <Dialog open={removed !== null} onClose={close} title={t('own.remove')}>
        {removed === null ? null : <RemoveForm channel={removed} onEnd={close} />}
      </Dialog>
    </>
  )
}
