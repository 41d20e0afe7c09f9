// Adds a picture to the texts of a page: the file, which the site encodes anew, and what it says to who does not see it in each language.
import { type ClipboardEvent, type DragEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { PICTURE_TYPES } from '../../../game/letters/letters.ts'
import { ALT_MOST, pictureAddress } from '../../../game/office/shop-pictures.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language.ts'
import type { ShopPictureReply } from '../../../protocol/office/drafts.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { Fault } from '../../session/Fault.tsx'
import { ShopPicture } from '../../session/pictures/ShopPicture.tsx'
import { sendFile } from '../../session/send-file.ts'
import { pictureText, placeAt, withBlock } from './picture-place.ts'
import styles from './words.module.css'

export interface PictureDialogProps {
  open: boolean
  /** The page's text in each language. */
  texts: Readonly<Record<Language, string>>
  /** Returns the language that was worked on last, and the line of its caret. */
  caret: () => { readonly language: Language; readonly line: number }
  onClose: () => void
  /** Receives the texts with the picture, and its address. */
  onAdd: (texts: ReadonlyMap<Language, string>, address: string) => void
}

const ALL = 'all'

interface Upload {
  readonly picture: ShopPictureReply | null
  readonly isSending: boolean
  /** Why the last file was not taken. */
  readonly error: unknown
  send(file: File | undefined): void
  /** Begins another one. */
  clear(): void
}

function useUpload(): Upload {
  const [picture, setPicture] = useState<ShopPictureReply | null>(null)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const take = async (file: File): Promise<void> => {
    setSending(true)
    setError(null)
    try {
      setPicture(await sendFile<ShopPictureReply>('/drafts/pictures', file))
    } catch (fault) {
      setError(fault)
    }
    setSending(false)
  }
  return {
    picture,
    isSending,
    error,
    send: (file) => {
      if (file !== undefined && !isSending) void take(file)
    },
    clear: () => {
      setPicture(null)
      setError(null)
    },
  }
}

type Words = Readonly<Record<Language, string>>

const EMPTY: Words = { en: '', ru: '', uk: '' }

interface FormProps extends Omit<PictureDialogProps, 'open'> {
  upload: Upload
  words: Words
  onWords: (change: (before: Words) => Words) => void
}

function Form({ texts, caret, onClose, onAdd, upload, words, onWords }: FormProps): ReactElement {
  const { t } = useTranslation(['officePictures', 'office'])
  const { picture, isSending, error, send } = upload
  const [where, setWhere] = useState<string>(ALL)
  const [{ language, line }] = useState(caret)
  const languages = [language, ...LANGUAGES.filter((one) => one !== language)]
  const chosen = where === ALL ? languages : languages.filter((one) => one === where)
  const lacking = chosen.filter((one) => words[one].trim() === '').map((one) => LANGUAGE_NAMES[one])
  const missing = lacking.length === 0 ? undefined : t('missing', { languages: lacking.join(', ') })
  const waits = picture === null ? t('no-file') : missing
  const takePasted = (event: ClipboardEvent): void => {
    const [file] = event.clipboardData.files
    if (file === undefined) return
    event.preventDefault()
    send(file)
  }
  const takeDropped = (event: DragEvent): void => {
    event.preventDefault()
    send(event.dataTransfer.files[0])
  }
  return (
    <form
      className="stack"
      onPaste={takePasted}
      onDragOver={(event) => event.preventDefault()}
      onDrop={takeDropped}
      onSubmit={(event) => {
        event.preventDefault()
        if (waits !== undefined || picture === null) return
        const address = pictureAddress(picture.file)
        const place = placeAt(texts[language], line)
        const pageTexts = chosen.map(
          (one) => [one, withBlock(texts[one], place, pictureText(address, words[one]))] as const,
        )
        onAdd(new Map(pageTexts), address)
      }}
    >
      <TextField
        type="file"
        accept={PICTURE_TYPES.join(',')}
        label={t('file')}
        hint={t('file-hint')}
        onChange={({ target }) => send(target.files?.[0])}
      />
      <Fault error={error} />
      <div className={styles.picture} data-dim={isSending ? '' : undefined}>
        {picture === null ? <p>{t(isSending ? 'sending' : 'none')}</p> : <ShopPicture file={picture.file} alt="" />}
      </div>
      <p className={styles.day} role="status">
        {picture === null
          ? t('encoded')
          : t('size', {
              width: picture.width,
              height: picture.height,
              kilobytes: Math.ceil(picture.bytes / 1000),
            })}
      </p>
      <SelectField label={t('where')} value={where} onChange={({ target }) => setWhere(target.value)}>
        <option value={ALL}>{t('everywhere')}</option>
        {languages.map((one) => (
          <option key={one} value={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </SelectField>
      {chosen.map((one, at) => (
        <TextField
          key={one}
          label={t('words', { language: LANGUAGE_NAMES[one] })}
          hint={at === 0 ? t('words-hint') : undefined}
          lang={one}
          maxLength={ALT_MOST}
          value={words[one]}
          onChange={({ target }) => onWords((before) => ({ ...before, [one]: target.value }))}
        />
      ))}
      <DialogActions>
        <Button tone="signal" type="submit" busy={isSending} disabledReason={waits}>
          {t('act')}
        </Button>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </form>
  )
}

export function PictureDialog({ open, ...rest }: PictureDialogProps): ReactElement {
  const { t } = useTranslation('officePictures')
  // Kept while the dialog is closed: Escape loses nothing.
  const upload = useUpload()
  const [words, setWords] = useState(EMPTY)
  const add: PictureDialogProps['onAdd'] = (...made) => {
    upload.clear()
    setWords(EMPTY)
    rest.onAdd(...made)
  }
  return (
    <Dialog open={open} onClose={rest.onClose} title={t('title')}>
      {open ? <Form {...rest} onAdd={add} upload={upload} words={words} onWords={setWords} /> : null}
    </Dialog>
  )
}
