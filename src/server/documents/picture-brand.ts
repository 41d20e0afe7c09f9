import type { PictureBrand } from '../../art/logo.ts'
import type { TextsSource } from '../../content/shop-texts.ts'

/** Returns what pictures show of the brand that a shop has now. */
export function pictureBrand({ current }: Pick<TextsSource, 'current'>): PictureBrand {
  const { name, accent, mark, wordmark } = current.brand
  return { name, accent, mark, wordmark }
}
