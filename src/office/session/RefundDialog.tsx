// The refund of an order: what it would take to the cent, and why. Above the shop's limit a second person approves it.
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCharge } from '../../i18n/charge.ts'
import type { ActReply } from '../../protocol/office/common.ts'
import type { RefundPreview } from '../../protocol/office/orders.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { Count, Money } from '../parts/Plain.tsx'
import { Facts } from '../parts/Room.tsx'
import { ActForm } from './ActForm.tsx'
import { api } from './api.ts'
import { PAYMENTS } from './counts.ts'
import { Entries, useFieldText } from './difference-words.tsx'
import { Fault } from './Fault.tsx'

const SUMS = ['bonus', 'commission', 'itemsWorth', 'prizesCharged', 'debt'] as const
const COUNTS = ['itemsSold', 'prizesTaken'] as const

function Preview({ preview }: { preview: RefundPreview }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const fieldText = useFieldText()
  return (
    <>
      <Facts
        facts={[
          [fieldText('charge'), formatCharge(preview.minor, preview.currency)],
          [t('correct.before'), <Money key="before" cents={preview.before} />],
          [t('correct.after'), <Money key="after" cents={preview.after} />],
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
  const { data, error } = useQuery({
    // Not among the player's: the act would have it read again, of an order that is refunded.
    queryKey: ['refund', order, byHand],
    queryFn: () => api.get<RefundPreview>(`/orders/${order}/refund`, { byHand: String(byHand) }),
    retry: false,
  })
  return (
    <ActForm
      action={t('orders.refund')}
      tone="danger"
      done="orders.refund"
      act={(reason) => api.post<ActReply>(`/orders/${order}/refund`, { byHand, reason })}
      changes={[['players', String(playerId)], [PAYMENTS]]}
      onClose={onClose}
    >
      <p>{t('refund.text')}</p>
      <label>
        <input type="checkbox" checked={byHand} onChange={({ target }) => setByHand(target.checked)} />{' '}
        <span>{t('refund.by-hand')}</span>
      </label>
      <Fault error={error} />
      {data === undefined ? null : <Preview preview={data} />}
    </ActForm>
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
