// Shows toasts with react-toastify, without its own style sheet (toaster.css).
import { useStore } from '@nanostores/react'
import { type CSSProperties, type ReactElement, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Slide, ToastContainer, toast } from 'react-toastify/unstyled'
import { play } from '../../stores/kernel/sound.ts'
import type { SoundName } from '../../stores/kernel/sound-names.ts'
import { $toasts, type ToastType, takeToasts } from '../../stores/kernel/toasts.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import './toaster.css'

/** The limits of the specification, sections 2 and 9. */
export const RULES = {
  position: 'top-right',
  autoClose: 3000,
  newestOnTop: true,
  limit: 20,
  draggable: true,
  draggablePercent: 60,
  pauseOnHover: true,
} as const

const LIFE = { '--toast-life': `${RULES.autoClose}ms` } as CSSProperties

const ICONS: Readonly<Record<ToastType, string>> = {
  success: 'check',
  error: 'alert',
  warning: 'alert',
  info: 'info',
  default: 'bell',
}

/** What the button of a message says, by the path that it leads to. */
const ACTIONS = {
  '/missions': 'toast.claim',
  '/free_case': 'toast.openCase',
  '/dashboard?tab=withdrawals': 'toast.withdrawals',
} as const

/** The sounds of the specification, section 2, unless a message has its own. */
export const SOUNDS: Partial<Record<ToastType, SoundName>> = { success: 'good', error: 'bad' }

/** Moves messages into an open dialog, because a dialog covers everything outside of it and makes it inert. */
function moveHost(host: HTMLElement): void {
  const home = document.querySelector('dialog[open]') ?? document.body
  if (host.parentElement !== home) home.append(host)
}

/**
 * Places messages below the header, where neither the balance nor what a game shows is under them. Above the header of a page that has not
 * scrolled are other rows.
 */
function placeHost(host: HTMLElement): void {
  const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  host.style.setProperty('--below', `${Math.max(0, bottom)}px`)
}

function createHost(): HTMLElement {
  const host = document.createElement('div')
  // The host must not take part in the layout of a dialog.
  host.style.position = 'absolute'
  return host
}

/** Renders a message, and the button that leads to what it asks for, unless that is on this page. */
function Message({ text, link }: { text: string; link: string | undefined }): ReactElement {
  const { t } = useTranslation('shell')
  const { pathname, search } = location
  const isElsewhere = link !== undefined && link !== (link.includes('?') ? pathname + search : pathname)
  return (
    <>
      <span className="toast-text">{text}</span>
      {isElsewhere ? (
        <Button className="toast-action" href={link}>
          {t(link in ACTIONS ? ACTIONS[link as keyof typeof ACTIONS] : 'notifications.promo')}
        </Button>
      ) : null}
    </>
  )
}

export function Toaster(): ReactElement {
  const { t } = useTranslation('shell')
  const waiting = useStore($toasts)
  const [host] = useState(createHost)

  useEffect(() => {
    const move = (): void => moveHost(host)
    const place = (): void => {
      if (host.querySelector('.Toastify__toast') !== null) placeHost(host)
    }
    move()
    document.addEventListener('close', move, true)
    window.addEventListener('scroll', place, { passive: true })
    return () => {
      document.removeEventListener('close', move, true)
      window.removeEventListener('scroll', place)
    }
  }, [host])

  useEffect(() => {
    if (waiting.length === 0) return
    moveHost(host)
    placeHost(host)
    for (const { type, message, link, sound = SOUNDS[type] } of takeToasts()) {
      if (sound != null) play(sound)
      const role = type === 'error' ? 'alert' : 'status'
      toast(<Message text={message} link={link} />, { type, icon: <Icon name={ICONS[type]} />, role })
    }
  }, [waiting, host])

  return (
    <>
      {createPortal(
        <ToastContainer
          {...RULES}
          style={LIFE}
          transition={Slide}
          hideProgressBar
          closeButton={({ closeToast }) => (
            <button type="button" className="toast-close" onClick={closeToast} aria-label={t('toast.close')}>
              <Icon name="close" size={16} />
            </button>
          )}
        />,
        host,
      )}
    </>
  )
}
