// The buttons that sell, use or keep the result.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import {
  $opening,
  cheapDrops,
  keep,
  type Opened,
  ownedDrops,
  sellAllDrops,
  sellDropsBelow,
  unsoldOf,
} from '../../stores/games/opening.ts'
import { handOffItems } from '../../stores/inventory/item-handoff.ts'
import { Button } from '../ui/Button.tsx'
import { Prerendered } from '../ui/Prerendered.tsx'
import { singleClick } from '../ui/single-click.ts'
import styles from './controls.module.css'
import { useDropSale } from './use-drop-sale.ts'

interface ResultActionsProps {
  /** The price of one opening, in cents; drops below it can be sold together. Nothing for what was free. */
  casePrice?: number
}

export function ResultActions({ casePrice = 0 }: ResultActionsProps): ReactElement | null {
  const opening = useStore($opening, { ssr: 'initial' })
  const { settle, message } = useDropSale()
  if (opening.phase === 'asking') return <div className={styles.after} />
  if (opening.phase !== 'playing' && opening.phase !== 'result') return null
  // Rendered while the reel runs, so that the layout does not shift when the result appears.
  return (
    <div className={styles.after}>
      <Prerendered isShown={opening.phase === 'result'}>
        <Choices {...opening.played} casePrice={casePrice} settle={settle} />
      </Prerendered>
      <p className="unseen" role="status">
        {message}
      </p>
    </div>
  )
}

interface ChoicesProps extends Opened {
  casePrice: number
  settle: ReturnType<typeof useDropSale>['settle']
}

function Choices({ demo, drops, casePrice, settle }: ChoicesProps): ReactElement {
  const { t } = useTranslation(['case', 'common'])
  const single = drops.length === 1
  const price = formatMoney(unsoldOf(drops))
  const isSelling = drops.some(({ state }) => state === 'selling')
  const left = ownedDrops(drops)
  if (demo || (left.length === 0 && !isSelling)) {
    return <Button onClick={singleClick(keep)}>{t('result.close')}</Button>
  }
  const cheap = cheapDrops(drops, casePrice)
  return (
    <>
      <Button icon="sell" loading={isSelling} onClick={singleClick(() => void settle(sellAllDrops()))}>
        {single ? t('result.sell', { price }) : t('result.sellAll', { price })}
      </Button>
      {cheap.length > 0 && (
        <Button disabled={isSelling} onClick={singleClick(() => void settle(sellDropsBelow(casePrice)))}>
          {t('result.sellBelow', { price: formatMoney(casePrice) })}
        </Button>
      )}
      {single && (
        <Button icon="upgrade" href="/upgrade" onClick={() => handOffItems('upgrade', left)}>
          {t('result.upgrade')}
        </Button>
      )}
      <Button icon="contracts" href="/contracts" onClick={() => handOffItems('contract', left)}>
        {t('result.contract')}
      </Button>
      <Button icon="keep" onClick={singleClick(keep)}>
        {single ? t('common:actions.keep') : t('result.keepAll')}
      </Button>
    </>
  )
}
