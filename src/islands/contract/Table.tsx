// The round table: what lies in its docks, what it is worth together, and the play of light when the contract is signed.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS } from '../../game/economy.ts'
import { $docks, $signing, type Signing, skip, toggle } from '../../stores/contract.ts'
import { Ahead } from '../ui/Ahead.tsx'
import { Price } from '../ui/Price.tsx'
import { useFrameLater } from '../ui/use-frame-later.ts'
import { Docks } from './Docks.tsx'
import type { ContractExample, DockedItem } from './example.ts'
import { Forming } from './Forming.tsx'
import { Result } from './Result.tsx'
import styles from './table.module.css'
import { useExample } from './use-example.ts'

interface TableProps {
  readonly example: ContractExample | null
}

export function Table({ example }: TableProps): ReactElement {
  const signing = useStore($signing, { ssr: 'initial' })
  const docks = useStore($docks, { ssr: 'initial' })
  const shown = useExample(example)
  const isForming = signing.phase === 'forming'
  const isLit = isForming || signing.phase === 'result'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space skip too (use-keys.ts), and so does the button below
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap anywhere on the table is a shortcut of that button
    <div className={styles.table} data-phase={signing.phase} onClick={isForming ? skip : undefined}>
      <div className={styles.top} />
      <Docks
        docks={shown === null ? docks : dockedExample(shown, docks.length)}
        isSigning={isLit || signing.phase === 'asking'}
        isLit={isLit}
        onTake={shown === null ? take : undefined}
      />
      <Middle
        items={shown?.items ?? docks.filter((item) => item !== null)}
        isExample={shown !== null}
        isCovered={isLit}
      />
      {(signing.phase === 'forming' || signing.phase === 'result') && (
        <Outcome key={signing.signed.won.id} signing={signing} />
      )}
    </div>
  )
}

/**
 * The play of light, and behind it the result, which is made meanwhile: the moment when the light has come to rest belongs to what formed.
 * One is faded out and the other shown; the light is taken down after that frame and the next, which is the controls'.
 */
function Outcome({ signing }: { signing: Extract<Signing, { phase: 'forming' | 'result' }> }): ReactElement {
  const isOver = signing.phase === 'result'
  const [isPlayed] = useState(!isOver)
  const isGone = useFrameLater(useFrameLater(isOver))
  return (
    <>
      {isPlayed && !isGone && <Forming signed={signing.signed} isOver={isOver} onRest={skip} />}
      <Ahead isShown={isOver} className={styles.outcome}>
        <Result signed={signing.signed} state={isOver ? signing.state : 'mine'} />
      </Ahead>
    </>
  )
}

function take(place: number): void {
  const item = $docks.get()[place]
  if (item) toggle(item)
}

/** The items of the example with free docks between them, so that the whole table is alive. */
function dockedExample({ items }: ContractExample, docks: number): readonly (DockedItem | null)[] {
  const step = Math.floor(docks / items.length)
  return Array.from({ length: docks }, (_, place) => (place % step === 0 ? (items[place / step] ?? null) : null))
}

interface MiddleProps {
  readonly items: readonly DockedItem[]
  readonly isExample: boolean
  /** The play of light or its result is over it. */
  readonly isCovered: boolean
}

/** How many items there are and what they are worth; how many there can be while there is none. */
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
