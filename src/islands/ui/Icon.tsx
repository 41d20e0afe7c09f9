// An icon of the sprite in the colour of the text.
import type { ReactElement } from 'react'

export interface IconProps {
  /** The id in /assets/img/icons.svg. */
  name: string
  /** The meaning of an icon without text next to it; without it the icon is decorative. */
  label?: string | undefined
  /** The edge in CSS pixels; 20 by default. */
  size?: number | undefined
  className?: string | undefined
}

export function Icon({ name, label, size = 20, className }: IconProps): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      className={className}
      focusable="false"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <use href={`/assets/img/icons.svg#${name}`} />
    </svg>
  )
}
