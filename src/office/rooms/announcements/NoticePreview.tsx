// A notice as players read it in the bell, in all languages.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../game/base/language.ts'
import type { NoticeWords } from '../../../game/office/notices.ts'
import styles from './announcements.module.css'

export function NoticePreview({ notice: { title, words } }: { notice: NoticeWords }): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <p className={styles.caption}>{t('preview')}</p>
      <div className={styles.languages}>
        {LANGUAGES.map((language) => (
          <div key={language} className={styles.bell} lang={language}>
            <strong>{title[language]}</strong>
            <p>{words[language]}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
