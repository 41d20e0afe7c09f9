// What the wheel says of a prize.
import type { TFunction } from 'i18next'
import type { PrizeView } from '../../contract/prize.ts'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { itemName } from '../ui/item-lines.ts'

/** A prize in a few words: an item by its name, money by its amount. */
export function prizeWords(prize: PrizeView, language: Language, t: TFunction<'wheel'>): string {
  switch (prize.kind) {
    case 'nothing':
      return t('prize.nothing')
    case 'balance':
      return t('prize.balance', { amount: formatMoney(prize.amount) })
    case 'item':
      return itemName(prize.item, language)
    case 'case':
      return prize.case.name[language]
  }
}

/** Whose light a prize has. */
export function rarityOf(prize: PrizeView): string | undefined {
  return prize.kind === 'item' ? prize.item.rarity : undefined
}
