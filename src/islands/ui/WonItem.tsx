// What a game gave, large: its picture, its name in the colour of its rarity, its price, and what became of it.
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemView } from '../../contract/common.ts'
import type { Language } from '../../game/language.ts'
import type { DropState } from '../../stores/opening.ts'
import { useShown } from './Ahead.tsx'
import { Condition } from './Condition.tsx'
import { CountUp } from './CountUp.tsx'
import { Icon } from './Icon.tsx'
import { ItemPicture } from './ItemPicture.tsx'
import { itemLines } from './item-lines.ts'
import styles from './won-item.module.css'

interface WonItemProps {
  readonly item: ItemView
  /** In cents. */
  readonly price: number
  readonly state: DropState
  /** Stands behind the price. */
  readonly beside?: ReactNode
  /** The line below: what became of it, its roll, its proof. */
  readonly children: ReactNode
}

export function WonItem({ item, price, state, beside, children }: WonItemProps): ReactElement {
  const { t, i18n } = useTranslation('common')
  const { weapon, finish } = itemLines(item, i18n.language as Language)
  return (
    <div className={styles.won} data-state={state}>
      <div className={styles.picture}>
        <ItemPicture item={item} size="l" lazy={false} />
      </div>
      <p className={styles.weapon}>
        <span className={styles.rarity}>{t(`rarity.${item.rarity}`)}</span>
        {weapon !== '' && <span>{weapon}</span>}
        {item.wear !== null && <Condition wear={item.wear} />}
        {item.stattrak && <span>StatTrak™</span>}
      </p>
      <p className={styles.finish}>{finish}</p>
      <p className={styles.worth}>
        <CountUp cents={price} className={styles.amount} />
        {beside}
      </p>
      <p className={styles.after}>{children}</p>
    </div>
  )
}

interface WonStateProps {
  readonly state: DropState
  /** The words for both ends of an item. */
  readonly sold: string
  readonly gone: string
}

/** Nothing while it is still the player's. */
export function WonState({ state, sold, gone }: WonStateProps): ReactElement | null {
  if (state !== 'sold' && state !== 'gone') return null
  return (
    <span className={styles.sold}>
      {state === 'sold' && <Icon name="check" size={16} />}
      {state === 'sold' ? sold : gone}
    </span>
  )
}

/** The way to the proof of a roll. */
export function ProofLink({ rollId, children }: { rollId: string; children: string }): ReactElement {
  const isShown = useShown()
  return (
    <a className={styles.proof} href={`/fairness?roll=${rollId}`} tabIndex={isShown ? undefined : -1}>
      <Icon name="shield" size={16} />
      {children}
    </a>
  )
}
