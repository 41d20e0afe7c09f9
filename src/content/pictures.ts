// The pictures of a shop's texts. Each is a file of the shop too: a WebP in base64, named after the SHA-256 of that text.
import { createHash } from 'node:crypto'
import {
  isPictureFile,
  PICTURE_NAME_LENGTH,
  pictureOfAddress,
  picturesNamedIn,
  SHOP_PICTURES,
} from '../game/office/shop-pictures.ts'
import type { Languages } from './read-pages.ts'
import { type FileFault, pageFiles, type ShopFiles } from './shop-files.ts'
import { type PictureSize, readWebp } from './webp.ts'

/** A picture as the site sends it. */
export interface ShopPicture extends PictureSize {
  readonly bytes: Buffer
}

/** Pictures by the names of their files. */
export type ShopPictures = ReadonlyMap<string, ShopPicture>

/** Returns the name of the file with a text in base64. */
export function pictureFileOf(text: string): string {
  return `pictures/${createHash('sha256').update(text).digest('hex').slice(0, PICTURE_NAME_LENGTH)}.webp`
}

/** Returns the names of the pictures that the pages among files name. */
export function shownPictures(files: ShopFiles): ReadonlySet<string> {
  return new Set(pageFiles(files).flatMap(({ file }) => picturesNamedIn(files[file] ?? '')))
}

/** Returns files without the pictures that no page of theirs names. */
export function withoutUnshown(files: ShopFiles): ShopFiles {
  const names = shownPictures(files)
  return Object.fromEntries(Object.entries(files).filter(([name]) => !isPictureFile(name) || names.has(name)))
}

/** Reads a picture of a shop; a text where it is none that the site would have made. */
export function readPicture(name: string, text: string): ShopPicture | string {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== text) return 'is no picture in base64'
  const own = pictureFileOf(text)
  if (own !== name) return `is named after its content: call it ${own}, in the texts too`
  if (bytes.length > SHOP_PICTURES.bytesMost) {
    return `has ${bytes.length} bytes: ${SHOP_PICTURES.bytesMost} at most`
  }
  const read = readWebp(bytes)
  if ('fault' in read) return read.fault
  const { edgeMost } = SHOP_PICTURES
  if (Math.max(read.width, read.height) > edgeMost) {
    return `has ${read.width} × ${read.height} pixels: ${edgeMost} a side at most`
  }
  return { ...read, bytes }
}

interface ReadPictures {
  readonly pictures: ShopPictures
  readonly faults: readonly FileFault[]
}

/** Reads the pictures among the files of a shop. */
export function readPictures(files: ShopFiles): ReadPictures {
  const pictures = new Map<string, ShopPicture>()
  const faults: FileFault[] = []
  for (const file of Object.keys(files).filter(isPictureFile)) {
    const read = readPicture(file, files[file] ?? '')
    if (typeof read === 'string') faults.push({ file, line: 1, fault: read })
    else pictures.set(file, read)
  }
  return { pictures, faults }
}

/** Returns what is wrong with the addresses of pictures in pages. */
export function pictureFaults(pages: ReadonlyMap<string, Languages>, files: ShopFiles): FileFault[] {
  const distinct = new Set<string>()
  return [...pages.values()].flatMap((languages) =>
    [...languages.values()].flatMap(({ file, read }) =>
      read.pictures.flatMap(({ href, line }): FileFault[] => {
        const picture = pictureOfAddress(href)
        if (picture === undefined) {
          const fault = `picture "${href}": texts show the site's own pictures alone. Add it in the office, which writes ![what it shows](/pictures/….webp)`
          return [{ file, line, fault }]
        }
        if (files[picture] === undefined) {
          return [
            { file, line, fault: `picture "${href}" is not there: add it in the office, or as the file ${picture}` },
          ]
        }
        const isOneTooMany = !distinct.has(picture) && distinct.add(picture).size === SHOP_PICTURES.most + 1
        const fault = `is one picture too many: the texts of a site show ${SHOP_PICTURES.most} at most`
        return isOneTooMany ? [{ file, line, fault }] : []
      }),
    ),
  )
}

const IMAGE = /<img src="([^"]*)"/g

/** Puts the sizes of pictures into rendered Markdown, so that nothing moves when one has loaded; it is loaded when it is nearly in sight. */
export function withPictureSizes(html: string, pictures: ShopPictures): string {
  return html.replaceAll(IMAGE, (_, address: string) => {
    const picture = pictures.get(pictureOfAddress(address) ?? '')
    if (picture === undefined) throw new Error(`A page shows ${address}, which its check has let pass`)
    const { width, height } = picture
    return `<img src="${address}" width="${width}" height="${height}" loading="lazy" decoding="async"`
  })
}
