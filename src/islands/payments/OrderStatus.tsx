// The status of an order after the payment page. It replaces the form until the player starts another deposit.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCharge } from '../../i18n/charge.ts'
import { formatDate, formatMoney } from '../../i18n/format.ts'
import type { Order } from '../../protocol/payment.ts'
import { $titles, loadMethods } from '../../stores/payments/payment.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Marked } from '../ui/messages/Marked.tsx'
import { paymentUrl } from './OrderRow.tsx'
import { ORDER_ICONS } from './order-icons.ts'

const SUPPORT = {
  support: (words: string): ReactElement => <a href="/contacts#payments">{words}</a>,
}

export interface OrderStatusProps {
  order: Order
  /** Is called when the player wants the form. */
  onAgain: () => void
}

export function OrderStatus({ order, onAgain }: OrderStatusProps): ReactElement {
  const { t } = useTranslation(['deposit', 'common'])
  const { state } = order
  // Loads the name of the order's method, and makes the form ready.
  useEffect(() => void loadMethods(), [])
  const way = paymentUrl(order, Date.now())
  return (
    <section className="deposit-moment" data-state={state}>
      <span className="deposit-moment-light">
        {state === 'created' ? <span className="deposit-moment-ring" /> : null}
        <Icon name={ORDER_ICONS[state]} size={40} />
      </span>
      <div className="deposit-moment-words" role="status">
        <Words order={order} />
      </div>
      <Details order={order} />
      <div className="deposit-moment-ways">
        {way === null ? null : <Button href={way}>{t('orders.go')}</Button>}
        {state === 'paid' ? (
          <Button tone="signal" size="l" icon="cases" href="/">
            {t('returned.play')}
          </Button>
        ) : null}
        <Button
          tone={state === 'failed' || state === 'expired' || state === 'cancelled' ? 'signal' : 'quiet'}
          size={state === 'created' ? 'm' : 'l'}
          onClick={onAgain}
        >
          {t('returned.again')}
        </Button>
      </div>
    </section>
  )
}

/** States in which nothing is on the balance, nor comes there. */
const GIVES_NOTHING: readonly Order['state'][] = ['failed', 'expired', 'cancelled', 'refunded', 'lost', 'kept']

/** Shows the details that support asks for. */
function Details({ order }: { order: Order }): ReactElement {
  const { t } = useTranslation('deposit')
  const titles = useStore($titles)
  const { id, state, method, amount, bonus, charge, currency, created_at } = order
  const rows = [
    [state === 'paid' ? t('returned.charge') : t('receipt.charge'), formatCharge(charge, currency)],
    [t('receipt.credit'), GIVES_NOTHING.includes(state) ? undefined : formatMoney(amount + bonus)],
    [t('methods.label'), titles[method]],
    [t('returned.date'), formatDate(created_at)],
    [t('returned.number'), id],
  ] as const
  return (
    <dl className="deposit-receipt deposit-moment-details">
      {rows.map(([term, words]) =>
        words === undefined ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function Words({ order: { state, amount, bonus, returned } }: { order: Order }): ReactElement {
  const { t } = useTranslation('deposit')
  if (state === 'paid') {
    return (
      <>
        <h2>{t('arrived.title', { credit: formatMoney(amount + bonus) })}</h2>
        {bonus === 0 ? null : <p>{t('arrived.bonus', { bonus: formatMoney(bonus) })}</p>}
      </>
    )
  }
  return (
    <>
      <h2>{t(`returned.${state}.title`)}</h2>
      <p>
        <Marked
          text={t(`returned.${state}.text`, { amount: formatMoney(amount), returned: formatMoney(returned) })}
          marks={SUPPORT}
        />
      </p>
    </>
  )
}
