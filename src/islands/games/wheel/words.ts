// The prizes of the wheel as text.
import type { TFunction } from 'i18next'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { PrizeView } from '../../../protocol/prize.ts'

/** Returns a prize as a short text: the name of an item, or an amount. */
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

/** Returns the rarity of a prize, whose colour it has; undefined for amounts. */
export function rarityOf(prize: PrizeView): string | undefined {
  return prize.kind === 'item' ? prize.item.rarity : undefined
}
