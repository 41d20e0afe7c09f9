// What is missing to a million tickets, and who gets it.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CASE_TICKETS } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { ticketSum } from '../../../game/cases/case.ts'
import { formatCount } from '../../../i18n/format.ts'
import { Button } from '../../parts/Button.tsx'
import { SelectField } from '../../parts/Field.tsx'
import styles from './items.module.css'
import { distributeRest, spreadByPrice } from './odds.ts'
import type { PriceOf, TicketLine } from './returns.ts'

interface TicketRestProps {
  entries: readonly TicketLine[]
  /** Names what has tickets. */
  nameOf: (id: string) => string
  /** Tells what it costs; absent where tickets do not follow prices. */
  priceOf?: PriceOf
  /** Why nothing may be changed. */
  locked: string | undefined
  onChange: (entries: readonly TicketLine[]) => void
}

export function TicketRest({ entries, nameOf, priceOf, locked, onChange }: TicketRestProps): ReactElement {
  const { t, i18n } = useTranslation('officeItems')
  const [to, setTo] = useState('')
  const rest = CASE_TICKETS - ticketSum(entries)
  const target = entries.some(({ item }) => item === to) ? to : ''
  const distributed = distributeRest(entries, target === '' ? null : target)
  const spread = priceOf === undefined ? undefined : spreadByPrice(entries, priceOf)
  const apply = (lines: readonly TicketLine[] | undefined): void => {
    if (lines !== undefined) onChange(lines)
  }
  const count = formatCount(Math.abs(rest), i18n.language as Language)
  const why = rest === 0 ? t('rest.none') : distributed === undefined ? t('rest.impossible') : undefined
  return (
    <div className={styles.rest}>
      <p className={rest === 0 ? styles.whole : styles.partial} role="status">
        {rest === 0 ? t('rest.whole') : t(rest > 0 ? 'rest.missing' : 'rest.beyond', { tickets: count })}
      </p>
      <div className={styles.tools}>
        <SelectField label={t('rest.to')} value={target} onChange={(event) => setTo(event.target.value)}>
          <option value="">{t('rest.all')}</option>
          {entries.map(({ item: id }) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </SelectField>
        <Button disabledReason={locked ?? why} onClick={() => apply(distributed)}>
          {t('rest.act')}
        </Button>
        {priceOf === undefined ? null : (
          <Button
            disabledReason={locked ?? (spread === undefined ? t('items.none') : undefined)}
            onClick={() => apply(spread)}
          >
            {t('rest.spread')}
          </Button>
        )}
      </div>
    </div>
  )
}
