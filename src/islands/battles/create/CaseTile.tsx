// A case to choose: a press adds a round of it, and the buttons below count.
import { memo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { smallPicture } from '../../../game/catalogue/item-photo.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { countCase } from '../../../stores/battles/battle-create.ts'
import { Icon } from '../../ui/Icon.tsx'
import { smallCrate } from '../../ui/items/small-crate.ts'
import { Price } from '../../ui/money/Price.tsx'
import styles from './case-tile.module.css'
import type { OfferedCase } from './offered-case.ts'

interface CaseTileProps {
  readonly box: OfferedCase
  /** The item for which it was found; null where it is its name. */
  readonly skin: string | null
  /** How many rounds it has. */
  readonly count: number
  readonly canAdd: boolean
}

function CaseTileView({ box: { url, name, image, price }, skin, count, canAdd }: CaseTileProps): ReactElement {
  const { t } = useTranslation('battleNew')
  return (
    <div className={styles.tile} data-chosen={count > 0 || undefined}>
      <img
        className={styles.crate}
        src={smallCrate(url, image)}
        alt=""
        width="96"
        height="96"
        loading="lazy"
        decoding="async"
      />
      {skin === null ? null : <img className={styles.match} src={smallPicture(skin)} alt="" width="44" height="33" />}
      <span className={styles.name} title={name}>
        {name}
      </span>
      <Price cents={price} className={styles.price} />
      <div className={styles.counter}>
        {count === 0 ? null : (
          <>
            <button type="button" aria-label={t('cases.less', { name })} onClick={() => countCase(url, -1)}>
              <Icon name="minus" size={18} />
            </button>
            <span className={styles.count} aria-hidden="true">
              {count}
            </span>
          </>
        )}
        <button
          type="button"
          className={styles.add}
          aria-label={t('cases.add', { name, price: formatMoney(price), count })}
          disabled={!canAdd}
          onClick={() => countCase(url, 1)}
        >
          <Icon name="plus" size={18} />
        </button>
      </div>
    </div>
  )
}

/** Only the tiles whose count changes are rendered again. */
export const CaseTile = memo(CaseTileView)
