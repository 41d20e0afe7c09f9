// An icon of our sprite, in the colour of the text around it.
import type { ReactElement } from 'react'

export interface IconProps {
  /** Id in /assets/img/icons.svg. */
  name: string
  /** Says what the icon means where no word stands beside it; without it the icon is decoration. */
  label?: string | undefined
  /** Edge in CSS pixels, 20 unless told. */
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
