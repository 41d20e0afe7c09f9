// The one button to press next: ends the reel, asks again, or what the screen opens with. Always in one place, so that focus stays.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $openingBeside, askAgain, skip } from '../../stores/opening.ts'
import { Button } from '../ui/Button.tsx'
import { once } from '../ui/once.ts'
import styles from './controls.module.css'

/** `children`: the button that opens. */
export function MainButton({ children }: { children: ReactElement }): ReactElement {
  const { t } = useTranslation('case')
  const opening = useStore($openingBeside, { ssr: 'initial' })
  if (opening.phase === 'spinning') {
    return (
      <Button tone="quiet" size="l" className={styles.open} onClick={once(skip)}>
        {t('skip')}
      </Button>
    )
  }
  if (opening.phase === 'offline') {
    return (
      <Button
        tone="signal"
        size="l"
        className={styles.open}
        icon="refresh"
        aria-busy={opening.asking || undefined}
        onClick={once(() => void askAgain())}
      >
        {t('offline.action')}
      </Button>
    )
  }
  return children
}
