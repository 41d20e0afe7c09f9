// Opens and closes the preview of a draft, in each language: links, whose address says which is shown.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language.ts'
import styles from './draft.module.css'

interface PreviewLinksProps {
  /** The address of the room. */
  to: '/words' | '/brand' | '/rewards'
  /** The language of the preview that is shown; undefined for none. */
  shown: Language | undefined
}

export function PreviewLinks({ to, shown }: PreviewLinksProps): ReactElement {
  const { t } = useTranslation('officeDrafts')
  return (
    <nav className={styles.languages} aria-label={t('preview.title')}>
      <span>{t('preview.title')}:</span>
      {LANGUAGES.map((language) => (
        <Link
          key={language}
          to={to}
          search={(search) => ({ ...search, preview: shown === language ? undefined : language })}
          resetScroll={false}
          replace
          aria-current={shown === language || undefined}
        >
          {LANGUAGE_NAMES[language]}
        </Link>
      ))}
    </nav>
  )
}
