// A dialog that must be answered: neither Escape nor a press outside of it closes it.
import { type ReactElement, useEffect, useId, useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import dialogStyles from '../../ui/messages/dialog.module.css'
import { usePageMark } from '../../ui/messages/use-page-mark.ts'
import type { Elements } from '../../ui/own-element.tsx'
import './reality.css'

interface AnsweredDialogProps {
  icon: string
  title: string
  /** What it says, and the buttons that answer it. */
  children: Elements
}

export function AnsweredDialog({ icon, title, children }: AnsweredDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null)
  usePageMark('covered')
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const show = (): void => {
    if (dialog.current?.open === false) dialog.current.showModal()
    // Focus is not on a button: a key pressed for a game must not answer the dialog.
    heading.current?.focus()
  }
  useEffect(show, [])
  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      closedby="none"
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      // A browser that closes it anyway has it opened again until it is answered.
      onClose={show}
    >
      <div className={dialogStyles.panel}>
        <div className="reality">
          <span className="reality-light">
            <Icon name={icon} size={32} />
          </span>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {title}
          </h2>
          {children}
        </div>
      </div>
    </dialog>
  )
}
