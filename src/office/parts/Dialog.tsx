// A modal dialog: the browser's own, which traps the focus, closes on Escape and returns the focus.

import { type ReactElement, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Elements } from '../../islands/ui/own-element.tsx'
import { Button } from './Button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  /** By the cross or Escape. */
  onClose: () => void
  title: string
  children: Elements
}

export function Dialog({ open, onClose, title, children }: DialogProps): ReactElement {
  const { t } = useTranslation('office')
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = element.current
    if (dialog === null || dialog.open === open) return
    if (open) dialog.showModal()
    else dialog.close()
  }, [open])

  return (
    <dialog
      ref={element}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {open ? (
        <div className={styles.panel}>
          <header className={styles.header}>
            <h2 id={titleId}>{title}</h2>
            <Button tone="ghost" icon="close" aria-label={t('close')} onClick={onClose} />
          </header>
          {children}
        </div>
      ) : null}
    </dialog>
  )
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: Elements }): ReactElement {
  return <footer className={styles.actions}>{children}</footer>
}
