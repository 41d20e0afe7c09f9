// The button. One that may not be pressed says why, by pointer and by keyboard, so it keeps the focus.
import { type ComponentPropsWithRef, type MouseEvent, type ReactElement, useId } from 'react'
import { classes } from '../../islands/ui/classes.ts'
import { wrapTexts } from '../../islands/ui/own-element.tsx'
import styles from './button.module.css'
import { Icon, type IconName } from './Icon.tsx'
import { useTip } from './tip.tsx'

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  /** `signal` marks the primary action of a screen. */
  tone?: 'signal' | 'quiet' | 'ghost' | 'danger'
  icon?: IconName
  /** Ignores presses while an act runs. */
  busy?: boolean
  /** Why it may not be pressed. */
  disabledReason?: string | undefined
}

function ignorePress(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

export function Button({
  tone = 'quiet',
  icon,
  busy = false,
  disabledReason,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps): ReactElement {
  const tipId = useId()
  const { anchor, tip } = useTip(tipId, disabledReason)
  const isOff = busy || disabledReason !== undefined
  return (
    <>
      <button
        {...rest}
        {...anchor}
        type={type}
        className={classes(styles.button, styles[tone], className)}
        {...(isOff ? { 'aria-disabled': true, onClick: ignorePress } : {})}
        aria-busy={busy || undefined}
        aria-describedby={disabledReason === undefined ? rest['aria-describedby'] : tipId}
      >
        {icon === undefined ? null : <Icon name={icon} />}
        {wrapTexts(children)}
      </button>
      {tip}
    </>
  )
}
