// The picture of an item. Our own drawing is shown from the first paint; Steam's photo covers it once it has loaded, so that no list
// shows a broken image.
import type { ReactElement } from 'react'
import { itemPhoto, ownPicture, smallPicture } from '../../../game/catalogue/item-photo.ts'
import type { ShownItem } from '../../../protocol/common.ts'
import styles from './item-picture.module.css'
import { showIfLoaded } from './photo.ts'

/** The sizes that Steam scales its photo to: twice the size on the screen. */
const STEAM_SCALE = { s: '256fx256f', m: '360fx360f', l: '512fx512f' } as const

export type PictureSize = keyof typeof STEAM_SCALE

/** Returns the address of Steam's photo; an absolute address is used as it is, null when none is known. */
function steamPicture(item: Pick<ShownItem, 'icon_url'>, size: PictureSize): string | null {
  return itemPhoto(item.icon_url, STEAM_SCALE[size])
}

interface ItemPictureProps {
  item: Pick<ShownItem, 'skin' | 'icon_url'>
  size?: PictureSize
  /** Loads the pictures when they come near the viewport; false for the first screen. */
  lazy?: boolean
}

/** Renders the picture at 4:3, as wide as its container. It is decorative: the card names the item. */
export function ItemPicture({ item, size = 'm', lazy = true }: ItemPictureProps): ReactElement {
  const photo = steamPicture(item, size)
  const loading = lazy ? 'lazy' : 'eager'
  return (
    <span className={styles.picture} data-size={size}>
      {item.skin !== null && (
        <img
          className={styles.own}
          src={size === 's' ? smallPicture(item.skin) : ownPicture(item.skin)}
          alt=""
          width="512"
          height="384"
          loading={loading}
          decoding="async"
        />
      )}
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
