// A select with the browser's own list.
import type { ReactElement } from 'react'
import { Icon } from '../Icon.tsx'

export interface SelectProps<Value extends string> {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly id?: string | undefined
  readonly className?: string | undefined
  onChange(value: Value): void
}

/** Renders the select; its label is around it, or refers to it by `id`. */
export function Select<Value extends string>({
  options,
  value,
  id,
  className,
  onChange,
}: SelectProps<Value>): ReactElement {
  return (
    <>
      <select
        id={id}
        className={className}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} />
    </>
  )
}
