// Invites a colleague, or lets one in again who lost their passkeys.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ROLES, type Role } from '../../../game/office/roles.ts'
import type { InviteBody, InviteReply, StaffMember } from '../../../protocol/office/staff.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { api } from '../../session/api.ts'
import { LinkOnce } from '../../session/LinkOnce.tsx'
import { Proposed } from '../../session/Proposed.tsx'
import { ReasonForm } from '../../session/ReasonForm.tsx'
import { useAct } from '../../session/use-act.ts'

interface InviteDialogProps {
  open: boolean
  onClose: () => void
  /** The member who lost their passkeys; undefined for a newcomer. */
  member?: StaffMember | undefined
}

export function InviteDialog({ open, onClose, member }: InviteDialogProps): ReactElement {
  const { t } = useTranslation('officeStaff')
  const title = member === undefined ? t('invite.title') : t('again.title', { name: member.name })
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <Invite onClose={onClose} member={member} />
    </Dialog>
  )
}

function Invite({ onClose, member }: Omit<InviteDialogProps, 'open'>): ReactElement {
  const { t } = useTranslation(['officeStaff', 'office'])
  const [name, setName] = useState(member?.name ?? '')
  const [role, setRole] = useState<Role>(member?.role ?? 'support')
  const { mutate, data, isPending, error } = useAct(
    'staff.invite',
    (body: InviteBody) => api.post<InviteReply>('/staff/invitations', body),
    [['staff']],
  )
  if (data !== undefined) {
    return (
      <>
        {data.outcome === 'done' ? <LinkOnce link={data.link} /> : <Proposed expiresAt={data.expiresAt} />}
        <DialogActions>
          <Button onClick={onClose}>{t('office:close')}</Button>
        </DialogActions>
      </>
    )
  }
  const invite = (reason: string): void =>
    mutate({ name: name.trim(), role, reason, ...(member === undefined ? {} : { staff: member.id }) })
  return (
    <ReasonForm action={t('invite.act')} isPending={isPending} error={error} onAct={invite} onCancel={onClose}>
      {member === undefined ? (
        <>
          <TextField
            label={t('invite.name')}
            required
            minLength={2}
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <RoleField role={role} onChange={setRole} />
        </>
      ) : (
        <p>{t('again.text')}</p>
      )}
    </ReasonForm>
  )
}

/** The choice of a role, and what it may do. */
export function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }): ReactElement {
  const { t } = useTranslation(['officeStaff', 'office'])
  return (
    <SelectField
      label={t('role')}
      hint={t(`duties.${role}`)}
      value={role}
      onChange={({ target }) => onChange(ROLES.find((value) => value === target.value) ?? role)}
    >
      {ROLES.map((value) => (
        <option key={value} value={value}>
          {t(`office:roles.${value}`)}
        </option>
      ))}
    </SelectField>
  )
}
