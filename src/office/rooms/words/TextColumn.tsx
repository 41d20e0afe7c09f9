// One language of a page: its editor, and how old it is beside the English text.
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { Chip } from '../../parts/Chip.tsx'
import type { LineFault, TextEditor } from '../../parts/text-editor.ts'
import { Fault } from '../../session/Fault.tsx'
import { dayOf, today, withDay } from './page-text.ts'
import styles from './words.module.css'

export interface TextColumnProps {
  language: Language
  text: string
  /** The text in force; empty for a page that is new. */
  inForce: string
  /** The day of the English text. */
  englishDay: string | undefined
  isLocked: boolean
  faults: readonly LineFault[]
  /** The editors of the page, by their languages. */
  editors: RefObject<Map<Language, TextEditor>>
  onChange: (text: string) => void
  onFocus: () => void
}

function Age({ language, text, inForce, englishDay, isLocked, onChange }: TextColumnProps): ReactElement | null {
  const { t } = useTranslation('officeWords')
  const day = dayOf(text)
  if (day === undefined) return null
  if (language === 'en') {
    const isStale = text !== inForce && inForce !== '' && day === dayOf(inForce) && day !== today()
    if (!isStale) return <span className={styles.day}>{t('day', { day })}</span>
    return (
      <>
        <Chip tone="warn">{t('changed-since', { day })}</Chip>
        <Button disabledReason={isLocked ? t('locked') : undefined} onClick={() => onChange(withDay(text, today()))}>
          {t('date')}
        </Button>
      </>
    )
  }
  if (englishDay === undefined || day === englishDay)
    return <span className={styles.day}>{t('translates', { day })}</span>
  return (
    <>
      <Chip tone="warn">{t('older', { day })}</Chip>
      <Button disabledReason={isLocked ? t('locked') : undefined} onClick={() => onChange(withDay(text, englishDay))}>
        {t('fits')}
      </Button>
    </>
  )
}

export function TextColumn(props: TextColumnProps): ReactElement {
  const { t } = useTranslation('officeWords')
  const { language, text, isLocked, faults, editors, onChange, onFocus } = props
  const element = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const [error, setError] = useState<unknown>(null)
  const latest = useRef({ text, onChange, onFocus })
  useEffect(() => {
    latest.current = { text, onChange, onFocus }
  })
  const label = t('text-of', { language: LANGUAGE_NAMES[language] })
  useEffect(() => {
    let opened: TextEditor | null = null
    let isOver = false
    const all = editors.current
    // After the first screen: it weighs as much as the rest of the room.
    import('../../parts/text-editor.ts').then(({ openTextEditor }) => {
      const { current: parent } = element
      if (isOver || parent === null) return
      opened = openTextEditor({
        parent,
        text: latest.current.text,
        label,
        language,
        onChange: (typed) => latest.current.onChange(typed),
        onFocus: () => latest.current.onFocus(),
      })
      all.set(language, opened)
      setEditor(opened)
    }, setError)
    return () => {
      isOver = true
      all.delete(language)
      setEditor(null)
      opened?.destroy()
    }
  }, [label, language, editors])
  useEffect(() => editor?.setText(text), [editor, text])
  useEffect(() => editor?.setLocked(isLocked), [editor, isLocked])
  useEffect(() => editor?.setFaults(faults), [editor, faults])
  return (
    <section className={styles.column} aria-label={LANGUAGE_NAMES[language]}>
      <header className={styles.columnHead}>
        <h3>{LANGUAGE_NAMES[language]}</h3>
        {faults.length === 0 ? null : <Chip tone="bad">{t('faults', { count: faults.length })}</Chip>}
        <Age {...props} />
      </header>
      <Fault error={error} />
      <div ref={element} className={styles.editor} />
      {editor === null ? (
        <textarea className={styles.waiting} aria-label={label} lang={language} readOnly value={text} />
      ) : null}
    </section>
  )
}
