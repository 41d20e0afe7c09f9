import type { PictureBrand } from '../../src/art/logo.ts'
import { defaultAccent } from '../../src/game/base/accent.ts'

/** The brand of pictures, with a name of the usual length. */
export const BRAND: PictureBrand = { name: 'ORBITDROP', accent: defaultAccent(), mark: null, wordmark: null }
