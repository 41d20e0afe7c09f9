// What a change does to cases, the wheel and free cases: the return of each before and after, and its tickets.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { PriceEffect } from '../../../protocol/office/prices.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import styles from './prices.module.css'
import { usePriceWords } from './words.ts'

/** Tells whether a return is where it has to be. */
const isWithin = (fraction: number, { least, most }: PriceEffect): boolean => fraction >= least && fraction <= most

function Returns({ effect }: { effect: PriceEffect }): ReactElement {
  const { t } = useTranslation('officePrices')
  const { percent } = usePriceWords()
  const { before, plain, after } = effect
  const isMoved = percent(plain) !== percent(after) && percent(plain) !== percent(before)
  return (
    <span className={styles.returns}>
      <span className="figures">{t('from-to', { before: percent(before), after: percent(after) })}</span>
      {isMoved ? (
        <span className={isWithin(plain, effect) ? styles.quiet : styles.outside}>
          {t('plain', { plain: percent(plain) })}
        </span>
      ) : null}
    </span>
  )
}

function Outcome({ effect }: { effect: PriceEffect }): ReactElement {
  const { t } = useTranslation('officePrices')
  const { wasOn, isOn, entries } = effect
  if (wasOn && !isOn) return <Chip tone="bad">{t('outcomes.off')}</Chip>
  if (!wasOn && isOn) return <Chip tone="good">{t('outcomes.on')}</Chip>
  if (!isOn) return <Chip>{t('outcomes.stays-off')}</Chip>
  if (entries.some(({ other }) => other !== null)) return <Chip tone="warn">{t('outcomes.items')}</Chip>
  return entries.length > 0 ? (
    <Chip tone="warn">{t('outcomes.tickets')}</Chip>
  ) : (
    <Chip tone="good">{t('outcomes.fits')}</Chip>
  )
}

function Entries({ entries }: Pick<PriceEffect, 'entries'>): ReactElement | null {
  const { t } = useTranslation('officePrices')
  const { itemName, count: countWords } = usePriceWords()
  if (entries.length === 0) return null
  return (
    <details className={styles.list}>
      <summary>{t('entries', { count: entries.length })}</summary>
      <ul className={styles.rows}>
        {entries.map(({ item, other, worth, before, after }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sectors with money have no name of their own
          <li key={place}>
            <span>{item === null ? t('money') : itemName(item)}</span>
            {other === null ? null : <span> {t('replaced', { name: itemName(other) })}</span>} <Money cents={worth} />{' '}
            <span>{t('from-to', { before: countWords(before), after: countWords(after) })}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface EffectsProps {
  label: string
  effects: readonly PriceEffect[]
  /** How many stay as they are. */
  same?: number
  /** What is said where nothing changes. */
  none?: string
}

export function Effects({ label, effects, same, none }: EffectsProps): ReactElement {
  const { t } = useTranslation('officePrices')
  const { partName } = usePriceWords()
  const columns: readonly Column<PriceEffect>[] = [
    {
      id: 'name',
      header: t('part'),
      cell: ({ row: { original } }) => <span className={styles.name}>{partName(original)}</span>,
    },
    { id: 'price', header: t('costs'), cell: ({ row: { original } }) => <Money cents={original.price} /> },
    { id: 'returns', header: t('returns'), cell: ({ row: { original } }) => <Returns effect={original} /> },
    { id: 'outcome', header: t('outcome'), cell: ({ row: { original } }) => <Outcome effect={original} /> },
    { id: 'tickets', header: t('tickets'), cell: ({ row: { original } }) => <Entries entries={original.entries} /> },
  ]
  if (effects.length === 0) return <p className={styles.quiet}>{none ?? t('no-effects')}</p>
  return (
    <div className={styles.part}>
      <Table
        label={label}
        columns={columns}
        rows={effects}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        numbers={['price']}
      />
      {same === undefined ? null : <p className={styles.quiet}>{t('same', { count: same })}</p>}
    </div>
  )
}
