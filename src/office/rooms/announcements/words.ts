// Words of announcements in the reader's language.
import { useTranslation } from 'react-i18next'
import type { Language, Localized } from '../../../game/base/language.ts'
import type { NoticeGroup } from '../../../game/office/notices.ts'

/** Returns a function that gives the title of an announcement or a notice in the reader's language. */
export function useTitle(): (announcement: { readonly title: Localized }) => string {
  const { i18n } = useTranslation('officeAnnouncements')
  return ({ title }) => title[i18n.language as Language]
}

/** Returns a function that says whom a notice is for. */
export function useGroupText(): (group: NoticeGroup) => string {
  const { t } = useTranslation('officeAnnouncements')
  return ({ kind, days }) => (days === null ? t(`groups.${kind}`) : t('away-days', { count: days }))
}
