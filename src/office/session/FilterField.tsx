// A filter that is typed: it applies with Enter, and when the field is left.
import { type ReactElement, useState } from 'react'
import { TextField } from '../parts/Field.tsx'

interface FilterFieldProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

export function FilterField({ label, value = '', onChange }: FilterFieldProps): ReactElement {
  const [draft, setDraft] = useState(value)
  const [applied, setApplied] = useState(value)
  // The address has changed beside the field: by the history, or by a link.
  if (applied !== value) {
    setApplied(value)
    setDraft(value)
  }
  const apply = (): void => {
    const words = draft.trim()
    if (words !== value) onChange(words === '' ? undefined : words)
  }
  return (
    <TextField
      type="search"
      label={label}
      spellCheck={false}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply()
      }}
    />
  )
}
