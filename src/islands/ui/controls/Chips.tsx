// A choice between a few options as chips in a row that scrolls, made of native radio buttons.
import { type ReactElement, useId } from 'react'
import { classes } from '../classes.ts'
import styles from './chips.module.css'
import choice from './face-choice.module.css'
import type { SegmentedProps } from './Segmented.tsx'

type ChipsProps<Value extends string> = Pick<SegmentedProps<Value>, 'label' | 'options' | 'value' | 'onChange'>

export function Chips<Value extends string>({ label, options, value, onChange }: ChipsProps<Value>): ReactElement {
  const name = useId()
  return (
    <fieldset className={styles.chips}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes(choice.option, styles.chip)}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
