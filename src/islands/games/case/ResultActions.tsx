// The buttons that sell, use or keep the result.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import {
  cheapDrops,
  keep,
  type Opened,
  ownedDrops,
  sellAllDrops,
  sellDropsBelow,
  soldOf,
  unsoldOf,
} from '../../../stores/games/opening.ts'
import { useSale } from '../../inventory/use-sale.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/controls/single-click.ts'
import { useShown } from '../../ui/motion/Prerendered.tsx'
import { AfterSale, ResultActions } from '../parts/ResultActions.tsx'
import styles from './results.module.css'

interface CaseActionsProps extends Opened {
  /** The price of one opening, in cents: drops below it can be sold together. 0 for what was free. */
  casePrice: number
}

/** Returns the reel of the best drop, from which the coins of a sale fly. */
const bestLane = (): Element | null => document.querySelector('[data-lane]')

export function CaseActions({ demo, drops, casePrice }: CaseActionsProps): ReactElement {
  const { t } = useTranslation('case')
  const settle = useSale()
  const single = drops.length === 1
  const tabIndex = useShown() ? undefined : -1
  const price = formatMoney(unsoldOf(drops))
  const isSelling = drops.some(({ state }) => state === 'selling')
  const left = ownedDrops(drops)
  if (demo || (left.length === 0 && !isSelling)) {
    const back = (
      <Button tabIndex={tabIndex} data-next-focus="" onClick={singleClick(keep)}>
        {t('result.back')}
      </Button>
    )
    const sold = soldOf(drops)
    return sold === 0 ? (
      <div className={styles.actions}>{back}</div>
    ) : (
      <AfterSale className={styles.actions} cents={sold}>
        {back}
      </AfterSale>
    )
  }
  return (
    <ResultActions
      className={styles.actions}
      isSelling={isSelling}
      sellWords={single ? t('result.sell', { price }) : t('result.sellAll', { price })}
      onSell={() => void settle(sellAllDrops(), bestLane())}
      partSale={
        cheapDrops(drops, casePrice).length > 0 ? (
          <Button
            tabIndex={tabIndex}
            disabled={isSelling}
            onClick={singleClick(() => void settle(sellDropsBelow(casePrice), bestLane()))}
          >
            {t('result.sellBelow', { price: formatMoney(casePrice) })}
          </Button>
        ) : null
      }
      upgrade={single ? left : undefined}
      contract={left}
      keepWords={single ? undefined : t('result.keepAll')}
      onKeep={keep}
    />
  )
}
