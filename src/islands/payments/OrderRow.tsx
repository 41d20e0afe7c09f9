// One deposit in a list: its state, credit and price, and a link to its payment page while it is open.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCharge } from '../../i18n/charge.ts'
import { formatDate, formatMoney } from '../../i18n/format.ts'
import type { Order } from '../../protocol/payment.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { cancelOrder } from '../../stores/payments/orders.ts'
import { $titles, payableUrl } from '../../stores/payments/payment.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Price } from '../ui/money/Price.tsx'
import { ORDER_ICONS } from './order-icons.ts'

/** Returns the address where an open order is paid; null when it is not open any more or has no payment page. */
export function paymentUrl({ state, url, expires_at }: Order, nowMs: number): string | null {
  return state === 'created' && expires_at > nowMs ? payableUrl(url) : null
}

export function OrderRow({ order }: { order: Order }): ReactElement {
  const { t } = useTranslation('deposit')
  const titles = useStore($titles)
  const { state, amount, bonus, charge, currency, method, created_at } = order
  const cost = formatCharge(charge, currency)
  const date = formatDate(created_at)
  const way = paymentUrl(order, Date.now())
  return (
    <li className="deposit-order" data-state={state}>
      <span className="deposit-order-mark">
        <Icon name={ORDER_ICONS[state]} size={18} />
      </span>
      <p className="deposit-order-sum">
        <Price cents={amount} />
        {bonus === 0 ? null : <small>+ {t('orders.bonus', { bonus: formatMoney(bonus) })}</small>}
      </p>
      <p className="deposit-order-state">{t(`orders.state.${state}`)}</p>
      <p className="deposit-order-details">
        <span>{cost}</span>
        {titles[method] === undefined ? null : <span>{titles[method]}</span>}
        <time dateTime={new Date(created_at).toISOString()}>{date}</time>
      </p>
      <p className="deposit-order-write">
        <a
          href={`/dashboard?tab=letters&about=order:${order.id}`}
          aria-label={t('orders.writeOne', { charge: cost, date })}
        >
          {t('orders.write')}
        </a>
      </p>
      {state === 'created' ? (
        <div className="deposit-order-ways">
          {way === null ? null : (
            <Button href={way} aria-label={t('orders.goOn', { charge: cost, date })}>
              {t('orders.go')}
            </Button>
          )}
          <CancelButton id={order.id} label={t('orders.cancelOne', { charge: cost, date })} />
        </div>
      ) : null}
    </li>
  )
}

function CancelButton({ id, label }: { id: string; label: string }): ReactElement {
  const { t } = useTranslation('deposit')
  const [busy, setBusy] = useState(false)
  const cancel = async (): Promise<void> => {
    setBusy(true)
    if (!(await cancelOrder(id))) toast('error', t('orders.cancelFailed'))
    setBusy(false)
  }
  return (
    <Button tone="ghost" loading={busy} aria-label={label} onClick={() => void cancel()}>
      {t('orders.cancel')}
    </Button>
  )
}
