// The services of letters that players write.
import { createPictureEncoder } from '../../pictures/encoder.ts'
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createOwnLetters } from './own-letters.ts'
import { createLetterPictures } from './pictures.ts'

/** Makes the services of letters. */
export function createLetterServices(parts: ServiceParts) {
  const { db, now, log } = parts
  return {
    letters: createOwnLetters(parts),
    letterPictures: createLetterPictures({ db, now, encoder: createPictureEncoder({ log }) }),
  }
}
