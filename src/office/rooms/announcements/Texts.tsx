// A text in all languages side by side, with its length and what is wrong with it below each.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language, type Localized } from '../../../game/base/language.ts'
import type { AnnouncementFault } from '../../../game/office/announcements.ts'
import { TextArea, TextField } from '../../parts/Field.tsx'
import styles from './announcements.module.css'

export type TextName = 'title' | 'words'

/** Returns what is wrong with a text in a language. */
function textFault(
  faults: readonly AnnouncementFault[],
  field: TextName,
  language: Language,
): AnnouncementFault | undefined {
  return faults.find((fault) => fault.field === field && fault.language === language)
}

interface TextsProps {
  readonly field: TextName
  readonly texts: Localized
  /** The most letters. */
  readonly most: number
  readonly faults: readonly AnnouncementFault[]
  readonly onChange: (texts: Localized) => void
}

export function Texts({ field, texts, most, faults, onChange }: TextsProps): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  return (
    <div className={styles.languages}>
      {LANGUAGES.map((language) => {
        const text = texts[language]
        const count = t('letters', { letters: [...text.trim()].length, most })
        const fault = textFault(faults, field, language)
        const name = t(`languages.${language}`)
        const shared = {
          label: `${t(field)}: ${name}`,
          lang: language,
          value: text,
          hint: fault === undefined ? count : [t(`faults.${fault.kind}`), count].join(' '),
          'aria-invalid': fault !== undefined && text !== '',
        }
        const change = (value: string): void => onChange({ ...texts, [language]: value })
        return field === 'title' ? (
          <TextField key={language} {...shared} onChange={({ target }) => change(target.value)} />
        ) : (
          <TextArea key={language} {...shared} onChange={({ target }) => change(target.value)} />
        )
      })}
    </div>
  )
}
