// The language of the office.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { LANGUAGE_MENU, LANGUAGE_NAMES, parseLanguage } from '../../i18n/language.ts'
import { SelectField } from '../parts/Field.tsx'
import { changeLanguage } from '../session/language.ts'

interface LanguageMenuProps {
  /** Called with the language that was chosen. */
  onChange?: (language: Language) => void
}

export function LanguageMenu({ onChange }: LanguageMenuProps): ReactElement {
  const { t, i18n } = useTranslation('office')
  const choose = (value: string): void => {
    const language = parseLanguage(value)
    if (language === undefined) return
    onChange?.(language)
    void changeLanguage(language)
  }
  return (
    <SelectField quiet label={t('language')} value={i18n.language} onChange={({ target }) => choose(target.value)}>
      {LANGUAGE_MENU.map((language) => (
        <option key={language} value={language} lang={language}>
          {LANGUAGE_NAMES[language]}
        </option>
      ))}
    </SelectField>
  )
}
