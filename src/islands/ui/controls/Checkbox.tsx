// A checkbox whose label may contain links.
import type { ReactElement, ReactNode } from 'react'
import styles from './checkbox.module.css'

export interface CheckboxProps {
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  required?: boolean | undefined
}

export function Checkbox({ children, checked, onChange, required }: CheckboxProps): ReactElement {
  return (
    <label className={styles.row}>
      <input
        type="checkbox"
        className={styles.box}
        checked={checked}
        required={required}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.words}>{children}</span>
    </label>
  )
}
