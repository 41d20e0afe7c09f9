// What may be done with a case. A decision takes two keys: the first shows what will happen, the second does it and opens the next case, because
// neither can be undone: what is approved is sent within seconds, and what is refused is the player's again at once. A claim can be undone.
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verb } from '../../../game/office/verbs.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { ButtonProps } from '../../parts/Button.tsx'
import { DialogActions } from '../../parts/Dialog.tsx'
import { useKeys } from '../../parts/Keys.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { WITHDRAWALS } from '../../session/counts.ts'
import { disabledReason } from '../../session/disabled-reason.ts'
import { Fault } from '../../session/Fault.tsx'
import { usePageActions } from '../../session/page-actions.tsx'
import { prospectOf, useOwnSession } from '../../session/session.ts'
import { useAct } from '../../session/use-act.ts'
import { ApproveBox } from './ApproveBox.tsx'
import type { CaseActsProps } from './case-props.ts'
import { HandOverDialog } from './HandOverDialog.tsx'
import { RefuseBox } from './RefuseBox.tsx'
import { TakeOverDialog } from './TakeOverDialog.tsx'
import styles from './withdrawals.module.css'

const REVIEW = { state: 'review' } as const

type Open = 'approve' | 'refuse' | 'handOver' | 'takeOver' | null

interface CaseAct {
  readonly id: string
  readonly key: string
  readonly verb: Verb
  readonly label: string
  readonly tone: NonNullable<ButtonProps['tone']>
  readonly run: () => void
  /** Why it may not be done now, besides what the table of verbs says. */
  readonly otherReason?: string | undefined
}

/** Claims a case and gives it up. */
function useClaims({ data }: Pick<CaseActsProps, 'data'>) {
  const path = `/withdrawals/cases/${data.player.id}`
  const claim = useAct('withdrawals.claim', () => api.post<ActReply>(`${path}/claim`), [[WITHDRAWALS]])
  const release = useAct('withdrawals.release', () => api.post<ActReply>(`${path}/release`), [[WITHDRAWALS]])
  return { claim, release }
}

/** Who has the case, and until when. */
function ClaimLine({ data: { claim, proposal } }: Pick<CaseActsProps, 'data'>): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { staff } = useOwnSession()
  return (
    <div role="status" className={styles.line}>
      {claim === null ? (
        <span>{t('claim.nobody')}</span>
      ) : (
        <span>
          <span>{claim.by.id === staff.id ? t('claim.you') : t('claim.by', { name: claim.by.name })}</span>{' '}
          <Moment at={claim.until} />
        </span>
      )}
      {proposal === null ? null : (
        <span>
          <span>{t('proposal', { name: proposal.by.name })}</span> <Money cents={proposal.amount} />
        </span>
      )}
    </div>
  )
}

