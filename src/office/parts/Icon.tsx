// An icon of the house's sprite, in the colour of the text. It is decorative: a word beside it or the label of its button says what it means.
import type { ReactElement } from 'react'
import sprite from '../../../public/assets/img/icons.svg?url'

export type IconName =
  | 'alert'
  | 'bonuses'
  | 'bot'
  | 'calendar'
  | 'cases'
  | 'quick'
  | 'check'
  | 'chevron-left'
  | 'chevron-right'
  | 'clock'
  | 'close'
  | 'copy'
  | 'deposit'
  | 'faq'
  | 'heart'
  | 'info'
  | 'letter'
  | 'link'
  | 'lock'
  | 'logout'
  | 'minus'
  | 'picture'
  | 'plus'
  | 'refresh'
  | 'search'
  | 'sell'
  | 'settings'
  | 'shield'
  | 'trash'
  | 'user'
  | 'users'
  | 'wheel'

export function Icon({ name, size = 16 }: { name: IconName; size?: number }): ReactElement {
  return (
    <svg width={size} height={size} focusable="false" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
