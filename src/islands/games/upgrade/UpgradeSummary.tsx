// The summary of the upgrade: the stake with its sum, and the target with its price; each opens its panel.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { OwnedItem, Target } from '../../../protocol/inventory.ts'
import { $stakeCents, $staked, $target, $upgrade } from '../../../stores/games/upgrade.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import type { Panel } from './MainButton.tsx'
import styles from './summary.module.css'

/** The number of pictures side by side; further items are counted. */
const PICTURES = 3

export function UpgradeSummary({ onShowPanel }: { onShowPanel: (panel: Panel) => void }): ReactElement {
  const { t } = useTranslation('upgrade')
  const upgrading = useStore($upgrade, { ssr: 'initial' })
  const staked = useStore($staked, { ssr: 'initial' })
  const stakeCents = useStore($stakeCents)
  const target = useStore($target, { ssr: 'initial' })
  // A running or finished upgrade stays visible with its result; the next stake is not chosen yet.
  const played = upgrading.phase === 'playing' || upgrading.phase === 'result' ? upgrading.played : null
  const items = played?.staked ?? [...staked.values()]
  const isEmpty = played === null && stakeCents === 0 && target === null
  return (
    <div className={styles.summary} data-summary="" data-empty={isEmpty || undefined}>
      <button type="button" className={styles.part} onClick={() => onShowPanel('mine')}>
        <Pictures items={items} />
        <span className={styles.words}>
          <span className={styles.label}>{t('summary.stake')}</span>
          <span className="price">{formatMoney(played?.stake ?? stakeCents)}</span>
        </span>
      </button>
      <Icon name="chevron-right" size={18} className={styles.arrow} />
      <TargetButton target={played?.target ?? target} onShowPanel={onShowPanel} />
    </div>
  )
}

function Pictures({ items }: { items: readonly OwnedItem[] }): ReactElement {
  if (items.length === 0) {
    return (
      <span className={styles.place}>
        <Icon name="deposit" size={18} />
      </span>
    )
  }
  const rest = items.length - PICTURES
  return (
    <span className={styles.pictures}>
      {items.slice(0, PICTURES).map(({ id, item }) => (
        <span key={id} className={styles.picture} data-rarity={item.rarity}>
          <ItemPicture item={item} size="s" lazy={false} />
        </span>
      ))}
      {rest > 0 ? <span className={styles.rest}>+{rest}</span> : null}
    </span>
  )
}

function TargetButton({
  target,
  onShowPanel,
}: {
  target: Target | null
  onShowPanel: (panel: Panel) => void
}): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const name = target === null ? null : displayName(target.item, i18n.language as Language).finish
  return (
    <button type="button" className={styles.part} onClick={() => onShowPanel('targets')}>
      {target === null ? (
        <span className={styles.place}>
          <Icon name="plus" size={18} />
        </span>
      ) : (
        <span className={styles.picture} data-rarity={target.item.rarity}>
          <ItemPicture item={target.item} size="s" lazy={false} />
        </span>
      )}
      <span className={styles.words} data-rarity={target?.item.rarity}>
        <span className={target === null ? styles.label : styles.name}>{name ?? t('summary.target')}</span>
        <span className="price">{target === null ? '—' : formatMoney(target.price)}</span>
      </span>
    </button>
  )
}
