// The words of a switch: a part of the shop, or the label of a way to deposit.
import type { TFunction } from 'i18next'
import { isShopPart } from '../../game/office/switches.ts'
import type { ShopSwitch } from '../../protocol/office/switches.ts'

export function switchTitle(
  { name, title }: Pick<ShopSwitch, 'name' | 'title'>,
  t: TFunction<'officeSwitches'>,
): string {
  if (isShopPart(name)) return t(`parts.${name}`)
  return t('method', { title: title ?? name })
}
