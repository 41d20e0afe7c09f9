// An empty state: takes the place of content that is missing or failed to load, and says why and what to do next.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../classes.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../Icon.tsx'
import type { Elements } from '../own-element.tsx'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon: string
  readonly title?: string
  readonly text: string
  /** `tab` fills a tab, `list` is as high as a list of item cards, `card` is a card of its own, `line` is one line in a panel. */
  readonly size?: 'tab' | 'list' | 'card' | 'line'
  /** Loads again; makes this the state of a failure. */
  readonly onRetry?: () => void
  /** Buttons for the next step. */
  readonly children?: Elements
}

/** The size of the icon in CSS pixels. */
const ICON_SIZE = { tab: 32, list: 28, card: 28, line: 28 } as const

export function EmptyState({ icon, title, text, size = 'tab', onRetry, children }: EmptyStateProps): ReactElement {
  const { t } = useTranslation('common')
  return (
    <div className={classes(styles.part, styles[size])} role={onRetry === undefined ? undefined : 'status'}>
      <span className={styles.light} data-failed={onRetry === undefined ? undefined : ''}>
        <Icon name={icon} size={ICON_SIZE[size]} />
      </span>
      {title === undefined ? null : <p className={styles.title}>{title}</p>}
      <p className={styles.text}>{text}</p>
      {onRetry === undefined ? null : (
        <Button icon="refresh" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      )}
      {children}
    </div>
  )
}
