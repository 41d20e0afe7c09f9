// Shows messages with react-toastify, by the numbers of the specification and in our clothes.
import { useStore } from '@nanostores/react'
import { type CSSProperties, type ReactElement, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Slide, ToastContainer, toast } from 'react-toastify/unstyled'
import { play, type SoundName } from '../../stores/sound.ts'
import { $toasts, type ToastType, takeToasts } from '../../stores/toasts.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './toaster.css?url'

/** Specification, sections 2 and 9. */
const RULES = {
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

/** Specification, section 2. */
const SOUNDS: Partial<Record<ToastType, SoundName>> = { success: 'good', error: 'bad' }

/** An open dialog lies over all that is outside of it, and makes it deaf: messages come up inside. */
function place(host: HTMLElement): void {
  const home = document.querySelector('dialog[open]') ?? document.body
  if (host.parentElement !== home) home.append(host)
}

function createHost(): HTMLElement {
  const host = document.createElement('div')
  // Out of the way of what a dialog lays out.
  host.style.position = 'absolute'
  return host
}

export function Toaster(): ReactElement {
  const { t } = useTranslation('shell')
  const waiting = useStore($toasts)
  const [host] = useState(createHost)

  useEffect(() => {
    const move = (): void => place(host)
    move()
    document.addEventListener('close', move, true)
    return () => document.removeEventListener('close', move, true)
  }, [host])

  useEffect(() => {
    if (waiting.length === 0) return
    place(host)
    for (const { type, message } of takeToasts()) {
      const sound = SOUNDS[type]
      if (sound !== undefined) play(sound)
      toast(message, { type, icon: <Icon name={ICONS[type]} />, role: type === 'error' ? 'alert' : 'status' })
    }
  }, [waiting, host])

  return (
    <>
      {/* By address, not by import: a page would load it for messages that may never come. */}
      <link rel="stylesheet" href={styles} precedence="toasts" />
      {createPortal(
        <ToastContainer
          {...RULES}
          style={LIFE}
          theme="dark"
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
