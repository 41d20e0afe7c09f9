// The pictures of the shop's texts: encoded anew, and stored for the draft, and the edition, whose texts show them.
import { SHOP_PICTURES } from '../../../../game/office/shop-pictures.ts'
import type { ShopPictureReply } from '../../../../protocol/office/drafts.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Database, Queries } from '../../../db/database.ts'
import type { EncodedPicture } from '../../../pictures/encode-process.ts'
import type { PictureEncoder } from '../../../pictures/encoder.ts'
import { storedPictures, storePicture } from '../../../shop/edition-store.ts'
import { encodePicture } from '../../calls/encode-picture.ts'

/** What a photograph becomes that has too many bytes at the first edge. */
const EDGES = [SHOP_PICTURES.edgeMost, 1_000] as const

/** Encodes a file as small as the texts of a shop need it. Throws RefusalError 'picture-…', ProtocolError 'picture-heavy'. */
async function encodeForText(encoder: PictureEncoder, sender: string, file: Buffer): Promise<EncodedPicture> {
  for (const edgeMost of EDGES) {
    const form = { edgeMost, bytesWanted: SHOP_PICTURES.bytesMost }
    const encoded = await encodePicture(encoder, sender, file, form)
    if (encoded.picture.length <= SHOP_PICTURES.bytesMost) return encoded
  }
  throw new ProtocolError(409, 'picture-heavy', `Encoded, it has more than ${SHOP_PICTURES.bytesMost} bytes`)
}

/**
 * Encodes a file of a member and stores it. No draft and no edition has it before a text of theirs names its address.
 *
 * @throws RefusalError 'picture-…' and ProtocolError 'picture-heavy' where it cannot be taken
 */
export async function addShopPicture(
  { db, encoder }: { readonly db: Database; readonly encoder: PictureEncoder },
  staffId: string,
  file: Buffer,
): Promise<ShopPictureReply> {
  const { picture, width, height } = await encodeForText(encoder, `staff:${staffId}`, file)
  const name = await storePicture(db.queries, Buffer.from(picture).toString('base64'))
  return { file: name, width, height, bytes: picture.length }
}

/** Returns a picture that was stored at any time; undefined where there is none. */
export async function shopPicture(queries: Queries, file: string): Promise<Buffer | undefined> {
  const text = (await storedPictures(queries, [file]))[file]
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}
