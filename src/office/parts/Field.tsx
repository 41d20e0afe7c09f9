// Form fields: a label, the browser's own control, and a hint.

import { type ComponentPropsWithRef, type ReactElement, useId } from 'react'
import { classes } from '../../islands/ui/classes.ts'
import type { Elements } from '../../islands/ui/own-element.tsx'
import styles from './field.module.css'

interface Labelled {
  label: string
  hint?: string | undefined
  /** The label is for screen readers alone: a filter whose value says what it is. */
  quiet?: boolean
}

interface FrameProps extends Labelled {
  id: string
  children: Elements
}

function Frame({ id, label, hint, quiet = false, children }: FrameProps): ReactElement {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={quiet ? 'unseen' : styles.label}>
        {label}
      </label>
      {children}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

const hintOf = (id: string, hint: string | undefined): string | undefined =>
  hint === undefined ? undefined : `${id}-hint`

export function TextField({
  label,
  hint,
  quiet,
  className,
  ...rest
}: Labelled & ComponentPropsWithRef<'input'>): ReactElement {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} quiet={quiet ?? false}>
      <input {...rest} id={id} className={classes(styles.control, className)} aria-describedby={hintOf(id, hint)} />
    </Frame>
  )
}

export function TextArea({ label, hint, quiet, ...rest }: Labelled & ComponentPropsWithRef<'textarea'>): ReactElement {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} quiet={quiet ?? false}>
      <textarea rows={3} {...rest} id={id} className={styles.control} aria-describedby={hintOf(id, hint)} />
    </Frame>
  )
}

export function SelectField({
  label,
  hint,
  quiet,
  children,
  ...rest
}: Labelled & ComponentPropsWithRef<'select'>): ReactElement {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} quiet={quiet ?? false}>
      <select {...rest} id={id} className={styles.control} aria-describedby={hintOf(id, hint)}>
        {children}
      </select>
    </Frame>
  )
}
