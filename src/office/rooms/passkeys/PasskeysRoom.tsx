// The own passkeys: a list, a new one, removal.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionsReply, PasskeysReply, SessionReply } from '../../../protocol/office/session.ts'
import { Button } from '../../parts/Button.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { TextField } from '../../parts/Field.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Room } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { ActButton, useDisabledReason } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { usePageActions } from '../../session/page-actions.tsx'
import { makePasskey } from '../../session/passkeys.ts'
import { useAct } from '../../session/use-act.ts'

type Passkey = PasskeysReply['passkeys'][number]

const KEY = ['passkeys'] as const

const MOST_LETTERS = 60

async function addPasskey(label: string): Promise<unknown> {
  const options = await api.post<OptionsReply>('/passkeys/options')
  return api.post<SessionReply>('/passkeys', { ...(await makePasskey(options)), label })
}

function AddForm({ onEnd }: { onEnd: () => void }): ReactElement {
  const { t } = useTranslation(['officePasskeys', 'office'])
  const [label, setLabel] = useState('')
  const { mutate, isPending, error } = useAct('passkeys.add', addPasskey, [KEY])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPending) mutate(label.trim(), { onSuccess: onEnd })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label={t('name')}
        hint={t('name-hint')}
        required
        maxLength={MOST_LETTERS}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      <Fault error={error} />
      <DialogActions>
        <Button type="submit" tone="signal" busy={isPending}>
          {t('add')}
        </Button>
        <Button onClick={onEnd}>{t('office:cancel')}</Button>
      </DialogActions>
    </form>
  )
}

function RemoveForm({ passkey, onEnd }: { passkey: Passkey; onEnd: () => void }): ReactElement {
  const { t } = useTranslation(['officePasskeys', 'office'])
  const { mutate, isPending, error } = useAct('passkeys.remove', (id: string) => api.remove(`/passkeys/${id}`), [KEY])
  return (
    <>
      <p>{t('remove-text', { label: passkey.label })}</p>
      <Fault error={error} />
      <DialogActions>
        <Button tone="danger" busy={isPending} onClick={() => mutate(passkey.id, { onSuccess: onEnd })}>
          {t('remove')}
        </Button>
        <Button onClick={onEnd}>{t('office:cancel')}</Button>
      </DialogActions>
    </>
  )
}

function useColumns(count: number, onRemove: (passkey: Passkey) => void): readonly Column<Passkey>[] {
  const { t } = useTranslation(['officePasskeys', 'office'])
  return [
    { id: 'label', header: t('name'), cell: ({ row }) => <strong>{row.original.label}</strong> },
    { id: 'addedAt', header: t('added'), cell: ({ row }) => <Moment at={row.original.addedAt} /> },
    {
      id: 'usedAt',
      header: t('used'),
      cell: ({ row }) => (row.original.usedAt === null ? t('office:never') : <Moment at={row.original.usedAt} />),
    },
    {
      id: 'synced',
      header: t('kept'),
      cell: ({ row }) => <Chip>{row.original.synced ? t('synced') : t('one-device')}</Chip>,
    },
    {
      id: 'remove',
      header: () => <span className="unseen">{t('remove')}</span>,
      cell: ({ row }) => (
        <ActButton
          verb="passkeys.remove"
          tone="ghost"
          disabledReason={count < 2 ? t('last') : undefined}
          onClick={() => onRemove(row.original)}
        >
          {t('remove')}
        </ActButton>
      ),
    },
  ]
}

export function PasskeysRoom(): ReactElement {
  const { t } = useTranslation(['officePasskeys', 'office'])
  const { data, error } = useQuery({ queryKey: KEY, queryFn: () => api.get<PasskeysReply>('/passkeys') })
  const [open, setOpen] = useState<'add' | Passkey | null>(null)
  const close = (): void => setOpen(null)
  const columns = useColumns(data?.passkeys.length ?? 0, setOpen)
  const reason = useDisabledReason('passkeys.add')
  usePageActions(useMemo(() => [{ label: t('add'), run: () => setOpen('add'), disabledReason: reason }], [t, reason]))
  return (
    <Room
      title={t('title')}
      acts={
        <ActButton verb="passkeys.add" tone="signal" icon="plus" onClick={() => setOpen('add')}>
          {t('add')}
        </ActButton>
      }
    >
      <div className="stack">
        <p className="lead">{t('lead')}</p>
        <Fault error={error} />
        {data === undefined ? null : data.passkeys.length === 0 ? (
          <EmptyState title={t('none')} />
        ) : (
          <Table label={t('title')} columns={columns} rows={data.passkeys} keyOf={({ id }) => id} />
        )}
      </div>
      <Dialog open={open === 'add'} onClose={close} title={t('add')}>
        <AddForm onEnd={close} />
      </Dialog>
      <Dialog open={open !== null && open !== 'add'} onClose={close} title={t('remove')}>
        {open !== null && open !== 'add' ? <RemoveForm passkey={open} onEnd={close} /> : null}
      </Dialog>
    </Room>
  )
}
