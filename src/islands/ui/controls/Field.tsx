// An input with its label, a hint, and an error that screen readers announce.
import { type ComponentPropsWithRef, type ReactElement, useId } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import { MoneySign } from '../MoneySign.tsx'
import styles from './field.module.css'

export interface FieldProps extends ComponentPropsWithRef<'input'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Whether the text is an amount of money, whose sign is shown beside it. */
  isMoney?: boolean | undefined
}

export function Field({ label, hint, error, isMoney = false, className, ...input }: FieldProps): ReactElement {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.frame} data-error={error === undefined ? undefined : ''}>
        {isMoney ? <MoneySign side="before" className={styles.sign} /> : null}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? input['aria-describedby'] : noteId}
        />
        {isMoney ? <MoneySign side="after" className={styles.sign} /> : null}
      </span>
      {note === undefined ? null : (
        <span id={noteId} className={styles.note} data-error={error === undefined ? undefined : ''} aria-live="polite">
          {error === undefined ? null : <Icon name="alert" size={14} />}
          <span>{note}</span>
        </span>
      )}
    </div>
  )
}
