// The contracts screen: the round table, what steers it, the items to put on it, and everything that can come out.
import { useStore } from '@nanostores/react'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $docked, $isFull, $results, $signingBeside, receiveDocks, toggle } from '../../stores/contract.ts'
import { $user } from '../../stores/user.ts'
import { InventoryPicker } from '../inventory/InventoryPicker.tsx'
import { island } from '../island.tsx'
import { itemName } from '../ui/item-lines.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Controls, Tools } from './Controls.tsx'
import type { ContractExample } from './example.ts'
import { Results } from './Results.tsx'
import styles from './screen.module.css'
import { Table } from './Table.tsx'
import { useKeys } from './use-keys.ts'

export interface ContractScreenProps {
  /** What guests look at; null where the shop has too few items. */
  example: ContractExample | null
}

type Side = 'items' | 'results'

function ContractScreenView({ example }: ContractScreenProps): ReactElement {
  useKeys()
  useEffect(receiveDocks, [])
  return (
    <Frame table={<Table example={example} />}>
      <Items />
      <div className={styles.results}>
        <Results example={example} />
      </div>
      <Controls />
      <Announcement />
    </Frame>
  )
}

/** The parts in their places. They are handed in, so that a contract that runs renders only what changes with it. */
function Frame({ table, children }: { table: ReactNode; children: ReactNode }): ReactElement {
  const { t } = useTranslation('contract')
  const { phase } = useStore($signingBeside, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  const [chosen, setChosen] = useState<Side | null>(null)
  const stage = useRef<HTMLElement>(null)
  const isPlaying = phase === 'asking' || phase === 'forming' || phase === 'result'
  // Whoever signs from further down the page sees the table.
  useEffect(() => {
    if (isPlaying) stage.current?.scrollIntoView({ block: 'nearest' })
  }, [isPlaying])
  // A guest has no items: the example is what there is to see.
  const side = chosen ?? (user.status === 'guest' ? 'results' : 'items')
  return (
    <div className={styles.screen} data-side={side} data-phase={phase}>
      <section className={styles.stage} ref={stage} aria-label={t('stage')}>
        {table}
      </section>
      <div className={styles.tools}>
        <Tools />
      </div>
      <Sides side={side} onChange={setChosen} />
      {children}
    </div>
  )
}

function Items(): ReactElement {
  const { t } = useTranslation('contract')
  const docked = useStore($docked)
  const isFull = useStore($isFull)
  return (
    <section className={styles.items} aria-labelledby="contract-items">
      <h2 id="contract-items">{t('items.title')}</h2>
      <InventoryPicker selected={docked} onToggle={toggle} isFull={isFull} />
    </section>
  )
}

/** On a phone there is room for the items or for the results. */
function Sides({ side, onChange }: { side: Side; onChange: (side: Side) => void }): ReactElement {
  const { t } = useTranslation('contract')
  const results = useStore($results, { ssr: 'initial' })
  const count = results.status === 'ready' ? results.table.entries.length : 0
  const options = [
    { value: 'items', label: t('sides.items') },
    { value: 'results', label: count === 0 ? t('sides.results') : t('sides.resultsCount', { count }) },
  ] as const
  return (
    <Segmented label={t('sides.label')} options={options} value={side} onChange={onChange} className={styles.sides} />
  )
}

/** Tells screen readers what came out, once it is on the table. */
function Announcement(): ReactElement {
  const { t, i18n } = useTranslation('contract')
  const signing = useStore($signingBeside, { ssr: 'initial' })
  const words = (): string => {
    if (signing.phase !== 'result') return ''
    const { won, table } = signing.signed
    return t('result.won', {
      item: itemName(won.item, i18n.language as Language),
      price: formatMoney(won.price),
      sum: formatMoney(table.sum),
    })
  }
  return (
    <p className="unseen" aria-live="polite">
      {words()}
    </p>
  )
}

export const ContractScreen = island(ContractScreenView)
