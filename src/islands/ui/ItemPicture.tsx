// The picture of an item. Our own stands there from the first paint; Steam's photograph takes its place once it has loaded, and
// never does where it cannot, so no list ever shows a broken picture.
import type { ReactElement } from 'react'
import type { ItemView } from '../../contract/common.ts'
import styles from './item-picture.module.css'
import { showIfLoaded } from './photo.ts'

const STEAM_IMAGES = 'https://community.akamai.steamstatic.com/economy/image/'

/** What the photograph is scaled to by its host: twice the side that the size is shown at. */
const STEAM_SCALE = { s: '256fx256f', m: '360fx360f', l: '512fx512f' } as const

export type PictureSize = keyof typeof STEAM_SCALE

/** Address of our own drawing of an item's skin. */
export function ownPicture(item: Pick<ItemView, 'skin'>): string {
  return `/assets/img/items/${item.skin}.svg`
}

/** Address of Steam's photograph; an absolute address is used as it is, null when none is known. */
function steamPicture(item: Pick<ItemView, 'icon_url'>, size: PictureSize): string | null {
  if (item.icon_url === null) return null
  if (/^https?:\/\//.test(item.icon_url)) return item.icon_url
  return `${STEAM_IMAGES}${item.icon_url}/${STEAM_SCALE[size]}`
}

interface ItemPictureProps {
  item: Pick<ItemView, 'skin' | 'icon_url'>
  size?: PictureSize
  /** Loads when it comes near the screen; switch it off for what is on the first screen. */
  lazy?: boolean
}

/** Decorative: the card beside it says the item's name. Fills the width that it is given, at 4:3. */
export function ItemPicture({ item, size = 'm', lazy = true }: ItemPictureProps): ReactElement {
  const photo = steamPicture(item, size)
  const loading = lazy ? 'lazy' : 'eager'
  return (
    <span className={styles.picture} data-size={size}>
      <img
        className={styles.own}
        src={ownPicture(item)}
        alt=""
        width="512"
        height="384"
        loading={loading}
        decoding="async"
      />
      {photo !== null && (
        <img
          key={photo}
          className={styles.photo}
          data-photo=""
          src={photo}
          alt=""
          width="512"
          height="384"
          loading={loading}
          decoding="async"
          ref={showIfLoaded}
          onLoad={(event) => showIfLoaded(event.currentTarget)}
        />
      )}
    </span>
  )
}
