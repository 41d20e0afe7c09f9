// A number that is typed: it counts as soon as it is one, and what is not is said at once and stays until the field is left.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../parts/Field.tsx'

interface NumberFieldProps {
  label: string
  quiet?: boolean
  hint?: string
  value: string
  /** Reads what is typed; undefined for what is no such number. */
  read: (text: string) => number | undefined
  onChange: (value: number) => void
  readOnly?: boolean
}

export function NumberField({ label, quiet, hint, value, read, onChange, readOnly }: NumberFieldProps): ReactElement {
  const { t } = useTranslation('officeItems')
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && read(typed) === undefined
  return (
    <TextField
      label={label}
      quiet={quiet ?? false}
      hint={isWrong ? t('wrong-number') : hint}
      inputMode="decimal"
      autoComplete="off"
      readOnly={readOnly}
      aria-invalid={isWrong || undefined}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        const number = read(target.value)
        if (number !== undefined) onChange(number)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
