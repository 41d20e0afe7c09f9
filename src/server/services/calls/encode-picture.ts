// A picture that a person sent, as the site stores it.
import { PICTURE_BYTES_MOST } from '../../../game/letters/letters.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { EncodedPicture, PictureForm } from '../../pictures/encode-process.ts'
import type { PictureEncoder } from '../../pictures/encoder.ts'

/** Encodes a file. Throws RefusalError 'picture-…' where it cannot be taken. */
export async function encodePicture(
  encoder: PictureEncoder,
  sender: string,
  file: Buffer,
  form: PictureForm,
): Promise<EncodedPicture> {
  if (file.length > PICTURE_BYTES_MOST) throw new RefusalError('picture-large')
  const outcome = await encoder.encode(sender, file, form)
  if ('fault' in outcome) throw new RefusalError(`picture-${outcome.fault}`)
  return outcome
}
