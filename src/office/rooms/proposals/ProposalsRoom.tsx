// The room Proposals: acts that wait for a second person, and those that were decided.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PROPOSAL_STATES } from '../../../game/office/subjects.ts'
import type { Proposal, ProposalsReply } from '../../../protocol/office/proposals.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { Room, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { LinkOnce } from '../../session/LinkOnce.tsx'
import { withTexts } from '../../session/language.ts'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import { useVerbText } from '../../session/verb-text.ts'

/** Loaded beside the list, not before it. */
const loadPanel = withTexts(['officePlayers', 'officeEvents', 'officeFields'], () => import('./ProposalPanel.tsx'))
const ProposalPanel = lazy(async () => ({ default: (await loadPanel()).ProposalPanel }))

const route = getRouteApi('/frame/proposals')

function useColumns(proposals: readonly Proposal[]): readonly Column<Proposal>[] {
  const { t } = useTranslation(['officeProposals', 'office'])
  const verbText = useVerbText()
  const { state } = route.useSearch()
  const amount: Column<Proposal> = {
    id: 'amount',
    header: t('amount'),
    cell: ({ row: { original } }) => (original.amount === null ? '' : <Money cents={original.amount} />),
  }
  const common: Column<Proposal>[] = [
    {
      id: 'verb',
      header: t('act'),
      cell: ({ row: { original } }) => (
        <Link
          from="/proposals"
          to="/proposals"
          search={(search) => ({ ...search, proposal: original.id })}
          resetScroll={false}
        >
          {verbText(original.verb)}
        </Link>
      ),
    },
    ...(proposals.some(({ amount }) => amount !== null) ? [amount] : []),
    { id: 'proposer', header: t('proposer'), cell: ({ row: { original } }) => original.proposer.name },
  ]
  return state === undefined
    ? [
        ...common,
        { id: 'until', header: t('until'), cell: ({ row: { original } }) => <Moment at={original.expiresAt} /> },
      ]
    : [
        ...common,
        {
          id: 'proposedAt',
          header: t('proposed-at'),
          cell: ({ row: { original } }) => <Moment at={original.proposedAt} />,
        },
        { id: 'decider', header: t('decider'), cell: ({ row: { original } }) => original.decider?.name ?? '' },
        {
          id: 'decidedAt',
          header: t('decided-at'),
          cell: ({ row: { original } }) => (original.decidedAt === null ? '' : <Moment at={original.decidedAt} />),
        },
      ]
}

function StateTabs(): ReactElement {
  const { t } = useTranslation(['officeProposals', 'office'])
  const { state: selected = 'open' } = route.useSearch()
  return (
    <Tabs label={t('states')}>
      {PROPOSAL_STATES.map((state) => (
        <Link
          key={state}
          to="/proposals"
          search={state === 'open' ? {} : { state }}
          activeOptions={{ exact: true }}
          aria-current={state === selected ? 'true' : undefined}
        >
          {state === 'open' ? t('waiting') : t(`office:states.${state}`)}
        </Link>
      ))}
    </Tabs>
  )
}

/** A link that an approval returned: it outlives the proposal, which is no longer among those that wait. */
function LinkDialog({ link, onClose }: { link: string | null; onClose: () => void }): ReactElement {
  const { t } = useTranslation('office')
  return (
    <Dialog open={link !== null} onClose={onClose} title={t('link.title')}>
      {link === null ? null : <LinkOnce link={link} />}
    </Dialog>
  )
}

export function ProposalsRoom(): ReactElement {
  const { t } = useTranslation('officeProposals')
  const { state = 'open', cursor, proposal } = route.useSearch()
  const { data, error } = useQuery({
    queryKey: cursor === undefined ? ['proposals', state] : ['proposals', state, cursor],
    queryFn: () => api.get<ProposalsReply>('/proposals', { state, cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? POLL_MS : false,
  })
  const columns = useColumns(data?.proposals ?? [])
  const [link, setLink] = useState<string | null>(null)
  const listed = data?.proposals.find(({ id }) => id === proposal)
  // A link may lead to one of another tab, or of an older page.
  const other = useQuery({
    queryKey: ['proposals', 'one', proposal],
    queryFn: () => api.get<Proposal>(`/proposals/${proposal}`),
    enabled: proposal !== undefined && data !== undefined && listed === undefined,
  })
  const selected = listed ?? (proposal === undefined ? undefined : other.data)
  return (
    <Room title={t('title')}>
      <Split
        panel={selected === undefined ? null : <ProposalPanel key={selected.id} proposal={selected} onLink={setLink} />}
      >
        <StateTabs />
        <Fault error={error} />
        {data === undefined ? null : data.proposals.length === 0 ? (
          <EmptyState
            {...(state === 'open' ? { title: t('none-waiting'), text: t('none-text') } : { title: t('none') })}
          />
        ) : (
          <Table
            label={t('title')}
            columns={columns}
            rows={data.proposals}
            keyOf={({ id }) => id}
            selected={proposal}
            numbers={['amount']}
          />
        )}
        <PageLinks to="/proposals" isFirst={cursor === undefined} next={data?.cursor ?? null} />
      </Split>
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </Room>
  )
}
