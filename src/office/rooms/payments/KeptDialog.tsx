// Kept money is sent back to its payer, or credited after all: what would happen now, and the press that does it.
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCharge } from '../../../i18n/charge.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { CreditPreview, ReturnPreview } from '../../../protocol/office/orders.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { Money } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'
import { ActForm } from '../../session/ActForm.tsx'
import { api } from '../../session/api.ts'
import { PAYMENTS } from '../../session/counts.ts'
import { Entries, useFieldText } from '../../session/difference-words.tsx'
import { Fault } from '../../session/Fault.tsx'

export type KeptAct = 'return' | 'credit'

interface KeptProps {
  act: KeptAct
  order: string
  onClose: () => void
}

function Form({ act, order, onClose }: KeptProps): ReactElement {
  const { t } = useTranslation('officePayments')
  const fieldText = useFieldText()
  const [byHand, setByHand] = useState(false)
  const { data, error } = useQuery({
    queryKey: [PAYMENTS, act, order, byHand],
    queryFn: async () =>
      act === 'return'
        ? await api.get<ReturnPreview>(`/orders/${order}/return`, { byHand: String(byHand) })
        : { ...(await api.get<CreditPreview>(`/orders/${order}/credit`)), entries: [] },
    retry: false,
  })
  const amount = data === undefined ? 0 : 'amount' in data ? data.amount : data.payment + data.excess
  const charge = data !== undefined && 'minor' in data ? formatCharge(data.minor, data.currency) : undefined
  return (
    <ActForm
      action={t(`kept.${act}.do`)}
      done={`orders.${act}`}
      act={(reason) =>
        api.post<ActReply>(`/orders/${order}/${act}`, act === 'return' ? { byHand, reason } : { reason })
      }
      changes={[[PAYMENTS], ['players']]}
      onClose={onClose}
      disabledReason={data === undefined ? t('kept.look-first') : undefined}
    >
      <p>{t(`kept.${act}.text`)}</p>
      {act === 'return' ? (
        <label>
          <input type="checkbox" checked={byHand} onChange={({ target }) => setByHand(target.checked)} />{' '}
          <span>{t('kept.by-hand')}</span>
        </label>
      ) : null}
      <Fault error={error} />
      {data === undefined ? null : (
        <>
          <Facts
            facts={[
              ...(charge === undefined ? [] : [[fieldText('charge'), charge] as const]),
              [t('amount'), <Money key="amount" cents={amount} />],
            ]}
          />
          <Entries entries={data.entries} />
        </>
      )}
    </ActForm>
  )
}

export function KeptDialog({ act, order, onClose }: Omit<KeptProps, 'act'> & { act: KeptAct | null }): ReactElement {
  const { t } = useTranslation('officePayments')
  return (
    <Dialog open={act !== null} onClose={onClose} title={t(`kept.${act ?? 'return'}.do`)}>
      {act === null ? null : <Form act={act} order={order} onClose={onClose} />}
    </Dialog>
  )
}
