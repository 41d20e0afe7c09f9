import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import type { ShopItem } from './catalogue.ts'

/** Returns a function that names an item in the reader's language. */
export function useItemName(): (item: ShopItem) => string {
  const { i18n } = useTranslation('office')
  return (item) => wornItemName(item, i18n.language as Language)
}
