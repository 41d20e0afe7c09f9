// The pictures of a shop's texts: their names among the files of a shop, their addresses at the site, and their limits.

/** As many as a shop has, and how large each is after the site has encoded it. */
export const SHOP_PICTURES = { most: 24, edgeMost: 1_600, bytesMost: 400_000 } as const

/** The most letters of what a picture says to who does not see it. */
export const ALT_MOST = 300

/** The letters of a name: the beginning of a SHA-256. */
export const PICTURE_NAME_LENGTH = 32

const NAME = String.raw`pictures/[0-9a-f]{${PICTURE_NAME_LENGTH}}\.webp`
const FILE = new RegExp(`^${NAME}$`)
const ADDRESSES = new RegExp(`/(${NAME})`, 'g')

/** Tells whether a file of a shop is a picture: `pictures/0f…9c.webp`. */
export const isPictureFile = (file: string): boolean => FILE.test(file)

/** Returns the address of a picture at the site. */
export const pictureAddress = (file: string): string => `/${file}`

/** Returns the file of a picture by its address; undefined where it is no such address. */
export function pictureOfAddress(address: string): string | undefined {
  const file = address.slice(1)
  return address.startsWith('/') && isPictureFile(file) ? file : undefined
}

/** Returns the files of the pictures that a text names, each once. */
export function picturesNamedIn(text: string): string[] {
  return [...new Set([...text.matchAll(ADDRESSES)].map(([, file = '']) => file))]
}
