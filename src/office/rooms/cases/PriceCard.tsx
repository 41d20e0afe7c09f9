// The price of a case and its return: one follows from the other, or the tickets from both.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CASE_PRICE, CASE_RETURN_PERCENT, CASE_TICKETS } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { ticketSum } from '../../../game/cases/case.ts'
import { rebalance } from '../../../game/cases/rebalance.ts'
import { formatMoney, formatPercent } from '../../../i18n/format.ts'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { Money } from '../../parts/Plain.tsx'
import { plainMoney } from '../../parts/plain.ts'
import { Facts } from '../../parts/Room.tsx'
import { NumberField } from '../../session/items/NumberField.tsx'
import { priceFor } from '../../session/items/odds.ts'
import { type PriceOf, returnOf, type TicketLine, worthOf } from '../../session/items/returns.ts'
import { Share } from '../../session/items/Share.tsx'
import { centsOf } from '../../session/search.ts'
import type { CardProps } from './card-props.ts'
import styles from './cases.module.css'

const { least, most } = CASE_RETURN_PERCENT

/** What is aimed at first, in percent. */
const TARGET = 90

/** Reads a typed return in percent; undefined for one that no case may have. */
function percentOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.').replace('%', '')
  const percent = /^\d{2}(\.\d{1,2})?$/.test(plain) ? Number(plain) : 0
  return percent >= least && percent <= most ? percent : undefined
}

/** Returns the tickets with which a case returns a part of its price; undefined where none do. */
function ticketsFor(entries: readonly TicketLine[], targetCents: number, priceOf: PriceOf): TicketLine[] | undefined {
  const balanced = entries.map(({ item, tickets }) => ({ priceCents: priceOf(item) ?? 0, tickets }))
  if (balanced.length === 0 || balanced.some(({ priceCents }) => priceCents === 0)) return undefined
  const tickets = rebalance(balanced, targetCents)
  return tickets === undefined || tickets.reduce((sum, count) => sum + count, 0) !== CASE_TICKETS
    ? undefined
    : entries.map((entry, at) => ({ ...entry, tickets: tickets[at] ?? 1 }))
}

export function PriceCard({ record, items, locked, onChange }: CardProps): ReactElement {
  const { t, i18n } = useTranslation(['officeCaseEditor', 'officeItems'])
  const language = i18n.language as Language
  const [target, setTarget] = useState<number>(TARGET)
  const priceOf: PriceOf = (id) => items.byId.get(id)?.priceCents
  const { price, entries } = record
  const returns = returnOf(record, priceOf)
  const isWhole = ticketSum(entries) === CASE_TICKETS
  const isInBand = returns !== null && returns * 100 >= least && returns * 100 <= most
  const newPrice = priceFor(entries, target / 100, priceOf)
  const newTickets = ticketsFor(entries, (price * target) / 100, priceOf)
  const missing = entries.length === 0 ? t('officeItems:items.none') : undefined
  const band = t('price.band', { least, most })
  const worth = worthOf(entries, priceOf)
  return (
    <Card title={t('price.title')}>
      <NumberField
        label={t('price.price')}
        hint={t('price.hint', { least: formatMoney(CASE_PRICE.least), most: formatMoney(CASE_PRICE.most) })}
        value={plainMoney(price)}
        read={(text) => centsOf(text) || undefined}
        readOnly={locked !== undefined}
        onChange={(cents) => onChange({ ...record, price: cents })}
      />
      <div role="status">
        <Facts
          facts={[
            [
              t('price.return'),
              <strong key="return" className={isWhole && isInBand ? styles.good : styles.bad}>
                <Share part={returns} /> {isWhole && !isInBand ? <span>{band}</span> : null}
              </strong>,
            ],
            [t('price.mean'), worth === undefined ? '–' : <Money key="mean" cents={worth / CASE_TICKETS} />],
            [t('price.margin'), returns === null ? '–' : formatPercent(Math.max(0, 1 - returns), language)],
          ]}
        />
      </div>
      <NumberField
        label={t('price.target')}
        hint={band}
        value={String(target)}
        read={percentOf}
        onChange={(percent) => setTarget(percent)}
      />
      <div className={styles.acts}>
        <Button
          disabledReason={locked ?? missing ?? (newPrice === null ? t('price.not-whole') : undefined)}
          onClick={() => {
            if (newPrice !== null) onChange({ ...record, price: newPrice })
          }}
        >
          {newPrice === null ? t('price.set') : t('price.set-to', { price: formatMoney(newPrice) })}
        </Button>
        <Button
          disabledReason={locked ?? missing ?? (newTickets === undefined ? t('price.no-tickets') : undefined)}
          onClick={() => {
            if (newTickets !== undefined) onChange({ ...record, entries: newTickets })
          }}
        >
          {t('price.tickets')}
        </Button>
      </div>
    </Card>
  )
}
