// The room Staff: who works in the office, and who is invited.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactElement, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STAFF_STATES } from '../../../game/office/subjects.ts'
import type { StaffMember, StaffReply } from '../../../protocol/office/staff.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Room, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { ActButton, useDisabledReason } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { usePageActions } from '../../session/page-actions.tsx'
import { oneOf } from '../../session/search.ts'
import { POLL_MS } from '../../session/session.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { MemberPanel } from './MemberPanel.tsx'
import { StateChip } from './StateChip.tsx'
import type { StaffSearch } from './search.ts'

const route = getRouteApi('/frame/staff')

type Invitation = StaffReply['invitations'][number]

function useStaffColumns(): readonly Column<StaffMember>[] {
  const { t } = useTranslation(['officeStaff', 'office'])
  return [
    {
      id: 'name',
      header: t('name'),
      cell: ({ row }) => (
        <Link
          from="/staff"
          to="/staff"
          search={(search) => ({ ...search, member: row.original.id })}
          resetScroll={false}
        >
          {row.original.name}
        </Link>
      ),
    },
    { id: 'role', header: t('role'), cell: ({ row }) => t(`office:roles.${row.original.role}`) },
    { id: 'state', header: t('state'), cell: ({ row }) => <StateChip state={row.original.state} /> },
    { id: 'passkeys', header: t('passkeys'), cell: ({ row }) => row.original.passkeys },
    { id: 'sessions', header: t('sessions'), cell: ({ row }) => row.original.sessions },
    {
      id: 'seen',
      header: t('seen'),
      cell: ({ row }) => (row.original.seenAt === null ? t('office:never') : <Moment at={row.original.seenAt} />),
    },
  ]
}

function useInvitationColumns(): readonly Column<Invitation>[] {
  const { t } = useTranslation(['officeStaff', 'office'])
  return [
    { id: 'name', header: t('name'), cell: ({ row }) => row.original.name },
    { id: 'role', header: t('role'), cell: ({ row }) => t(`office:roles.${row.original.role}`) },
    { id: 'by', header: t('invited-by'), cell: ({ row }) => row.original.invitedBy },
    { id: 'until', header: t('open-until'), cell: ({ row }) => <Moment at={row.original.expiresAt} /> },
  ]
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }): ReactElement | null {
  const { t } = useTranslation('officeStaff')
  const columns = useInvitationColumns()
  if (invitations.length === 0) return null
  return (
    <>
      <h2>{t('invitations')}</h2>
      <Table label={t('invitations')} columns={columns} rows={invitations} keyOf={({ id }) => id} />
    </>
  )
}

/** Tells whether a member is what the filters of the room ask for. */
function isWanted({ name, state }: StaffMember, wanted: StaffSearch): boolean {
  const part = wanted.name?.toLowerCase() ?? ''
  return (wanted.state === undefined || state === wanted.state) && name.toLowerCase().includes(part)
}

function StaffFilters(): ReactElement {
  const { t } = useTranslation(['officeStaff', 'office'])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = (change: Partial<Record<keyof StaffSearch, string | undefined>>): void =>
    void navigate({ search: (before) => ({ ...before, ...change }) as StaffSearch, replace: true })
  return (
    <Filters label={t('office:filters')}>
      <FilterField label={t('name')} value={search.name} onChange={(name) => filter({ name })} />
      <FilterSelect
        label={t('state')}
        all={t('all-states')}
        value={search.state}
        values={STAFF_STATES}
        wordsOf={(state) => t(`office:states.${state}`)}
        onChange={(state) => filter({ state: oneOf(STAFF_STATES, state) })}
      />
    </Filters>
  )
}

function StaffLists({ data }: { data: StaffReply }): ReactElement {
  const { t } = useTranslation('officeStaff')
  const search = route.useSearch()
  const columns = useStaffColumns()
  const rows = data.staff.filter((member) => isWanted(member, search))
  const selected = data.staff.find(({ id }) => id === search.member)
  return (
    <Split panel={selected === undefined ? null : <MemberPanel key={selected.id} member={selected} />}>
      <StaffFilters />
      {rows.length === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <Table
          label={t('title')}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          selected={search.member}
          numbers={['passkeys', 'sessions']}
        />
      )}
      <Invitations invitations={data.invitations} />
    </Split>
  )
}

export function StaffRoom(): ReactElement {
  const { t } = useTranslation('officeStaff')
  const { data, error } = useQuery({
    queryKey: ['staff'],
    queryFn: () => api.get<StaffReply>('/staff'),
    refetchInterval: POLL_MS,
  })
  const [isInviting, setInviting] = useState(false)
  const reason = useDisabledReason('staff.invite')
  usePageActions(
    useMemo(() => [{ label: t('invite.title'), run: () => setInviting(true), disabledReason: reason }], [t, reason]),
  )
  return (
    <Room
      title={t('title')}
      acts={
        <ActButton verb="staff.invite" tone="signal" icon="plus" onClick={() => setInviting(true)}>
          {t('invite.title')}
        </ActButton>
      }
    >
      <Fault error={error} />
      {data === undefined ? null : <StaffLists data={data} />}
      <InviteDialog open={isInviting} onClose={() => setInviting(false)} />
    </Room>
  )
}
