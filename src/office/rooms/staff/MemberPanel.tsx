// One member of the staff, and what may be done about them.
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../../game/office/roles.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { StaffMember } from '../../../protocol/office/staff.ts'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { CopyButton, Id } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { ActForm } from '../../session/ActForm.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { useOwnSession } from '../../session/session.ts'
import { InviteDialog, RoleField } from './InviteDialog.tsx'
import { StateChip } from './StateChip.tsx'

/** Acts on a member that a reason is all that is asked for. */
const ACTS = {
  disable: { verb: 'staff.disable', path: 'disable', tone: 'danger' },
  enable: { verb: 'staff.enable', path: 'enable', tone: 'signal' },
  endSessions: { verb: 'staff.endSessions', path: 'sessions/end', tone: 'danger' },
  role: { verb: 'staff.role', path: 'role', tone: 'signal' },
} as const

type Act = keyof typeof ACTS

interface ActProps {
  act: Act
  member: StaffMember
  onClose: () => void
}

function MemberActForm({ act, member, onClose }: ActProps): ReactElement {
  const { t } = useTranslation('officeStaff')
  const [role, setRole] = useState<Role>(member.role)
  const { path, tone, verb } = ACTS[act]
  return (
    <ActForm
      action={t(`acts.${act}`)}
      tone={tone}
      done={verb}
      act={(reason) =>
        api.post<ActReply | null>(`/staff/${member.id}/${path}`, act === 'role' ? { role, reason } : { reason })
      }
      changes={[['staff']]}
      onClose={onClose}
    >
      <p>{t(`about.${act}`, { name: member.name })}</p>
      {act === 'role' ? <RoleField role={role} onChange={setRole} /> : null}
    </ActForm>
  )
}

function MemberActs({ member }: { member: StaffMember }): ReactElement {
  const { t } = useTranslation(['officeStaff', 'office'])
  const { staff } = useOwnSession()
  const [open, setOpen] = useState<Act | 'again' | null>(null)
  const close = (): void => setOpen(null)
  const prospect = { state: member.state }
  const own = member.id === staff.id ? t('own') : undefined
  const button = (act: Act): ReactElement => (
    <ActButton
      key={act}
      verb={ACTS[act].verb}
      prospect={prospect}
      tone={ACTS[act].tone === 'danger' ? 'danger' : 'quiet'}
      disabledReason={act === 'endSessions' ? undefined : own}
      onClick={() => setOpen(act)}
    >
      {t(`acts.${act}`)}
    </ActButton>
  )
  return (
    <>
      <DialogActions>
        {button('role')}
        {member.state === 'active' ? button('disable') : button('enable')}
        {button('endSessions')}
        <ActButton verb="staff.invite" disabledReason={own} onClick={() => setOpen('again')}>
          {t('acts.again')}
        </ActButton>
      </DialogActions>
      <InviteDialog open={open === 'again'} onClose={close} member={member} />
      <Dialog
        open={open !== null && open !== 'again'}
        onClose={close}
        title={open === null || open === 'again' ? '' : t(`acts.${open}`)}
      >
        {open === null || open === 'again' ? null : <MemberActForm act={open} member={member} onClose={close} />}
      </Dialog>
    </>
  )
}

export function MemberPanel({ member }: { member: StaffMember }): ReactElement {
  const { t } = useTranslation(['officeStaff', 'office'])
  return (
    <Panel title={member.name} close={<CloseLink to="/staff" drop="member" />}>
      <Facts
        facts={[
          [t('role'), t(`office:roles.${member.role}`)],
          [t('state'), <StateChip key="state" state={member.state} />],
          [t('passkeys'), String(member.passkeys)],
          [t('sessions'), String(member.sessions)],
          [t('seen'), member.seenAt === null ? t('office:never') : <Moment key="seen" at={member.seenAt} />],
          [t('since'), <Moment key="since" at={member.createdAt} />],
          [t('id'), <Id key="id" id={member.id} />],
        ]}
      />
      <MemberActs member={member} />
      <DialogActions>
        <Link to="/audit" search={{ actor: member.id }}>
          {t('their-acts')}
        </Link>
        <Link to="/audit" search={{ subject: `staff:${member.id}` }}>
          {t('about-them')}
        </Link>
      </DialogActions>
      <div>
        <CopyButton text={member.id} label={t('copy-id')} />
      </div>
    </Panel>
  )
}
