// The round table: the items in its slots, their sum, and the animation of signing.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS } from '../../../game/base/economy.ts'
import { $contract, $slots, type PlayedContract, skip, toggleItem } from '../../../stores/games/contract.ts'
import { playedOf } from '../../../stores/games/game-run.ts'
import { afterPaint } from '../../../stores/kernel/after-paint.ts'
import { Price } from '../../ui/money/Price.tsx'
import { endBy } from '../../ui/motion/animation-end.ts'
import { Prerendered } from '../../ui/motion/Prerendered.tsx'
import type { ContractExample, PlacedItem } from './example.ts'
import { $signature } from './hold.ts'
import { Result } from './Result.tsx'
import { SignatureLine } from './Signature.tsx'
import { SigningAnimation } from './SigningAnimation.tsx'
import { Slots } from './Slots.tsx'
import styles from './table.module.css'
import { useExample } from './use-example.ts'

const rest = endBy(skip)

interface TableProps {
  readonly example: ContractExample | null
}

export function Table({ example }: TableProps): ReactElement {
  const contract = useStore($contract, { ssr: 'initial' })
  const slots = useStore($slots, { ssr: 'initial' })
  const shown = useExample(example)
  const played = playedOf(contract)
  const isLit = played !== null
  const signature = useStore($signature, { ssr: 'initial' })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space skip too (use-game-keys.ts), and so does the button below
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap anywhere on the table is a shortcut of that button
    <div
      className={styles.table}
      data-phase={contract.phase}
      data-signature={signature}
      onClick={contract.phase === 'playing' ? skip : undefined}
    >
      <div className={styles.top} data-table="top" />
      <div className={styles.charge} />
      <Slots
        slots={shown === null ? slots : exampleSlots(shown, slots.length)}
        isSigning={isLit || contract.phase === 'asking'}
        isLit={isLit}
        onRemove={shown === null ? removeAt : undefined}
      />
      <Middle
        items={shown?.items ?? slots.filter((item) => item !== null)}
        isExample={shown !== null}
        isCovered={isLit}
      />
      <SignatureLine />
      {played !== null && <Outcome key={played.won.id} played={played} isOver={contract.phase === 'result'} />}
    </div>
  )
}

/** Renders the animation of signing, and behind it, once that has started, the prerendered result. */
function Outcome({ played, isOver }: { played: PlayedContract; isOver: boolean }): ReactElement {
  const [isPrepared, setPrepared] = useState(isOver)
  useEffect(() => afterPaint(() => setPrepared(true)), [])
  return (
    <>
      {!isOver && <SigningAnimation played={played} onRest={rest} />}
      {(isPrepared || isOver) && (
        <Prerendered isShown={isOver} className={styles.outcome}>
          <Result played={played} />
        </Prerendered>
      )}
    </>
  )
}

function removeAt(place: number): void {
  const item = $slots.get()[place]
  if (item) toggleItem(item)
}

/** Returns the items of the example with free slots between them. */
function exampleSlots({ items }: ContractExample, slots: number): readonly (PlacedItem | null)[] {
  const step = Math.floor(slots / items.length)
  return Array.from({ length: slots }, (_, place) => (place % step === 0 ? (items[place / step] ?? null) : null))
}

interface MiddleProps {
  readonly items: readonly PlacedItem[]
  readonly isExample: boolean
  /** True while the animation or the result covers it. */
  readonly isCovered: boolean
}

/** Shows the number of the items and their sum; without items the number that a contract takes. */
function Middle({ items, isExample, isCovered }: MiddleProps): ReactElement {
  const { t } = useTranslation('contract')
  const sum = items.reduce((cents, { price }) => cents + price, 0)
  return (
    <div className={styles.middle} aria-hidden={isCovered || undefined}>
      {isExample && <p className={styles.example}>{t('example')}</p>}
      <p className={styles.count}>
        {items.length === 0
          ? t('middle.range', CONTRACT_ITEMS)
          : t('middle.count', { filled: items.length, most: CONTRACT_ITEMS.most })}
      </p>
      {items.length === 0 ? (
        <p className={styles.words}>{t('middle.empty')}</p>
      ) : (
        <>
          <p className={styles.sum}>
            <Price cents={sum} />
          </p>
          <p className={styles.words}>{t('middle.together')}</p>
        </>
      )}
    </div>
  )
}
