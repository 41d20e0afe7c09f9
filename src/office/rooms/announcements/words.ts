// Words of announcements in the reader's language.
import { useTranslation } from 'react-i18next'
import type { Language, Localized } from '../../../game/base/language.ts'

/** Returns a function that gives the title of an announcement in the reader's language. */
export function useTitle(): (announcement: { readonly title: Localized }) => string {
  const { i18n } = useTranslation('officeAnnouncements')
  return ({ title }) => title[i18n.language as Language]
}
