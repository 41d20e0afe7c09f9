// What an approval will do, before it is done.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import { Button } from '../../parts/Button.tsx'
import { DialogActions } from '../../parts/Dialog.tsx'
import { useKeys } from '../../parts/Keys.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { WITHDRAWALS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { prospectOf, useOwnSession } from '../../session/session.ts'
import { useAct } from '../../session/use-act.ts'
import { sumOf } from './CaseItems.tsx'
import type { CaseActsProps } from './case-props.ts'
import styles from './withdrawals.module.css'

export function ApproveBox({
  data,
  chosen,
  onDecided,
  onPart,
  onClose,
}: CaseActsProps & { onClose: () => void }): ReactElement {
  const { t } = useTranslation(['officeWithdrawals', 'office'])
  const session = useOwnSession()
  const { player, items, approved, proposal } = data
  const worth = chosen.reduce((sum, { won, now }) => sum + Math.max(won, now), 0)
  const judgement = prospectOf('withdrawals.approve', session, { state: 'review', amount: approved + worth })
  const isProposal = judgement.may && judgement.second
  const { mutate, isPending, error } = useAct(async () => {
    const ids = chosen.map(({ id }) => id)
    const { outcome } = await api.post<ActReply>(`/withdrawals/cases/${player.id}/approve`, { items: ids })
    onClose()
    if (outcome === 'proposed' || ids.length === items.length) onDecided(player.id)
    else onPart()
  }, [[WITHDRAWALS]])
  const waits = proposal === null ? undefined : t('proposal', { name: proposal.by.name })
  const decide = (): void => {
    if (!isPending && chosen.length > 0 && waits === undefined) mutate(undefined)
  }
  useKeys([
    { key: 'n', run: decide },
    { key: 'Escape', run: onClose },
  ])
  return (
    <section className={styles.box} aria-label={t('approve.begin')}>
      <p>{t('approve.text', { count: chosen.length, sum: formatMoney(sumOf(chosen, 'won')) })}</p>
      {isProposal ? (
        <p className={styles.warn}>
          {t('approve.second', { limit: formatMoney(session.rules.limits.withdrawal), before: formatMoney(approved) })}
        </p>
      ) : null}
      {player.holds.length === 0 ? null : <p className={styles.warn}>{t('approve.held')}</p>}
      <Fault error={error} />
      <DialogActions>
        <ActButton
          verb="withdrawals.approve"
          prospect={{ state: 'review' }}
          tone="signal"
          busy={isPending}
          disabledReason={chosen.length === 0 ? t('nothing-ticked') : waits}
          aria-keyshortcuts="n"
          onClick={decide}
        >
          {isProposal ? t('approve.propose') : t('approve.do')}
        </ActButton>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </section>
  )
}
