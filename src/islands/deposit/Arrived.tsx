// The moment in which money arrives while its player looks on: said calmly, and heard by screen readers.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { $arrived } from '../../stores/orders.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

export function Arrived(): ReactElement {
  const { t } = useTranslation('deposit')
  const order = useStore($arrived)
  return (
    <div className="deposit-arrival" role="status">
      {order === null ? null : (
        <p key={order.id} className="deposit-arrived">
          <Icon name="check" />
          <span>
            <strong>{t('arrived.title', { credit: formatMoney(order.amount + order.bonus) })}</strong>
            {order.bonus === 0 ? null : <small>{t('arrived.bonus', { bonus: formatMoney(order.bonus) })}</small>}
          </span>
          <Button onClick={() => $arrived.set(null)}>{t('arrived.close')}</Button>
        </p>
      )}
    </div>
  )
}
