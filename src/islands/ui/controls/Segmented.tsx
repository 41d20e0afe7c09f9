// A choice between a few visible options, made of native radio buttons.
import { type ReactElement, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import choice from './face-choice.module.css'
import styles from './segmented.module.css'

export interface SegmentedOption<Value extends string | number> {
  value: Value
  label: ReactNode
}

export interface SegmentedProps<Value extends string | number> {
  /** The label for screen readers. */
  label: string
  options: readonly SegmentedOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean | undefined
  className?: string | undefined
}

export function Segmented<Value extends string | number>(props: SegmentedProps<Value>): ReactElement {
  const { label, options, value, onChange, disabled, className } = props
  const name = useId()
  return (
    <fieldset className={classes(styles.segmented, className)} disabled={disabled}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes(choice.option, styles.option)}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
