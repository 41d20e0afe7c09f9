// The main button: skips the reel, repeats an unanswered request, or opens. Its position never changes, so that focus stays.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $opening, retry, skip } from '../../../stores/games/opening.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import styles from './controls.module.css'

/** Renders the button of the current phase; `children` is the one that opens. */
export function MainButton({ children }: { children: ReactElement }): ReactElement {
  const { t } = useTranslation('case')
  const opening = useStore($opening, { ssr: 'initial' })
  if (opening.phase === 'playing') {
    return (
      <Button tone="quiet" size="l" className={styles.open} {...singlePress(skip)}>
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
        {...singlePress(() => void retry())}
      >
        {t('offline.action')}
      </Button>
    )
  }
  return children
}
