// An announcement as players see it, on a desk and on a phone, in all languages.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import type { Announcement } from '../../../game/office/announcements.ts'
import en from '../../../i18n/locales/en/announcement.json'
import ru from '../../../i18n/locales/ru/announcement.json'
import uk from '../../../i18n/locales/uk/announcement.json'
import { classes } from '../../../islands/ui/classes.ts'
import { AnnouncementView } from '../../../islands/ui/messages/AnnouncementView.tsx'
import { Icon } from '../../parts/Icon.tsx'
import styles from './announcements.module.css'

/** The words of players' pages. */
const PAGE_WORDS: Readonly<Record<Language, typeof en>> = { en, ru, uk }

function InLanguage({ announcement, language }: { announcement: Announcement; language: Language }): ReactElement {
  const { region, more, hide } = PAGE_WORDS[language]
  const labels = { region: region[announcement.place], more, hide }
  return <AnnouncementView announcement={announcement} language={language} labels={labels} Icon={Icon} />
}

interface PreviewProps {
  readonly announcement: Announcement
  /** Whether there is room for what a desk shows. */
  readonly hasDesk?: boolean
}

export function Preview({ announcement, hasDesk = false }: PreviewProps): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      {hasDesk ? (
        <>
          <p className={classes(styles.caption, styles.desk)}>{t('desk')}</p>
          <div className={styles.desk} inert>
            {LANGUAGES.map((language) => (
              <div key={language} className={styles.page} data-place={announcement.place}>
                <InLanguage announcement={announcement} language={language} />
              </div>
            ))}
          </div>
        </>
      ) : null}
      <p className={styles.caption}>{t('phone')}</p>
      {/* Its links lead away, and its button would put it away. */}
      <div className={styles.phones} inert>
        {LANGUAGES.map((language) => (
          <div key={language} className={styles.page} data-place={announcement.place}>
            <InLanguage announcement={announcement} language={language} />
          </div>
        ))}
      </div>
    </section>
  )
}
