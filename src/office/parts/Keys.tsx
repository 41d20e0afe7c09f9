// Keys of a room: single letters that act where nothing is typed, and the dialog that lists them.
import { type ReactElement, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import styles from './keys.module.css'
import { isForField, matchesKey } from './keys.ts'

export interface RoomKey {
  /** A letter, a digit, or a name of a key: `ArrowDown`. */
  readonly key: string
  readonly run: () => void
}

/** The keys of what is shown; what was shown last is asked first, so that a part of a screen may use a key of the whole. */
const layers: { current: readonly RoomKey[] }[] = []

function press(event: KeyboardEvent): void {
  if (isForField(event) || document.querySelector('dialog[open]') !== null) return
  const match = layers
    .toReversed()
    .flatMap(({ current }) => current)
    .find(({ key }) => matchesKey(event, key))
  if (match === undefined) return
  event.preventDefault()
  event.stopPropagation()
  match.run()
}

/** Listens to keys while the component is shown. They come before those of tables and links, and not while a dialog is open. */
export function useKeys(keys: readonly RoomKey[]): void {
  const own = useRef(keys)
  useEffect(() => {
    own.current = keys
  })
  useEffect(() => {
    layers.push(own)
    if (layers.length === 1) document.addEventListener('keydown', press, true)
    return () => {
      layers.splice(layers.indexOf(own), 1)
      if (layers.length === 0) document.removeEventListener('keydown', press, true)
    }
  }, [])
}

/** How keys are written that have a name. */
const SIGNS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' }

interface KeysDialogProps {
  open: boolean
  onClose: () => void
  keys: readonly { readonly key: string; readonly label: string }[]
}

export function KeysDialog({ open, onClose, keys }: KeysDialogProps): ReactElement {
  const { t } = useTranslation('office')
  return (
    <Dialog open={open} onClose={onClose} title={t('keys')}>
      <dl className={styles.keys}>
        {keys.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>{SIGNS[key] ?? key.toUpperCase()}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
