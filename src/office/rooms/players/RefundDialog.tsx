// The refund of an order: what it would take to the cent, and why. Above the shop's limit a second person approves it.
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { RefundPreview } from '../../../protocol/office/orders.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'
import { api } from '../../session/api.ts'
import { Entries, useFieldText } from '../../session/difference-words.tsx'
import { Fault } from '../../session/Fault.tsx'
import { Proposed } from '../../session/Proposed.tsx'
import { ReasonForm } from '../../session/ReasonForm.tsx'
import { useAct } from '../../session/use-act.ts'

const SUMS = ['bonus', 'commission', 'itemsWorth', 'prizesCharged', 'debt'] as const
const COUNTS = ['itemsSold', 'prizesTaken'] as const

function Preview({ preview }: { preview: RefundPreview }): ReactElement {
  const fieldText = useFieldText()
  return (
    <>
      <Facts
        facts={[
          [fieldText('amount'), <Money key="amount" cents={preview.amount} />],
          ...SUMS.filter((name) => preview[name] !== 0).map(
            (name) => [fieldText(name), <Money key={name} cents={preview[name]} />] as const,
          ),
          ...COUNTS.filter((name) => preview[name] !== 0).map(
            (name) => [fieldText(name), <Count key={name} count={preview[name]} />] as const,
          ),
        ]}
      />
      <Entries entries={preview.entries} />
    </>
  )
}

interface RefundProps {
  playerId: number
  order: string
  onClose: () => void
}

function Refund({ playerId, order, onClose }: RefundProps): ReactElement {
  const { t } = useTranslation('officePlayers')
  const [byHand, setByHand] = useState(false)
  const [expiresAt, setExpiresAt] = useState<number | null>(null)
  const { data, error } = useQuery({
    queryKey: ['players', String(playerId), 'refund', order, byHand],
    queryFn: () => api.get<RefundPreview>(`/orders/${order}/refund`, { byHand: String(byHand) }),
    retry: false,
  })
  const refund = useAct(
    (reason: string) => api.post<ActReply>(`/orders/${order}/refund`, { byHand, reason }),
    [['players', String(playerId)]],
  )
  const onAct = (reason: string): void =>
    refund.mutate(reason, {
      onSuccess: (reply) => {
        if (reply.outcome === 'proposed') setExpiresAt(reply.expiresAt)
        else onClose()
      },
    })
  if (expiresAt !== null) return <Proposed expiresAt={expiresAt} />
  return (
    <ReasonForm
      action={t('orders.refund')}
      tone="danger"
      isPending={refund.isPending}
      error={refund.error}
      onAct={onAct}
      onCancel={onClose}
    >
      <p>{t('refund.text')}</p>
      <label>
        <input type="checkbox" checked={byHand} onChange={({ target }) => setByHand(target.checked)} />{' '}
        <span>{t('refund.by-hand')}</span>
      </label>
      <Fault error={error} />
      {data === undefined ? null : <Preview preview={data} />}
    </ReasonForm>
  )
}

export function RefundDialog({
  playerId,
  order,
  onClose,
}: Omit<RefundProps, 'order'> & { order: string | null }): ReactElement {
  const { t } = useTranslation('officePlayers')
  return (
    <Dialog open={order !== null} onClose={onClose} title={t('refund.title')}>
      {order === null ? null : <Refund playerId={playerId} order={order} onClose={onClose} />}
    </Dialog>
  )
}
