// The message that a deposit was credited while the page was open; screen readers announce it.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { $paidOrder } from '../../stores/payments/orders.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

export function DepositCredited(): ReactElement {
  const { t } = useTranslation('deposit')
  const order = useStore($paidOrder)
  return (
    <div className="deposit-credited-place" role="status">
      {order === null ? null : (
        <p key={order.id} className="deposit-credited">
          <Icon name="check" />
          <span>
            <strong>{t('arrived.title', { credit: formatMoney(order.amount + order.bonus) })}</strong>
            {order.bonus === 0 ? null : <small>{t('arrived.bonus', { bonus: formatMoney(order.bonus) })}</small>}
          </span>
          <Button onClick={() => $paidOrder.set(null)}>{t('arrived.close')}</Button>
        </p>
      )}
    </div>
  )
}
