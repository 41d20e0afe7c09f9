// An input with its label, a hint, and an error that screen readers announce.
import { type ComponentPropsWithRef, type ReactElement, useId } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { Icon } from './Icon.tsx'

export interface FieldProps extends ComponentPropsWithRef<'input'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Shown before the text, e.g. `$`. */
  prefix?: string | undefined
}

export function Field({ label, hint, error, prefix, className, ...input }: FieldProps): ReactElement {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.frame} data-error={error === undefined ? undefined : ''}>
        {prefix === undefined ? null : <span className={styles.prefix}>{prefix}</span>}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? input['aria-describedby'] : noteId}
        />
      </span>
      {note === undefined ? null : (
        <span id={noteId} className={styles.note} data-error={error === undefined ? undefined : ''} aria-live="polite">
          {error === undefined ? null : <Icon name="alert" size={14} />}
          {note}
        </span>
      )}
    </div>
  )
}
