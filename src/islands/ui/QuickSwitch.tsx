// Turns the animation of games off and on, for all of them.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { $quick, DEFAULTS } from '../../stores/preferences.ts'
import { Button } from './Button.tsx'
import styles from './quick-switch.module.css'

interface QuickSwitchProps {
  readonly label: string
  readonly hint: string
  readonly size?: 'm' | 'l'
}

export function QuickSwitch({ label, hint, size = 'm' }: QuickSwitchProps): ReactElement {
  const quick = useStore($quick, { ssr: () => DEFAULTS.quick })
  return (
    <Button
      size={size}
      icon="quick"
      className={styles.quick}
      aria-pressed={quick === 'on'}
      title={hint}
      onClick={() => $quick.set(quick === 'on' ? 'off' : 'on')}
    >
      {label}
    </Button>
  )
}
