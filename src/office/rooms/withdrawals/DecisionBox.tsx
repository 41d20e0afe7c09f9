// A decision on the ticked items of a case: what it will do, before it is done.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { Elements } from '../../../islands/ui/own-element.tsx'
import type { ActReply } from '../../../protocol/office/common.ts'
import { Button } from '../../parts/Button.tsx'
import { DialogActions } from '../../parts/Dialog.tsx'
import { type RoomKey, useKeys } from '../../parts/Keys.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { WITHDRAWALS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import { sumOf } from './CaseItems.tsx'
import type { CaseActsProps } from './case-props.ts'
import styles from './withdrawals.module.css'

export interface BoxProps extends CaseActsProps {
  readonly onClose: () => void
}

interface DecisionBoxProps extends BoxProps {
  readonly decision: 'approve' | 'refuse'
  readonly action: string
  /** Why it cannot be done yet. */
  readonly waits?: string | undefined
  /** What the call says besides the items. */
  readonly body?: object
  readonly keys?: readonly RoomKey[]
  readonly children: Elements
}

export function DecisionBox(props: DecisionBoxProps): ReactElement {
  const { data, chosen, onDecided, onPart, onClose, decision, action, waits, body, keys = [], children } = props
  const { t } = useTranslation(['officeWithdrawals', 'office'])
  const { mutate, isPending, error } = useAct(`withdrawals.${decision}`, async () => {
    const items = chosen.map(({ id }) => id)
    const path = `/withdrawals/cases/${data.player.id}/${decision}`
    const reply = await api.post<ActReply>(path, { ...body, items })
    onClose()
    if (reply.outcome === 'proposed' || items.length === data.items.length) onDecided(data.player.id)
    else onPart()
    return reply
  }, [[WITHDRAWALS]])
  const disabledReason = chosen.length === 0 ? t('nothing-ticked') : waits
  const decide = (): void => {
    if (!isPending && disabledReason === undefined) mutate(undefined)
  }
  useKeys([{ key: 'n', run: decide }, { key: 'Escape', run: onClose }, ...keys])
  return (
    <section className={styles.box} aria-label={t(`${decision}.begin`)}>
      <p>{t(`${decision}.text`, { count: chosen.length, sum: formatMoney(sumOf(chosen, 'won')) })}</p>
      {children}
      <Fault error={error} />
      <DialogActions>
        <ActButton
          verb={`withdrawals.${decision}`}
          prospect={{ state: 'review' }}
          tone={decision === 'approve' ? 'signal' : 'danger'}
          busy={isPending}
          disabledReason={disabledReason}
          aria-keyshortcuts="n"
          onClick={decide}
        >
          {action}
        </ActButton>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </section>
  )
}
