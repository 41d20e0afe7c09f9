// One proposal: what it would change, to the cent, and the decision.
import { Link } from '@tanstack/react-router'
import { lazy, type ReactElement, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApproveReply, Proposal } from '../../../protocol/office/proposals.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { Difference, type DifferenceRow } from '../../parts/Difference.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { CopyButton, Money } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton, useDisabledReason } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Entries, useFieldText, useValueNode } from '../../session/difference-words.tsx'
import { Fault } from '../../session/Fault.tsx'
import { withTexts } from '../../session/language.ts'
import { usePageActions } from '../../session/page-actions.tsx'
import { ReasonForm } from '../../session/ReasonForm.tsx'
import { SubjectLink } from '../../session/SubjectLink.tsx'
import { useOwnSession } from '../../session/session.ts'
import { useAct } from '../../session/use-act.ts'
import { useVerbText } from '../../session/verb-text.ts'

const ProposedDraft = lazy(
  withTexts(['officeDrafts', 'officeEditions', 'officeFields'], async () => ({
    default: (await import('../../session/draft/ProposedDraft.tsx')).ProposedDraft,
  })),
)

function useDifferenceRows({ difference, subject }: Proposal): readonly DifferenceRow[] {
  const fieldText = useFieldText()
  const valueNode = useValueNode(subject.kind)
  return difference.map(({ field, item, before, after }) => ({
    field: item ?? fieldText(field),
    before: valueNode(field, before),
    after: valueNode(field, after),
    isSame: before === after,
  }))
}

function RefuseDialog({
  proposal,
  open,
  onClose,
}: {
  proposal: Proposal
  open: boolean
  onClose: () => void
}): ReactElement {
  const { t } = useTranslation('officeProposals')
  const { mutate, isPending, error } = useAct(
    'proposals.refuse',
    (reason: string) => api.post(`/proposals/${proposal.id}/refuse`, { reason }),
    [],
  )
  return (
    <Dialog open={open} onClose={onClose} title={t('refuse')}>
      <ReasonForm
        action={t('refuse')}
        tone="danger"
        isPending={isPending}
        error={error}
        onAct={(reason) => mutate(reason, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <p>{t('refuse-text', { name: proposal.proposer.name })}</p>
      </ReasonForm>
    </Dialog>
  )
}

interface ProposalProps {
  proposal: Proposal
  /** Called with a link that is shown once. */
  onLink: (link: string) => void
}

function Decision({ proposal, onLink }: ProposalProps): ReactElement {
  const { t } = useTranslation('officeProposals')
  const { staff } = useOwnSession()
  const [isRefusing, setRefusing] = useState(false)
  const isProposer = proposal.proposer.id === staff.id
  const prospect = {
    state: proposal.state,
    isProposer,
    ...(proposal.amount === null ? {} : { amount: proposal.amount }),
  }
  const approve = useAct('proposals.approve', async () => {
    const { link } = await api.post<ApproveReply>(`/proposals/${proposal.id}/approve`)
    if (link !== undefined) onLink(link)
  }, [['staff']])
  const withdraw = useAct('proposals.withdraw', () => api.post(`/proposals/${proposal.id}/withdraw`), [])
  const approveReason = useDisabledReason('proposals.approve', prospect)
  const refuseReason = useDisabledReason('proposals.refuse', prospect)
  const approveIt = approve.mutate
  usePageActions(
    useMemo(
      () => [
        { label: t('approve'), run: () => approveIt(undefined), disabledReason: approveReason },
        { label: t('refuse'), run: () => setRefusing(true), disabledReason: refuseReason },
      ],
      [t, approveIt, approveReason, refuseReason],
    ),
  )
  return (
    <>
      <Fault error={approve.error ?? withdraw.error} />
      <DialogActions>
        <ActButton
          verb="proposals.approve"
          prospect={prospect}
          tone="signal"
          icon="check"
          busy={approve.isPending}
          onClick={() => approve.mutate(undefined)}
        >
          {t('approve')}
        </ActButton>
        <ActButton verb="proposals.refuse" prospect={prospect} tone="danger" onClick={() => setRefusing(true)}>
          {t('refuse')}
        </ActButton>
        <ActButton
          verb="proposals.withdraw"
          prospect={prospect}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(undefined)}
        >
          {t('withdraw')}
        </ActButton>
      </DialogActions>
      <RefuseDialog proposal={proposal} open={isRefusing} onClose={() => setRefusing(false)} />
    </>
  )
}

const TONES = { open: 'warn', approved: 'good', refused: 'bad', withdrawn: 'calm', expired: 'calm' } as const

function useFacts(proposal: Proposal): readonly (readonly [string, ReactNode])[] {
  const { t } = useTranslation(['officeProposals', 'office'])
  const { decider, decidedAt, decision } = proposal
  const facts: readonly (readonly [string, ReactNode] | null)[] = [
    [
      t('state'),
      <Chip key="state" tone={TONES[proposal.state]}>
        {proposal.state === 'open' ? t('waiting') : t(`office:states.${proposal.state}`)}
      </Chip>,
    ],
    [t('subject'), <SubjectLink key="subject" subject={proposal.subject} />],
    proposal.amount === null ? null : [t('amount'), <Money key="amount" cents={proposal.amount} />],
    [t('proposer'), proposal.proposer.name],
    [t('proposed-at'), <Moment key="proposed" at={proposal.proposedAt} />],
    [t('until'), <Moment key="until" at={proposal.expiresAt} />],
    [t('reason'), proposal.reason],
    decider === null ? null : [t('decider'), decider.name],
    decidedAt === null ? null : [t('decided-at'), <Moment key="decided" at={decidedAt} />],
    decision === null ? null : [t('decision'), decision],
  ]
  return facts.filter((fact) => fact !== null)
}

/** What it would change: the words of a draft as long as it waits, else what was recorded with the proposal. */
function Changes({ proposal }: { proposal: Proposal }): ReactElement | null {
  const { verb, subject, state } = proposal
  const rows = useDifferenceRows(proposal)
  const mayRead = useDisabledReason('drafts.read') === undefined
  if (verb === 'drafts.publish' && state === 'open' && mayRead) {
    return (
      <Suspense fallback={null}>
        <ProposedDraft id={Number(subject.id)} />
      </Suspense>
    )
  }
  return rows.length === 0 ? null : <Difference rows={rows} />
}

export function ProposalPanel({ proposal, onLink }: ProposalProps): ReactElement {
  const { t } = useTranslation(['officeProposals', 'office'])
  const verbText = useVerbText()
  const facts = useFacts(proposal)
  return (
    <Panel title={verbText(proposal.verb)} close={<CloseLink to="/proposals" drop="proposal" />}>
      <Facts facts={facts} />
      <Changes proposal={proposal} />
      <Entries entries={proposal.entries} />
      <Decision proposal={proposal} onLink={onLink} />
      <p>
        <Link to="/audit" search={{ subject: `proposal:${proposal.id}` }}>
          {t('audit')}
        </Link>
      </p>
      <div>
        <CopyButton text={proposal.id} label={t('copy-id')} />
      </div>
    </Panel>
  )
}
