// What an approval will do: whether a second person decides, and what still holds the player.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import { prospectOf, useOwnSession } from '../../session/session.ts'
import { type BoxProps, DecisionBox } from './DecisionBox.tsx'
import styles from './withdrawals.module.css'

export function ApproveBox(props: BoxProps): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const session = useOwnSession()
  const { player, approved, proposal } = props.data
  const worth = props.chosen.reduce((sum, { won, now }) => sum + Math.max(won, now), 0)
  const judgement = prospectOf('withdrawals.approve', session, { state: 'review', amount: approved + worth })
  const isProposal = judgement.may && judgement.second
  return (
    <DecisionBox
      {...props}
      decision="approve"
      action={t(isProposal ? 'approve.propose' : 'approve.do')}
      waits={proposal === null ? undefined : t('proposal', { name: proposal.by.name })}
    >
      {isProposal ? (
        <p className={styles.warn}>
          {t('approve.second', { limit: formatMoney(session.rules.limits.withdrawal), before: formatMoney(approved) })}
        </p>
      ) : null}
      {player.holds.length === 0 ? null : <p className={styles.warn}>{t('approve.held')}</p>}
    </DecisionBox>
  )
}