/** What may be done, in the order of the buttons. A question to the player is a letter about the first of the ticked withdrawals. */
function useActs(
  props: CaseActsProps,
  setOpen: (open: Open) => void,
  claims: ReturnType<typeof useClaims>,
): readonly CaseAct[] {
  const { t } = useTranslation('officeWithdrawals')
  const { staff } = useOwnSession()
  const navigate = useNavigate()
  const { claim, player } = props.data
  const [asked] = props.chosen
  const isMine = claim?.by.id === staff.id
  const isOthers = claim !== null && !isMine
  const otherReason = isOthers
    ? t('claim.taken', { name: claim.by.name })
    : props.chosen.length === 0
      ? t('nothing-ticked')
      : undefined
  /** Beginning a decision claims the case. */
  const begin = (open: 'approve' | 'refuse') => (): void => {
    if (claim === null) claims.claim.mutate(undefined)
    setOpen(open)
  }
  return [
    {
      id: 'approve',
      key: 'a',
      verb: 'withdrawals.approve',
      label: t('approve.begin'),
      tone: 'signal',
      run: begin('approve'),
      otherReason,
    },
    {
      id: 'refuse',
      key: 'r',
      verb: 'withdrawals.refuse',
      label: t('refuse.begin'),
      tone: 'danger',
      run: begin('refuse'),
      otherReason,
    },
    isMine
      ? {
          id: 'release',
          key: 'u',
          verb: 'withdrawals.release',
          label: t('claim.release'),
          tone: 'quiet',
          run: () => claims.release.mutate(undefined),
        }
      : isOthers
        ? {
            id: 'takeOver',
            key: 'c',
            verb: 'withdrawals.claim',
            label: t('claim.take-over'),
            tone: 'quiet',
            run: () => setOpen('takeOver'),
          }
        : {
            id: 'claim',
            key: 'c',
            verb: 'withdrawals.claim',
            label: t('claim.do'),
            tone: 'quiet',
            run: () => claims.claim.mutate(undefined),
          },
    {
      id: 'handOver',
      key: 'h',
      verb: 'withdrawals.handOver',
      label: t('hand-over.do'),
      tone: 'quiet',
      run: () => setOpen('handOver'),
      otherReason: isOthers ? otherReason : undefined,
    },
    {
      id: 'ask',
      key: 'l',
      verb: 'letters.open',
      label: t('ask'),
      tone: 'quiet',
      run: () => void navigate({ to: '/letters', search: { to: String(player.id), about: `withdrawal:${asked?.id}` } }),
      otherReason: asked === undefined ? t('nothing-ticked') : undefined,
    },
  ]
}

/** An act as the palette lists it, in JSON. */
type Offered = readonly (readonly [id: string, label: string, reason: string | null])[]

/** Offers acts to keys and to the palette; one that may not be done does nothing. */
function useShortcuts(acts: readonly CaseAct[]): void {
  const { t } = useTranslation('office')
  const session = useOwnSession()
  const offered = acts.map(({ id, key, label, verb, run, otherReason }) => {
    const reason = disabledReason(verb, prospectOf(verb, session, REVIEW), t, 'review') ?? otherReason ?? null
    return { id, key, label, reason, run: () => (reason === null ? run() : undefined) }
  })
  const latest = useRef(offered)
  useEffect(() => {
    latest.current = offered
  })
  useKeys(offered)
  const listed: Offered = offered.map(({ id, label, reason }) => [id, label, reason])
  const text = JSON.stringify(listed)
  // The palette lists them anew only when what it shows of them has changed.
  const actions = useMemo(
    () =>
      (JSON.parse(text) as Offered).map(([id, label, reason]) => ({
        label,
        disabledReason: reason ?? undefined,
        run: () => latest.current.find((one) => one.id === id)?.run(),
      })),
    [text],
  )
  usePageActions(actions)
}

export function CaseActs(props: CaseActsProps): ReactElement {
  const { data } = props
  const [open, setOpen] = useState<Open>(null)
  const claims = useClaims(props)
  const acts = useActs(props, setOpen, claims)
  const close = (): void => setOpen(null)
  useShortcuts(acts)
  const boxes: Readonly<Record<'approve' | 'refuse', ReactNode>> = {
    approve: <ApproveBox {...props} onClose={close} />,
    refuse: <RefuseBox {...props} onClose={close} />,
  }
  return (
    <>
      <ClaimLine data={data} />
      <DialogActions>
        {acts.map(({ id, key, verb, label, tone, run, otherReason }) => (
          <ActButton
            key={id}
            verb={verb}
            prospect={REVIEW}
            tone={tone}
            aria-keyshortcuts={key}
            disabledReason={otherReason}
            onClick={run}
          >
            {label}
          </ActButton>
        ))}
      </DialogActions>
      <Fault error={claims.claim.error ?? claims.release.error} />
      {open === 'approve' || open === 'refuse' ? boxes[open] : null}
      <HandOverDialog data={data} open={open === 'handOver'} onClose={close} />
      <TakeOverDialog data={data} open={open === 'takeOver'} onClose={close} />
    </>
  )
}
