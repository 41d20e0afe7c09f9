// The switch for quick results: it turns the animations of all games off and on.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { $quick, DEFAULTS } from '../../../stores/kernel/preferences.ts'
import { Button } from '../../ui/controls/Button.tsx'
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
