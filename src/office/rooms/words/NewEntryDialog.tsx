// Adds a question and its answer, or another section's entry, in all languages at once.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { LANGUAGE_NAMES, parseLanguage } from '../../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { SelectField, TextArea, TextField } from '../../parts/Field.tsx'
import { headingsOf, idOf, type NewEntry } from './page-text.ts'
import styles from './words.module.css'

export interface NewEntryProps {
  open: boolean
  /** The page's text in each language. */
  texts: Readonly<Record<Language, string>>
  onClose: () => void
  onAdd: (entries: Readonly<Record<Language, NewEntry>>) => void
}

type Words = Readonly<Record<Language, { readonly title: string; readonly words: string }>>

const EMPTY: Words = {
  en: { title: '', words: '' },
  ru: { title: '', words: '' },
  uk: { title: '', words: '' },
}

interface FormProps extends Omit<NewEntryProps, 'open'> {
  words: Words
  onWords: (change: (before: Words) => Words) => void
}

function Form({ texts, onClose, onAdd, words, onWords }: FormProps): ReactElement {
  const { t, i18n } = useTranslation(['officeWords', 'office'])
  const headings = headingsOf(texts[parseLanguage(i18n.language) ?? 'en'])
  const sections = headings.filter(({ level }) => level === 2)
  const [section, setSection] = useState(sections[0]?.id ?? '')
  const isTaken = new Set(headings.map(({ id }) => id))
  const first = idOf(words.en.title)
  const id = isTaken.has(first) ? `${first}-2` : first
  const lacking = LANGUAGES.filter(
    (language) => words[language].title.trim() === '' || words[language].words.trim() === '',
  )
  const missing = lacking.map((language) => LANGUAGE_NAMES[language]).join(', ')
  const waits =
    lacking.length > 0 ? t('entry.missing', { languages: missing }) : id === '' ? t('entry.no-id') : undefined
  const change = (language: Language, part: Partial<Words[Language]>): void =>
    onWords((before) => ({ ...before, [language]: { ...before[language], ...part } }))
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (waits !== undefined) return
        const entryOf = (language: Language): NewEntry => ({ section, id, ...words[language] })
        onAdd({ en: entryOf('en'), ru: entryOf('ru'), uk: entryOf('uk') })
      }}
    >
      <SelectField label={t('entry.section')} value={section} onChange={({ target }) => setSection(target.value)}>
        {sections.map(({ id: value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </SelectField>
      <div className={styles.entry}>
        {LANGUAGES.map((language) => (
          <fieldset key={language} lang={language}>
            <legend>{LANGUAGE_NAMES[language]}</legend>
            <TextField
              label={t('entry.title')}
              value={words[language].title}
              onChange={({ target }) => change(language, { title: target.value })}
            />
            <TextArea
              label={t('entry.words')}
              rows={6}
              value={words[language].words}
              onChange={({ target }) => change(language, { words: target.value })}
            />
          </fieldset>
        ))}
      </div>
      <DialogActions>
        <Button tone="signal" type="submit" disabledReason={waits}>
          {t('entry.act')}
        </Button>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </form>
  )
}

export function NewEntryDialog({ open, ...rest }: NewEntryProps): ReactElement {
  const { t } = useTranslation('officeWords')
  // Kept while the dialog is closed: Escape loses nothing.
  const [words, setWords] = useState(EMPTY)
  const add: NewEntryProps['onAdd'] = (entries) => {
    setWords(EMPTY)
    rest.onAdd(entries)
  }
  return (
    <Dialog open={open} onClose={rest.onClose} title={t('entry.heading')}>
      {open ? <Form {...rest} onAdd={add} words={words} onWords={setWords} /> : null}
    </Dialog>
  )
}
