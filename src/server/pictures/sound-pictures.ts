// Decodes the pictures of a folder once before the site sends them.
import { readPicture } from '../../content/pictures.ts'
import { formatFault, type ShopFiles } from '../../content/shop-files.ts'
import { isPictureFile, SHOP_PICTURES } from '../../game/office/shop-pictures.ts'
import { createPictureEncoder, type PictureEncoder } from './encoder.ts'

const FORM = { edgeMost: SHOP_PICTURES.edgeMost, bytesWanted: SHOP_PICTURES.bytesMost } as const

/** Returns why a picture is none that a shop may have; undefined where it may. */
async function faultOf(name: string, text: string, encoder: PictureEncoder): Promise<string | undefined> {
  const read = readPicture(name, text)
  if (typeof read === 'string') return read
  const encoded = await encoder.encode('import', read.bytes, FORM)
  return 'fault' in encoded ? `cannot be decoded (${encoded.fault}): save it as a WebP picture anew` : undefined
}

/** Returns what is wrong with the pictures among files of a shop, a line each. */
export async function unsoundPictures(files: ShopFiles): Promise<string[]> {
  const encoder = createPictureEncoder({ log: { error: () => undefined } })
  const faults: string[] = []
  try {
    for (const [file, text] of Object.entries(files).filter(([name]) => isPictureFile(name))) {
      const fault = await faultOf(file, text, encoder)
      if (fault !== undefined) faults.push(formatFault({ file, line: 1, fault }))
    }
  } finally {
    await encoder.close()
  }
  return faults
}
