// Takes a case over from a colleague who has it, with a word.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { api } from '../../session/api.ts'
import { WITHDRAWALS } from '../../session/counts.ts'
import { ReasonForm } from '../../session/ReasonForm.tsx'
import { useAct } from '../../session/use-act.ts'
import type { CaseActsProps } from './case-props.ts'

interface TakeOverProps extends Pick<CaseActsProps, 'data'> {
  open: boolean
  onClose: () => void
}

export function TakeOverDialog({ data: { player, claim }, open, onClose }: TakeOverProps): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { mutate, isPending, error } = useAct(
    'withdrawals.claim',
    (reason: string) => api.post<ActReply>(`/withdrawals/cases/${player.id}/claim`, { reason }),
    [[WITHDRAWALS]],
  )
  return (
    <Dialog open={open} onClose={onClose} title={t('claim.take-over')}>
      {open ? (
        <ReasonForm
          action={t('claim.take-over')}
          isPending={isPending}
          error={error}
          onAct={(reason) => mutate(reason, { onSuccess: onClose })}
          onCancel={onClose}
        >
          <p>{t('claim.take-over-text', { name: claim?.by.name ?? '' })}</p>
        </ReasonForm>
      ) : null}
    </Dialog>
  )
}
