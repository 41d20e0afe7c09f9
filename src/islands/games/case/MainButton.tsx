// The main button of screens that open cases: opens, skips the animation, or repeats an unanswered request. Always the same element, so that
// focus stays.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $opening, retry, skip } from '../../../stores/games/opening.ts'
import { Button, type ButtonProps } from '../../ui/controls/Button.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import styles from './controls.module.css'

/** Renders the button of the current phase; the properties are those of the one that opens. */
export function MainButton(opens: Extract<ButtonProps, { href?: undefined }>): ReactElement {
  const { t } = useTranslation('case')
  const opening = useStore($opening, { ssr: 'initial' })
  const look = { ref: opens.ref, size: 'l', className: styles.open } as const
  if (opening.phase === 'playing') {
    return (
      <Button {...look} tone="quiet" {...singlePress(skip)}>
        {t('skip')}
      </Button>
    )
  }
  if (opening.phase === 'offline') {
    const isBusy = opening.asking || undefined
    return (
      <Button {...look} tone="signal" icon="refresh" aria-busy={isBusy} {...singlePress(() => void retry())}>
        {t('offline.action')}
      </Button>
    )
  }
  return <Button {...look} aria-busy={opening.phase === 'asking' || undefined} {...opens} />
}
