// What stands in place of a list: why there is none, and what to do next.
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './nothing.module.css'

interface NothingProps {
  readonly icon: string
  readonly text: string
  /** Asks again; for what has failed. */
  readonly onRetry?: () => void
  readonly children?: ReactNode
}

export function Nothing({ icon, text, onRetry, children }: NothingProps): ReactElement {
  const { t } = useTranslation('common')
  return (
    <div className={styles.nothing} role={onRetry === undefined ? undefined : 'status'}>
      <span className={styles.light} data-failed={onRetry === undefined ? undefined : ''}>
        <Icon name={icon} size={32} />
      </span>
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
