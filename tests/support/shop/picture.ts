// Pictures for the texts of a shop.
import sharp from 'sharp'
import { pictureFileOf } from '../../../src/content/pictures.ts'
import { pictureAddress } from '../../../src/game/office/shop-pictures.ts'

/** A plain picture of a size and a colour. */
export const plainPicture = (width = 40, height = 30, background = '#ff9f1a') =>
  sharp({ create: { width, height, channels: 3, background } })

export interface MadePicture {
  readonly bytes: Buffer
  /** The name of its file, and what is in it. */
  readonly file: string
  readonly text: string
  readonly address: string
}

/** Makes a picture as a shop has it. */
export async function madePicture(width?: number, height?: number, background?: string): Promise<MadePicture> {
  const bytes = await plainPicture(width, height, background).webp().toBuffer()
  const text = bytes.toString('base64')
  const file = pictureFileOf(text)
  return { bytes, file, text, address: pictureAddress(file) }
}
