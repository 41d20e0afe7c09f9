// The form of a message: text and pictures. What is typed is kept until it is sent.
import { type ClipboardEvent, type FormEvent, type ReactElement, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { APPEAL_DAYS, LETTER_TEXT_MOST, PICTURES_MOST } from '../../game/letters/letters.ts'
import type { LetterThread } from '../../protocol/letters.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { type LetterDraft, readDraft, storeDraft } from '../../stores/letters/letter-drafts.ts'
import { sendPicture } from '../../stores/letters/letter-pictures.ts'
import { type LetterTarget, writeLetter } from '../../stores/letters/letters.ts'
import { Button } from '../ui/controls/Button.tsx'
import { PictureInput } from '../ui/controls/PictureInput.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './composer.module.css'
import { Picture } from './Pictures.tsx'

interface ComposerProps {
  /** The name of its draft. */
  readonly draft: string
  readonly target: LetterTarget
  onSent(letter: LetterThread): void
  /** Gives it up; without it nothing offers that. */
  onCancel?: () => void
}

/** From so many characters on, the form says how many are left. */
const LEFT_FROM = LETTER_TEXT_MOST - 300

/** Holds a draft, and keeps it in the tab. */
function useDraft(name: string): [LetterDraft, (change: (draft: LetterDraft) => LetterDraft) => void] {
  const [draft, setDraft] = useState(() => readDraft(name))
  return [
    draft,
    (change) =>
      setDraft((before) => {
        const next = change(before)
        storeDraft(name, next)
        return next
      }),
  ]
}

interface PicturesFieldProps {
  readonly draft: LetterDraft
  readonly adding: number
  onFiles(files: readonly File[]): void
  onRemove(id: string): void
}

function PicturesField({ draft: { pictures }, adding, onFiles, onRemove }: PicturesFieldProps): ReactElement {
  const { t } = useTranslation('letters')
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const isFull = pictures.length + adding >= PICTURES_MOST
  return (
    <div className={styles.pictures}>
      {pictures.length + adding === 0 ? null : (
        <ul className={styles.chosen}>
          {pictures.map((picture, at) => (
            <li key={picture.id}>
              <Picture picture={picture} alt={t('pictures.picture', { number: at + 1 })} />
              <button
                type="button"
                className={styles.remove}
                aria-label={t('pictures.remove', { number: at + 1 })}
                onClick={() => onRemove(picture.id)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
          {Array.from({ length: adding }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
            <li key={at} className={styles.adding} role="status">
              <span className="unseen">{t('pictures.adding')}</span>
            </li>
          ))}
        </ul>
      )}
      <PictureInput ref={input} onFiles={onFiles} />
      {isFull ? null : (
        <Button icon="picture" aria-describedby={hintId} onClick={() => input.current?.click()}>
          {t('pictures.add')}
        </Button>
      )}
      <p id={hintId} className={styles.hint}>
        <span>{t('pictures.hint', { most: PICTURES_MOST })}</span>{' '}
        <span>{t('pictures.kept', { days: APPEAL_DAYS })}</span>
      </p>
    </div>
  )
}

export function Composer({ draft: name, target, onSent, onCancel }: ComposerProps): ReactElement {
  const { t } = useTranslation(['letters', 'common'])
  const [draft, change] = useDraft(name)
  const [adding, setAdding] = useState(0)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const isAppeal = target.kind === 'appeal' || (target.kind === 'new' && target.appeal)

  const addFiles = async (files: readonly File[]): Promise<void> => {
    const room = PICTURES_MOST - draft.pictures.length - adding
    const taken = files.slice(0, room)
    setError(files.length > room ? t('pictures.many', { most: PICTURES_MOST }) : undefined)
    setAdding((count) => count + taken.length)
    // One after the other: the server takes one at a time from a player.
    for (const file of taken) {
      const outcome = await sendPicture(file)
      setAdding((count) => count - 1)
      if (outcome.kind === 'sent') {
        change((before) => ({ ...before, pictures: [...before.pictures, outcome.picture] }))
      } else setError(outcome.kind === 'refused' ? outcome.message : t(`pictures.${outcome.kind}`))
    }
  }

  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void addFiles(files)
  }

  const fail = (message: string): void => {
    setError(message)
    field.current?.focus()
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isSending || adding > 0) return
    const text = draft.text.trim()
    if (text === '') return fail(t('text.empty'))
    if (text.length > LETTER_TEXT_MOST) return fail(t('text.long', { most: LETTER_TEXT_MOST }))
    setSending(true)
    setError(undefined)
    const outcome = await writeLetter(target, { text, pictures: draft.pictures.map((picture) => picture.id) })
    setSending(false)
    if (outcome.kind !== 'sent') return fail(outcome.kind === 'refused' ? outcome.message : t('sendFailed'))
    change(() => ({ text: '', pictures: [] }))
    toast('success', t('sent'))
    onSent(outcome.letter)
  }

  const left = LETTER_TEXT_MOST - draft.text.length
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <label className={styles.label} htmlFor={id}>
        {t('text.label')}
      </label>
      <textarea
        ref={field}
        id={id}
        className={styles.text}
        rows={6}
        value={draft.text}
        readOnly={isSending}
        data-error={error === undefined ? undefined : ''}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-note`}
        onPaste={paste}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value
          setError(undefined)
          change((before) => ({ ...before, text }))
        }}
      />
      <p id={`${id}-note`} className={styles.note} data-error={error === undefined ? undefined : ''} aria-live="polite">
        {error === undefined ? null : <Icon name="alert" size={14} />}
        <span>{error ?? t('text.hint')}</span>
        {draft.text.length < LEFT_FROM ? null : <span className={styles.left}>{t('text.left', { count: left })}</span>}
      </p>
      <PicturesField
        draft={draft}
        adding={adding}
        onFiles={(files) => void addFiles(files)}
        onRemove={(removed) =>
          change((before) => ({ ...before, pictures: before.pictures.filter((picture) => picture.id !== removed) }))
        }
      />
      <div className={styles.ways}>
        <Button type="submit" tone="signal" loading={isSending || adding > 0}>
          {t(isAppeal ? 'appeal.send' : 'send')}
        </Button>
        {onCancel === undefined ? null : <Button onClick={onCancel}>{t('appeal.cancel')}</Button>}
      </div>
    </form>
  )
}
