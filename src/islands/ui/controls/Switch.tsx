// A switch that applies at once: a checkbox with the role of a switch, and its label.
import type { ReactElement, ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import styles from './switch.module.css'

export interface SwitchProps {
  label: string
  /** A short description of what it changes. */
  hint?: ReactNode
  icon?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
}

export function Switch({ label, hint, icon, checked, onChange, disabled }: SwitchProps): ReactElement {
  return (
    <label className={styles.row}>
      {icon === undefined ? null : <Icon name={icon} className={styles.icon} />}
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: HTML forbids aria-checked on a checkbox, whose own state says the same
        role="switch"
        className={styles.input}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.track} aria-hidden="true" />
    </label>
  )
}
