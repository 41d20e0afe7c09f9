// A choice among what a list can be narrowed to, or all of it.
import type { ReactElement } from 'react'
import { SelectField } from './Field.tsx'

interface FilterSelectProps<Value extends string> {
  label: string
  /** What the choice of everything is called. */
  all: string
  value: Value | undefined
  values: readonly Value[]
  wordsOf: (value: Value) => string
  /** Receives the choice; empty for everything. */
  onChange: (value: string) => void
}

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>): ReactElement {
  const { label, all, value, values, wordsOf, onChange } = props
  return (
    <SelectField label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
      <option value="">{all}</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {wordsOf(one)}
        </option>
      ))}
    </SelectField>
  )
}
