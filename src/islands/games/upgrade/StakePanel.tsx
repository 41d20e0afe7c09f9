// The stake: money from the balance, and up to six items, which can be removed one by one.

import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { UPGRADE_ITEMS_MOST } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatMoney, formatShortMoney } from '../../../i18n/format.ts'
import {
  $amount,
  $locked,
  $staked,
  clearStake,
  setAmount,
  stakeItems,
  toggleItem,
} from '../../../stores/games/upgrade.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { InventoryPicker } from '../../inventory/InventoryPicker.tsx'
import iconButton from '../../ui/controls/icon-button.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { MoneySign } from '../../ui/MoneySign.tsx'
import styles from './panel.module.css'

/** The amounts of the quick buttons, in dollars. */
const AMOUNTS = [1, 5, 10, 25] as const

export function StakePanel(): ReactElement {
  const { t } = useTranslation('upgrade')
  const staked = useStore($staked, { ssr: 'initial' })
  const isLocked = useStore($locked, { ssr: 'initial' })
  return (
    <>
      <Slots />
      <Amount />
      <h3 className={styles.heading}>{t('mine.items', { most: UPGRADE_ITEMS_MOST })}</h3>
      <InventoryPicker
        selected={staked}
        onToggle={toggleItem}
        onAll={stakeItems}
        room={UPGRADE_ITEMS_MOST - staked.size}
        isLocked={isLocked}
      />
    </>
  )
}

/** Renders the six slots of the stake; a click removes an item. */
function Slots(): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const staked = useStore($staked, { ssr: 'initial' })
  const amount = useStore($amount, { ssr: 'initial' })
  const places = [...staked.values()]
  return (
    <div className={styles.slots}>
      <ul aria-label={t('mine.staked')}>
        {Array.from({ length: UPGRADE_ITEMS_MOST }, (_, place) => {
          const item = places[place]
          return (
            <li key={item?.id ?? place}>
              {item === undefined ? (
                <span className={styles.slot} />
              ) : (
                <button
                  type="button"
                  className={styles.slot}
                  data-rarity={item.item.rarity}
                  aria-label={t('mine.takeOut', {
                    item: itemName(item.item, i18n.language as Language),
                    price: formatMoney(item.price),
                  })}
                  onClick={() => toggleItem(item)}
                >
                  <ItemPicture item={item.item} size="s" lazy={false} />
                  <Icon name="close" size={12} className={styles.remove} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <button
        type="button"
        className={iconButton.button}
        disabled={staked.size === 0 && amount === ''}
        aria-label={t('mine.clear')}
        title={t('mine.clear')}
        onClick={clearStake}
      >
        <Icon name="trash" size={18} />
      </button>
    </div>
  )
}

/** Renders the field for the amount from the balance. */
function Amount(): ReactElement {
  const { t } = useTranslation('upgrade')
  const amount = useStore($amount, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  const isLocked = useStore($locked, { ssr: 'initial' })
  return (
    <div className={styles.amount}>
      <label className={styles.field}>
        <span className={styles.label}>
          {t('mine.balance')}
          {user.status === 'authorised' ? <span className="price">{formatMoney(user.user.balance)}</span> : null}
        </span>
        <span className={styles.frame}>
          <MoneySign side="before" />
          <input
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            value={amount}
            readOnly={isLocked}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          <MoneySign side="after" />
        </span>
      </label>
      <fieldset className={styles.chips} disabled={isLocked}>
        <legend className="unseen">{t('mine.quick')}</legend>
        {AMOUNTS.map((dollars) => (
          <button
            key={dollars}
            type="button"
            className={styles.chip}
            aria-pressed={amount === String(dollars)}
            onClick={() => setAmount(amount === String(dollars) ? '' : String(dollars))}
          >
            {formatShortMoney(dollars * 100)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
