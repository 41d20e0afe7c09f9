// The item that a game gave: picture, name in the colour of its rarity, price and state.
import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { WinTier } from '../../../game/base/win-tier.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import type { Verdict } from '../../../game/fairness/proof.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { DropState } from '../../../stores/inventory/item-sale.ts'
import { ShareButton } from '../../sharing/ShareButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Condition } from '../../ui/items/Condition.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { CountUp } from '../../ui/money/CountUp.tsx'
import { useShown } from '../../ui/motion/Prerendered.tsx'
import type { Elements } from '../../ui/own-element.tsx'
import styles from './won-item.module.css'

interface WonItemProps {
  readonly item: ItemView
  /** In US cents. */
  readonly price: number
  readonly state: DropState
  /** The tier of the result: how long the price counts. */
  readonly tier?: WinTier | undefined
  /** Shown after the price. */
  readonly beside?: Elements
  /** The line below the price: state, roll, proof. */
  readonly children: ReactNode
}

export function WonItem({ item, price, state, tier, beside, children }: WonItemProps): ReactElement {
  const { t, i18n } = useTranslation('common')
  const { weapon, finish } = displayName(item, i18n.language as Language)
  return (
    <div className={styles.won} data-state={state} data-on-rays={tier !== undefined && tier >= 3 ? '' : undefined}>
      <div className={styles.picture} data-lane="0">
        <ItemPicture item={item} size="l" lazy={false} />
      </div>
      <p className={styles.weapon}>
        <span className={styles.rarity}>{t(`rarity.${item.rarity}`)}</span>
        {weapon !== '' && <span>{weapon}</span>}
        {item.wear !== null && <Condition wear={item.wear} />}
      </p>
      <p className={styles.finish}>{finish}</p>
      <p className={styles.worth}>
        <CountUp cents={price} tier={tier} className={styles.amount} />
        {beside}
      </p>
      <p className={styles.after}>{children}</p>
    </div>
  )
}

interface WonStateProps {
  readonly state: DropState
  /** The texts of the two final states. */
  readonly sold: string
  readonly gone: string
}

/** Shows that an item was sold or is gone; renders nothing while the player owns it. */
export function WonState({ state, sold, gone }: WonStateProps): ReactElement | null {
  if (state !== 'sold' && state !== 'gone') return null
  return (
    <span className={styles.sold}>
      {state === 'sold' && <Icon name="check" size={16} />}
      <span>{state === 'sold' ? sold : gone}</span>
    </span>
  )
}

interface ProofLinkProps {
  readonly rollId: string
  /** What the browser found of the roll, where it has checked it. */
  readonly verdict?: Verdict | null | undefined
  /** Checks the roll on this page. Modified clicks open the proof's own page. */
  readonly onCheck?: (() => void) | undefined
  readonly children: string
}

/** Renders the link to the proof of a roll, and the button that shares the result. */
export function ProofLink({ rollId, verdict, onCheck, children }: ProofLinkProps): ReactElement {
  const tabIndex = useShown() ? undefined : -1
  const check = (event: MouseEvent): void => {
    if (onCheck === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (event.detail <= 1) onCheck()
  }
  return (
    <>
      <a
        className={styles.proof}
        href={`/fairness?roll=${rollId}`}
        tabIndex={tabIndex}
        data-verdict={verdict ?? undefined}
        aria-haspopup={onCheck === undefined ? undefined : 'dialog'}
        onClick={check}
      >
        <Icon name={verdict === 'wrong' ? 'alert' : 'shield'} size={16} />
        <span>{children}</span>
      </a>
      <ShareButton rollId={rollId} className={styles.proof} tabIndex={tabIndex} />
    </>
  )
}

interface ProofIconsProps {
  readonly rollId: string
  /** What was won, for screen readers. */
  readonly item: string
  /** The name of the link for screen readers, and the words that appear on hover. */
  readonly label: string
  readonly title: string
}

/** Renders what `ProofLink` does as two icons, where there is no room for words. */
export function ProofIcons({ rollId, item, label, title }: ProofIconsProps): ReactElement {
  const tabIndex = useShown() ? undefined : -1
  return (
    <span className={styles.icons}>
      <a href={`/fairness?roll=${rollId}`} tabIndex={tabIndex} aria-label={label} title={title}>
        <Icon name="shield" size={18} />
      </a>
      <ShareButton rollId={rollId} item={item} tabIndex={tabIndex} />
    </span>
  )
}
