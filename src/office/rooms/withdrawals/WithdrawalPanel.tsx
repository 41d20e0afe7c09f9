// One withdrawal: the states that it went through, who decided, and what a person can do about it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { WithdrawalReply } from '../../../protocol/office/withdrawals.ts'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count, Id, Money } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { WITHDRAWALS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { ReasonForm } from '../../session/ReasonForm.tsx'
import { POLL_MS } from '../../session/session.ts'
import { useAct } from '../../session/use-act.ts'
import { Decision } from './Decision.tsx'
import styles from './withdrawals.module.css'

function WithdrawalActs({ withdrawal }: { withdrawal: WithdrawalReply }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const [isFailing, setFailing] = useState(false)
  const [byHand, setByHand] = useState(false)
  const path = `/withdrawals/${withdrawal.id}`
  const retry = useAct('withdrawals.retry', () => api.post<ActReply>(`${path}/retry`), [[WITHDRAWALS]])
  const fail = useAct('withdrawals.fail', (reason: string) => api.post<ActReply>(`${path}/fail`, { reason, byHand }), [
    [WITHDRAWALS],
  ])
  const prospect = { state: withdrawal.state }
  const close = (): void => setFailing(false)
  const busy = withdrawal.isBusy ? t('busy') : undefined
  return (
    <>
      <DialogActions>
        <ActButton
          verb="withdrawals.retry"
          prospect={prospect}
          tone="signal"
          busy={retry.isPending}
          disabledReason={busy}
          onClick={() => retry.mutate(undefined)}
        >
          {t('retry.do')}
        </ActButton>
        <ActButton
          verb="withdrawals.fail"
          prospect={prospect}
          tone="danger"
          disabledReason={busy}
          onClick={() => setFailing(true)}
        >
          {t('fail.do')}
        </ActButton>
      </DialogActions>
      <Fault error={retry.error} />
      <Dialog open={isFailing} onClose={close} title={t('fail.do')}>
        {isFailing ? (
          <ReasonForm
            action={t('fail.do')}
            tone="danger"
            isPending={fail.isPending}
            error={fail.error}
            onAct={(reason) => fail.mutate(reason, { onSuccess: close })}
            onCancel={close}
          >
            <p>{t('fail.text')}</p>
            <label className={styles.check}>
              <input type="checkbox" checked={byHand} onChange={({ target }) => setByHand(target.checked)} />
              <span>{t('fail.by-hand')}</span>
            </label>
          </ReasonForm>
        ) : null}
      </Dialog>
    </>
  )
}

function useFacts(withdrawal: WithdrawalReply): readonly (readonly [string, ReactNode])[] {
  const { t } = useTranslation(['officeWithdrawals', 'officePlayers'])
  const { player, won, state, since, decision, failures, problem } = withdrawal
  const { hold, provider, reference, requestedAt, dueAt } = withdrawal
  const facts: readonly (readonly [string, ReactNode] | null)[] = [
    [
      t('player'),
      <Link key="player" to="/players" search={{ player: String(player.id) }}>
        {player.username}
      </Link>,
    ],
    [t('won'), <Money key="won" cents={won} />],
    [t('state'), t(`states.${state}`)],
    decision === null ? null : [t('decided-by'), <Decision key="decision" act={decision} />],
    [t('since'), <Moment key="since" at={since} />],
    [t('requested'), <Moment key="requested" at={requestedAt} />],
    [t('next-try'), <Moment key="due" at={dueAt} />],
    hold === null ? null : [t('held'), t(`officePlayers:holds.${hold.reason}`)],
    failures === 0 ? null : [t('failures'), <Count key="failures" count={failures} />],
    problem === null ? null : [t('problem'), problem],
    [t('provider'), provider],
    reference === null ? null : [t('offer'), <Id key="offer" id={reference} />],
    [t('withdrawal'), <Id key="id" id={withdrawal.id} />],
  ]
  return facts.filter((fact) => fact !== null)
}

function Page({ withdrawal }: { withdrawal: WithdrawalReply }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const facts = useFacts(withdrawal)
  return (
    <>
      <WithdrawalActs withdrawal={withdrawal} />
      <Facts facts={facts} />
      <section className={styles.part} aria-label={t('steps')}>
        <h3>{t('steps')}</h3>
        <ul className={styles.evidence}>
          {withdrawal.steps.map(({ id, at, state, note }) => (
            <li key={id}>
              <Moment at={at} /> <strong>{t(`states.${state}`)}</strong> <span>{note ?? ''}</span>
            </li>
          ))}
        </ul>
      </section>
      <p>
        <Link to="/audit" search={{ subject: `withdrawal:${withdrawal.id}` }}>
          {t('audit-one')}
        </Link>
      </p>
    </>
  )
}

export function WithdrawalPanel({ id }: { id: string }): ReactElement {
  const { t, i18n } = useTranslation('officeWithdrawals')
  const { data, error } = useQuery({
    queryKey: [WITHDRAWALS, 'one', id],
    queryFn: () => api.get<WithdrawalReply>(`/withdrawals/${id}`),
    refetchInterval: POLL_MS,
  })
  return (
    <Panel
      title={data === undefined ? t('withdrawal') : wornItemName(data.item, i18n.language as Language)}
      close={<CloseLink to="/withdrawals" drop="withdrawal" />}
    >
      <Fault error={error} />
      {data === undefined ? null : <Page withdrawal={data} />}
    </Panel>
  )
}
