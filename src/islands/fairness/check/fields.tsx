// A multi-line text field and a select, with label, hint and error like `Field`.
import { type ReactElement, useId } from 'react'
import frame from '../../ui/controls/field.module.css'
import { Select, type SelectProps } from '../../ui/controls/Select.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './fields.module.css'

interface LongFieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly value: string
  readonly rows: number
  readonly maxLength: number
  onChange(value: string): void
}

export function LongField({ label, hint, error, value, rows, maxLength, onChange }: LongFieldProps): ReactElement {
  const id = useId()
  const noteId = `${id}-note`
  const isWrong = error === undefined ? undefined : ''
  return (
    <div className={frame.field}>
      <label className={frame.label} htmlFor={id}>
        {label}
      </label>
      <span className={frame.frame} data-error={isWrong}>
        <textarea
          id={id}
          className={styles.long}
          value={value}
          rows={rows}
          maxLength={maxLength}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={noteId}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </span>
      <span id={noteId} className={frame.note} data-error={isWrong} aria-live="polite">
        {error === undefined ? null : <Icon name="alert" size={14} />}
        <span>{error ?? hint}</span>
      </span>
    </div>
  )
}

interface SelectFieldProps<Value extends string> extends Omit<SelectProps<Value>, 'id' | 'className'> {
  readonly label: string
}

export function SelectField<Value extends string>({ label, ...choice }: SelectFieldProps<Value>) {
  const id = useId()
  return (
    <div className={frame.field}>
      <label className={frame.label} htmlFor={id}>
        {label}
      </label>
      <span className={frame.frame}>
        <Select {...choice} id={id} className={styles.select} />
      </span>
    </div>
  )
}
