// What a letter is about, in words.
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { itemName } from '../../game/catalogue/display-name.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { Letter } from '../../protocol/letters.ts'

/** Returns what a letter is about: the name of an item, the amount of a deposit, or the kind alone. */
export function useLetterTitle(): (about: Letter['about']) => string {
  const { t, i18n } = useTranslation('letters')
  return ({ kind, item, amount }) => {
    if (item !== null) return itemName(item, i18n.language as Language)
    return amount === null ? t(`about.${kind}`) : `${t(`about.${kind}`)} · ${formatMoney(amount)}`
  }
}
