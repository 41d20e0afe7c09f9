// What the draft has changed in one language and not in the others.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language.ts'
import { changedSections, headingsOf } from './page-text.ts'
import styles from './words.module.css'

interface DifferencesProps {
  texts: Readonly<Record<Language, string>>
  inForce: Readonly<Record<Language, string>>
  /** Leads to a line of a text. */
  onGo: (language: Language, line: number) => void
}

interface Uneven {
  readonly id: string
  readonly changed: readonly Language[]
  readonly same: readonly Language[]
}

/** Returns the sections that not all languages have changed. */
function unevenSections(texts: DifferencesProps['texts'], inForce: DifferencesProps['inForce']): Uneven[] {
  const changes = LANGUAGES.map((language) => ({
    language,
    ids: changedSections(inForce[language], texts[language]),
  }))
  return [...new Set(changes.flatMap(({ ids }) => ids))].flatMap((id) => {
    const changed = changes.filter(({ ids }) => ids.includes(id)).map(({ language }) => language)
    const same = LANGUAGES.filter((language) => !changed.includes(language))
    return same.length === 0 ? [] : [{ id, changed, same }]
  })
}

const namesOf = (languages: readonly Language[]): string =>
  languages.map((language) => LANGUAGE_NAMES[language]).join(', ')

export function Differences({ texts, inForce, onGo }: DifferencesProps): ReactElement | null {
  const { t } = useTranslation('officeWords')
  const uneven = unevenSections(texts, inForce)
  if (uneven.length === 0) return null
  const headings = headingsOf(texts.en)
  return (
    <section className={styles.uneven} aria-label={t('uneven.title')}>
      <h3>{t('uneven.title')}</h3>
      <ul>
        {uneven.map(({ id, changed, same }) => (
          <li key={id}>
            <span>
              {id === '' ? t('uneven.beginning') : (headings.find((heading) => heading.id === id)?.title ?? `#${id}`)}:{' '}
              {t('uneven.words', { changed: namesOf(changed), same: namesOf(same) })}
            </span>{' '}
            {same.map((language) => (
              <button
                key={language}
                type="button"
                className={styles.go}
                onClick={() =>
                  onGo(language, headingsOf(texts[language]).find((heading) => heading.id === id)?.line ?? 1)
                }
              >
                {t('uneven.go', { language: LANGUAGE_NAMES[language] })}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
