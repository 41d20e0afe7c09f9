// The contracts screen: the table, its controls, the items to choose from, and the possible results.
import { useStore } from '@nanostores/react'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import {
  $contract,
  $placed,
  $preview,
  $room,
  keep,
  placeItems,
  receiveContractItems,
  skip,
  toggleItem,
} from '../../../stores/games/contract.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { InventoryPicker } from '../../inventory/InventoryPicker.tsx'
import { island } from '../../island.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import type { Elements } from '../../ui/own-element.tsx'
import { scrollToStage } from '../parts/scroll-to-stage.ts'
import { useGameKeys } from '../parts/use-game-keys.ts'
import { Controls, Tools } from './Controls.tsx'
import type { ContractExample } from './example.ts'
import { Results } from './Results.tsx'
import styles from './screen.module.css'
import { Table } from './Table.tsx'

export interface ContractScreenProps {
  /** The contract that guests see; null where the shop has too few items. */
  example: ContractExample | null
}

type Side = 'items' | 'results'

function ContractScreenView({ example }: ContractScreenProps): ReactElement {
  useGameKeys({ $run: $contract, skip, keep })
  useEffect(receiveContractItems, [])
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

/** Lays out the parts of the screen. They are props, so that a running contract renders only what changes with it. */
function Frame({ table, children }: { table: ReactNode; children: Elements }): ReactElement {
  const { t } = useTranslation('contract')
  const { phase } = useStore($contract, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  const [chosen, setChosen] = useState<Side | null>(null)
  const stage = useRef<HTMLElement>(null)
  const isAsking = phase === 'asking'
  const isPlayed = phase === 'playing' || phase === 'result'
  // When the contract is signed, and when the actions on its result take their place in the controls, which cover more of the screen then.
  useEffect(() => {
    if (isAsking || isPlayed) scrollToStage(stage.current)
  }, [isAsking, isPlayed])
  // A guest has no items and sees the results of the example.
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
  const placed = useStore($placed)
  const room = useStore($room)
  return (
    <section className={styles.items} aria-labelledby="contract-items">
      <h2 id="contract-items">{t('items.title')}</h2>
      <InventoryPicker selected={placed} onToggle={toggleItem} onAll={placeItems} room={room} />
    </section>
  )
}

/** Switches between items and results on phones, which show only one of them. */
function Sides({ side, onChange }: { side: Side; onChange: (side: Side) => void }): ReactElement {
  const { t } = useTranslation('contract')
  const preview = useStore($preview, { ssr: 'initial' })
  const count = preview.status === 'ready' ? preview.table.entries.length : 0
  const options = [
    { value: 'items', label: t('sides.items') },
    { value: 'results', label: count === 0 ? t('sides.results') : t('sides.resultsCount', { count }) },
  ] as const
  return (
    <Segmented label={t('sides.label')} options={options} value={side} onChange={onChange} className={styles.sides} />
  )
}

/** Announces the result to screen readers when it appears. */
function Announcement(): ReactElement {
  const { t, i18n } = useTranslation('contract')
  const contract = useStore($contract, { ssr: 'initial' })
  const words = (): string => {
    if (contract.phase !== 'result') return ''
    const { won, table } = contract.played
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
