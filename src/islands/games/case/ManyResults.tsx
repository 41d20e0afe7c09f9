// The drops of several cases, the most expensive first, and below them the chosen one with its sale, its next game and its proof.
import { type ReactElement, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { WinTier } from '../../../game/base/win-tier.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { type OpenedDrop, ownedDrops, sellDrop } from '../../../stores/games/opening.ts'
import { handOffItems } from '../../../stores/inventory/item-handoff.ts'
import { useSale } from '../../inventory/use-sale.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ItemCard } from '../../ui/items/ItemCard.tsx'
import { usePageMark } from '../../ui/messages/use-page-mark.ts'
import { CountUp } from '../../ui/money/CountUp.tsx'
import { useShown } from '../../ui/motion/Prerendered.tsx'
import { ProofIcons, WonState } from '../parts/WonItem.tsx'
import { placesByValue, sumOf } from '../reel/values.ts'
import styles from './many-results.module.css'

interface ManyResultsProps {
  drops: readonly OpenedDrop[]
  demo: boolean
  tier: WinTier
  /** What the cases cost together, in cents; 0 for free ones. */
  paid: number
  /** Shown after the sum. */
  profit: ReactElement | null
}

export function ManyResults({ drops, demo, tier, paid, profit }: ManyResultsProps): ReactElement {
  const { t } = useTranslation('case')
  usePageMark('results')
  const order = placesByValue(drops)
  const [best = 0] = order
  const [chosen, setChosen] = useState(best)
  const panel = useId()
  const shown = drops[chosen]
  return (
    <div className={styles.many}>
      <p className={styles.sum} data-sum>
        {demo ? `${t('demoMark')} · ` : `${t('result.total')} `}
        <CountUp cents={sumOf(drops)} tier={tier} className={styles.amount} />
        {paid > 0 && <span>{t('result.of', { price: formatMoney(paid) })}</span>}
        {profit}
      </p>
      <ul className={styles.grid} data-count={drops.length}>
        {order.map((lane) => (
          <Tile
            key={lane}
            lane={lane}
            drop={drops[lane]}
            glows={tier > 0 && lane === best}
            isChosen={lane === chosen}
            panel={panel}
            onChoose={setChosen}
          />
        ))}
      </ul>
      <div id={panel} className={styles.panel}>
        {shown !== undefined && <ChosenDrop drop={shown} lane={chosen} />}
      </div>
    </div>
  )
}

interface TileProps {
  /** The lane of the reel that stopped at the drop. */
  lane: number
  drop: OpenedDrop | undefined
  glows: boolean
  isChosen: boolean
  /** The id of the panel that shows the chosen drop. */
  panel: string
  onChoose(lane: number): void
}

function Tile({ lane, drop, glows, isChosen, panel, onChoose }: TileProps): ReactElement | null {
  const { t, i18n } = useTranslation('case')
  const isShown = useShown()
  if (drop === undefined) return null
  const { item, price, state } = drop
  const name = itemName(item, i18n.language as Language)
  return (
    <li data-lane={lane} data-state={state} data-best={glows || undefined} data-rarity={item.rarity}>
      <div className={styles.face} aria-hidden="true">
        <ItemCard item={item} price={price} size="s" lazy={false} className={styles.card} />
        <span className={styles.state}>
          <WonState state={state} sold={t('result.sold')} gone={t('result.gone')} />
        </span>
      </div>
      <button
        type="button"
        className={styles.choose}
        tabIndex={isShown ? undefined : -1}
        aria-pressed={isChosen}
        aria-controls={panel}
        aria-label={
          state === 'sold' || state === 'gone'
            ? `${name}, ${formatMoney(price)}, ${t(`result.${state}`)}`
            : `${name}, ${formatMoney(price)}`
        }
        onClick={() => onChoose(lane)}
      />
    </li>
  )
}

/** Renders the name of the chosen drop, and what can be done with it. */
function ChosenDrop({ drop, lane }: { drop: OpenedDrop; lane: number }): ReactElement {
  const { t, i18n } = useTranslation(['case', 'common'])
  const isShown = useShown()
  const settle = useSale()
  const { id, item, price, state, rollId } = drop
  const name = itemName(item, i18n.language as Language)
  const words = { item: name, price: formatMoney(price) }
  const tabIndex = isShown ? undefined : -1
  const isOwned = id !== null && (state === 'mine' || state === 'selling')
  return (
    <>
      <p className={styles.name} data-rarity={item.rarity}>
        <span>{name}</span>
      </p>
      {rollId !== null && (
        <ProofIcons
          rollId={rollId}
          item={name}
          label={t('result.proofItem', { item: name })}
          title={t('result.proof')}
        />
      )}
      {isOwned && (
        <div className={styles.actions}>
          <Button
            loading={state === 'selling'}
            tabIndex={tabIndex}
            aria-label={t('result.sellItem', words)}
            onClick={() => void settle(sellDrop(id), document.querySelector(`[data-lane="${lane}"]`))}
          >
            {t('result.sell', words)}
          </Button>
          <Button href="/upgrade" tabIndex={tabIndex} onClick={() => handOffItems('upgrade', ownedDrops([drop]))}>
            {t('common:result.upgrade')}
          </Button>
        </div>
      )}
    </>
  )
}
