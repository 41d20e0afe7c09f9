// A modal dialog: the browser's own <dialog> traps focus, closes on Escape, and returns focus.
import { type MouseEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { afterPaint } from '../../../stores/kernel/after-paint.ts'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import { BrokenPart } from './BrokenPart.tsx'
import styles from './dialog.module.css'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { usePageMark } from './use-page-mark.ts'

export interface DialogProps {
  open: boolean
  /** Called when the player closes it: by the close button, Escape, or a click outside. */
  onClose: () => void
  /** The name for screen readers. */
  label: string
  children: ReactNode
  className?: string | undefined
}

export function Dialog({ open, onClose, label, children, className }: DialogProps): ReactElement {
  const { t } = useTranslation('common')
  const element = useRef<HTMLDialogElement>(null)
  usePageMark('covered', open)

  useEffect(() => {
    const dialog = element.current
    if (dialog === null || dialog.open === open) return undefined
    // A modal dialog makes the whole page inert, which computes all of its styles: first the press is seen.
    if (open) return afterPaint(() => dialog.showModal())
    dialog.close()
    return undefined
  }, [open])

  const closeBeside = (event: MouseEvent<HTMLDialogElement>): void => {
    if (event.target === event.currentTarget) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the panel is a shortcut; Escape and the cross are the way by keyboard
    <dialog
      ref={element}
      className={styles.dialog}
      aria-label={label}
      onClick={closeBeside}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {open ? (
        <div className={classes(styles.panel, className)}>
          <button type="button" className={styles.close} onClick={onClose} aria-label={t('actions.close')}>
            <Icon name="close" />
          </button>
          <ErrorBoundary fallback={(fault, retry) => <BrokenPart fault={fault} onRetry={retry} />}>
            {children}
          </ErrorBoundary>
        </div>
      ) : null}
    </dialog>
  )
}
