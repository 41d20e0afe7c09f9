// The button, also as a link that looks like one. components/LinkButton.astro shares its styles.
import type { ComponentPropsWithRef, ReactElement } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import { wrapTexts } from '../own-element.tsx'
import styles from './button.module.css'

export type ButtonTone = 'signal' | 'quiet' | 'ghost' | 'danger'

export interface ButtonLook {
  /** `signal` marks the primary action; a screen has one. */
  tone?: ButtonTone | undefined
  size?: 'm' | 'l' | undefined
  /** Disables the button and marks it as busy for screen readers; its size stays the same. */
  loading?: boolean | undefined
  icon?: string | undefined
}

export type ButtonProps = ButtonLook &
  (
    | ({ href: string; disabled?: undefined } & ComponentPropsWithRef<'a'>)
    | ({ href?: undefined } & ComponentPropsWithRef<'button'>)
  )

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
  if (rest.href !== undefined) {
    return (
      <a {...rest} className={look} aria-busy={loading || undefined}>
        {inside}
      </a>
    )
  }
  const { href, disabled, type = 'button', ...button } = rest
  return (
    <button
      {...button}
      type={type}
      className={look}
      disabled={disabled === true || loading}
      aria-busy={loading || undefined}
    >
      {inside}
    </button>
  )
}
