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
  unsoldOf,
} from '../../../stores/games/opening.ts'
import { handOffItems } from '../../../stores/inventory/item-handoff.ts'
import { useSale } from '../../inventory/use-sale.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/controls/single-click.ts'
import { useShown } from '../../ui/motion/Prerendered.tsx'
import styles from './results.module.css'

interface ResultActionsProps extends Opened {
  /** The price of one opening, in cents: drops below it can be sold together. 0 for what was free. */
  casePrice: number
}

export function ResultActions(props: ResultActionsProps): ReactElement {
  return (
    <div className={styles.actions}>
      <Choices {...props} />
    </div>
  )
}

/** Returns the reel of the best drop, from which the coins of a sale fly. */
const bestLane = (): Element | null => document.querySelector('[data-lane]')

function Choices({ demo, drops, casePrice }: ResultActionsProps): ReactElement {
  const { t } = useTranslation(['case', 'common'])
  const settle = useSale()
  const single = drops.length === 1
  const tabIndex = useShown() ? undefined : -1
  const price = formatMoney(unsoldOf(drops))
  const isSelling = drops.some(({ state }) => state === 'selling')
  const left = ownedDrops(drops)
  if (demo || (left.length === 0 && !isSelling)) {
    return (
      <Button tabIndex={tabIndex} data-next-focus="" onClick={singleClick(keep)}>
        {t('result.close')}
      </Button>
    )
  }
  const cheap = cheapDrops(drops, casePrice)
  return (
    <>
      <Button
        tabIndex={tabIndex}
        icon="sell"
        loading={isSelling}
        onClick={singleClick(() => void settle(sellAllDrops(), bestLane()))}
      >
        {single ? t('result.sell', { price }) : t('result.sellAll', { price })}
      </Button>
      {cheap.length > 0 && (
        <Button
          tabIndex={tabIndex}
          disabled={isSelling}
          onClick={singleClick(() => void settle(sellDropsBelow(casePrice), bestLane()))}
        >
          {t('result.sellBelow', { price: formatMoney(casePrice) })}
        </Button>
      )}
      {single && (
        <Button tabIndex={tabIndex} icon="upgrade" href="/upgrade" onClick={() => handOffItems('upgrade', left)}>
          {t('result.upgrade')}
        </Button>
      )}
      <Button tabIndex={tabIndex} icon="contracts" href="/contracts" onClick={() => handOffItems('contract', left)}>
        {t('result.contract')}
      </Button>
      <Button tabIndex={tabIndex} icon="keep" onClick={singleClick(keep)}>
        {single ? t('common:actions.keep') : t('result.keepAll')}
      </Button>
    </>
  )
}
