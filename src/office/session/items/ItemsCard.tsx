// The items of a case, also of a free one: tickets or percent of each, its chance, and the rest of a million tickets.
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CASE_ITEMS } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { chanceOf } from '../../../game/cases/case.ts'
import { formatPercent } from '../../../i18n/format.ts'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { SelectField } from '../../parts/Field.tsx'
import { Money } from '../../parts/Plain.tsx'
import type { ShopItem } from './catalogue.ts'
import type { EntriesProps } from './entries-props.ts'
import { useItemName } from './item-name.ts'
import styles from './items.module.css'
import { NumberField } from './NumberField.tsx'
import { percentText, ticketsOfPercent, ticketsOfText } from './odds.ts'
import type { TicketLine } from './returns.ts'
import { TicketRest } from './TicketRest.tsx'

/** Loaded when it is opened: the search knows names in every language. */
const AddItems = lazy(async () => ({ default: (await import('./AddItems.tsx')).AddItems }))

type Unit = 'tickets' | 'percent'

interface LineProps {
  line: TicketLine
  /** Undefined for one that is not sold. */
  item: ShopItem | undefined
  unit: Unit
  locked: string | undefined
  onTickets: (tickets: number) => void
  onRemove: () => void
}

function Line({ line: { item: id, tickets }, item, unit, locked, onTickets, onRemove }: LineProps): ReactElement {
  const { t, i18n } = useTranslation('officeItems')
  const nameOf = useItemName()
  const name = item === undefined ? id : nameOf(item)
  const isPercent = unit === 'percent'
  return (
    <tr>
      <td className={styles.item}>
        <span className={styles.rarity} data-rarity={item?.rarity} />
        <span>
          {name} {item === undefined ? <Chip tone="bad">{t('items.unknown')}</Chip> : null}
          {item?.isHeld === true ? <Chip tone="warn">{t('items.held')}</Chip> : null}
        </span>
      </td>
      <td className={styles.number}>{item === undefined ? '–' : <Money cents={item.priceCents} />}</td>
      <td className={styles.tickets}>
        <NumberField
          quiet
          label={t(isPercent ? 'items.percent-of' : 'items.tickets-of', { name })}
          value={isPercent ? percentText(tickets) : String(tickets)}
          read={isPercent ? ticketsOfPercent : ticketsOfText}
          readOnly={locked !== undefined}
          onChange={onTickets}
        />
      </td>
      <td className={styles.number}>{formatPercent(chanceOf(tickets), i18n.language as Language)}</td>
      <td className={styles.remove}>
        <Button
          tone="ghost"
          icon="close"
          disabledReason={locked}
          aria-label={t('items.remove', { name })}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}

export function ItemsCard(props: EntriesProps): ReactElement {
  const { entries, items, locked, onChange } = props
  const { t } = useTranslation('officeItems')
  const nameOf = useItemName()
  const [unit, setUnit] = useState<Unit>('tickets')
  const [isAdding, setAdding] = useState(false)
  const { least, most } = CASE_ITEMS
  return (
    <Card
      title={t('items.title', { count: entries.length })}
      aside={
        <Button icon="plus" disabledReason={locked} onClick={() => setAdding(true)}>
          {t('items.add')}
        </Button>
      }
    >
      <p className={styles.hint}>{t('items.hint', { least, most })}</p>
      {entries.length === 0 ? (
        <p>{t('items.none')}</p>
      ) : (
        <>
          <div className={styles.unit}>
            <SelectField
              label={t('items.unit')}
              value={unit}
              onChange={({ target }) => setUnit(target.value === 'percent' ? 'percent' : 'tickets')}
            >
              <option value="tickets">{t('items.tickets')}</option>
              <option value="percent">{t('items.percent')}</option>
            </SelectField>
          </div>
          <div className={styles.box}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('items.item')}</th>
                  <th scope="col" className={styles.number}>
                    {t('items.price')}
                  </th>
                  <th scope="col">{t(unit === 'percent' ? 'items.percent' : 'items.tickets')}</th>
                  <th scope="col" className={styles.number}>
                    {t('items.chance')}
                  </th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {entries.map((line, place) => (
                  <Line
                    key={line.item}
                    line={line}
                    item={items.byId.get(line.item)}
                    unit={unit}
                    locked={locked}
                    onTickets={(tickets) => onChange(entries.with(place, { ...line, tickets }))}
                    onRemove={() => onChange(entries.toSpliced(place, 1))}
                  />
                ))}
              </tbody>
            </table>
          </div>
          <TicketRest
            entries={entries}
            nameOf={(id) => {
              const item = items.byId.get(id)
              return item === undefined ? id : nameOf(item)
            }}
            priceOf={(id) => items.byId.get(id)?.priceCents}
            locked={locked}
            onChange={onChange}
          />
        </>
      )}
      <Suspense fallback={null}>{isAdding ? <AddItems onClose={() => setAdding(false)} {...props} /> : null}</Suspense>
    </Card>
  )
}
