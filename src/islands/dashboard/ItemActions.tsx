// What can be done with the chosen items; with none chosen, with all of them.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS, UPGRADE_ITEMS_MOST } from '../../game/economy.ts'
import { formatMoney } from '../../i18n/format.ts'
import { carry, type Destination } from '../../stores/carried.ts'
import { $inventory } from '../../stores/inventory.ts'
import { $chosen, $chosenSum, $selling, clearChosen, sellChosen } from '../../stores/own-items.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useSale } from '../ui/use-sale.ts'
import styles from './items-room.module.css'

interface ItemActionsProps {
  onSellAll(): void
  onWithdraw(): void
}

export function ItemActions({ onSellAll, onWithdraw }: ItemActionsProps): ReactElement {
  const { size } = useStore($chosen)
  return (
    <div className={styles.actions} data-chosen={size === 0 ? undefined : ''}>
      {size === 0 ? <NoneChosen onSellAll={onSellAll} /> : <Chosen onWithdraw={onWithdraw} />}
    </div>
  )
}

function NoneChosen({ onSellAll }: Pick<ItemActionsProps, 'onSellAll'>): ReactElement {
  const { t } = useTranslation('dashboard')
  const { items } = useStore($inventory)
  return (
    <>
      <p className={styles.words}>{t('items.hint')}</p>
      <div className={styles.buttons} data-single="">
        <Button icon="sell" disabled={items.length === 0} onClick={onSellAll} aria-haspopup="dialog">
          {t('items.sellAll')}
        </Button>
      </div>
    </>
  )
}

function Chosen({ onWithdraw }: Pick<ItemActionsProps, 'onWithdraw'>): ReactElement {
  const { t } = useTranslation('dashboard')
  const { size: count } = useStore($chosen)
  const sum = formatMoney(useStore($chosenSum))
  const isSelling = useStore($selling)
  const say = useSale()
  const sell = async (): Promise<void> => {
    const sale = await sellChosen()
    if (sale !== null) await say(sale)
  }
  const isTooMany = count > UPGRADE_ITEMS_MOST
  return (
    <>
      <p className={styles.words} role="status">
        <strong>{t('items.chosen', { count, sum })}</strong>
        {isTooMany ? t('items.most', { upgrade: UPGRADE_ITEMS_MOST, contract: CONTRACT_ITEMS.most }) : null}
      </p>
      <div className={styles.buttons}>
        <Button tone="signal" icon="sell" loading={isSelling} onClick={() => void sell()}>
          {t('items.sell', { sum })}
        </Button>
        <Way to="upgrade" href="/upgrade" icon="upgrade" most={UPGRADE_ITEMS_MOST} />
        <Way to="contract" href="/contracts" icon="contracts" most={CONTRACT_ITEMS.most} />
        <Button icon="steam" disabled={isSelling} onClick={onWithdraw} aria-haspopup="dialog">
          {t('items.withdraw')}
        </Button>
      </div>
      <button type="button" className={styles.clear} onClick={clearChosen} aria-label={t('items.clear')}>
        <Icon name="close" size={18} />
      </button>
    </>
  )
}

interface WayProps {
  readonly to: Destination
  readonly href: string
  readonly icon: string
  /** More items than this cannot be taken along. */
  readonly most: number
}

/** The way to a game, with the chosen items in hand. */
function Way({ to, href, icon, most }: WayProps): ReactElement {
  const { t } = useTranslation('dashboard')
  const chosen = useStore($chosen)
  const isSelling = useStore($selling)
  if (isSelling || chosen.size > most) {
    return (
      <Button icon={icon} disabled>
        {t(`items.to.${to}`)}
      </Button>
    )
  }
  return (
    <Button icon={icon} href={href} onClick={() => carry(to, [...chosen.values()])}>
      {t(`items.to.${to}`)}
    </Button>
  )
}
