// The button, also as a link that looks like one. components/LinkButton.astro shares its styles.
import type { ComponentPropsWithRef, MouseEvent, ReactElement } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import { wrapTexts } from '../own-element.tsx'
import styles from './button.module.css'

export type ButtonTone = 'signal' | 'quiet' | 'ghost' | 'danger'

export interface ButtonLook {
  /** `signal` marks the primary action; a screen has one. */
  tone?: ButtonTone | undefined
  size?: 'm' | 'l' | undefined
  /** Ignores presses and marks the button as busy for screen readers. Its size stays the same, and so does the focus. */
  loading?: boolean | undefined
  icon?: string | undefined
}

export type ButtonProps = ButtonLook &
  (
    | ({ href: string; disabled?: undefined } & ComponentPropsWithRef<'a'>)
    | ({ href?: undefined } & ComponentPropsWithRef<'button'>)
  )

/** A busy button is not `disabled`: browsers take the focus from one that is. */
function ignorePress(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

export function Button({
  tone = 'quiet',
  size = 'm',
  loading = false,
  icon,
  className,
  children,
  ...rest
}: ButtonProps): ReactElement {
  const look = classes(styles.button, styles[tone], size === 'l' && styles.large, loading && styles.loading, className)
  const inside = (
    <>
      <span className={styles.content}>
        {icon === undefined ? null : <Icon name={icon} />}
        {wrapTexts(children)}
      </span>
      {loading ? <span className={styles.spinner} aria-hidden="true" /> : null}
    </>
  )
  const busy = loading ? { 'aria-busy': true, 'aria-disabled': true, onClick: ignorePress } : null
  if (rest.href !== undefined) {
    return (
      <a {...rest} {...busy} className={look}>
        {inside}
      </a>
    )
  }
  const { href, type = 'button', ...button } = rest
  return (
    <button {...button} {...busy} type={type} className={look}>
      {inside}
    </button>
  )
}
