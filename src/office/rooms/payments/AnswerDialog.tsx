// Notes what was answered to a dispute, or what was decided about a question of the provider.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { api } from '../../session/api.ts'
import { PAYMENTS } from '../../session/counts.ts'
import { ReasonForm } from '../../session/ReasonForm.tsx'
import { useAct } from '../../session/use-act.ts'

interface AnswerProps {
  open: boolean
  order: string
  /** The dispute that is answered; undefined for the question. */
  dispute?: string | undefined
  onClose: () => void
}

function Form({ order, dispute, onClose }: Omit<AnswerProps, 'open'>): ReactElement {
  const { t } = useTranslation('officePayments')
  const kind = dispute === undefined ? 'question' : 'disputes'
  const answer = useAct(
    dispute === undefined ? 'orders.settle' : 'orders.answer',
    (reason: string) => api.post<ActReply>(`/orders/${order}/answer`, { dispute, reason }),
    [[PAYMENTS], ['players']],
  )
  return (
    <ReasonForm
      action={t(`${kind}.answer`)}
      label={t(`${kind}.answer-label`)}
      isPending={answer.isPending}
      error={answer.error}
      onAct={(reason) => answer.mutate(reason, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t(`${kind}.answer-text`)}</p>
    </ReasonForm>
  )
}

export function AnswerDialog({ open, dispute, ...rest }: AnswerProps): ReactElement {
  const { t } = useTranslation('officePayments')
  return (
    <Dialog open={open} onClose={rest.onClose} title={t(`${dispute === undefined ? 'question' : 'disputes'}.answer`)}>
      {open ? <Form dispute={dispute} {...rest} /> : null}
    </Dialog>
  )
}
