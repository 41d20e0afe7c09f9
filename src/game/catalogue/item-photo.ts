// Where pictures of items are: Steam's photos and our own drawings.

const STEAM_IMAGES = 'https://community.akamai.steamstatic.com/economy/image/'

/**
 * Returns the address of Steam's photo; an absolute address is used as it is, null when none is known.
 *
 * @param icon the path at Steam's image host, or an absolute address
 * @param scale as Steam writes it, e.g. `512fx512f`
 */
export function itemPhoto(icon: string | null, scale: string): string | null {
  if (icon === null) return null
  return /^https?:\/\//.test(icon) ? icon : `${STEAM_IMAGES}${icon}/${scale}`
}

/** Returns the address of our own drawing of a skin. */
export function ownPicture(skin: string): string {
  return `/assets/img/items/${skin}.svg`
}

/**
 * Returns the address of our own drawing of a skin for up to 128 px of width, as a raster: a drawing is laid out and painted on the page's
 * main thread, ten of them for 150 to 210 ms on a slow phone.
 */
export function smallPicture(skin: string): string {
  return `/assets/img/items/${skin}.webp`
}
