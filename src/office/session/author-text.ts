// Who did something, in words: a person by their name, the site by what it was doing.
import { useTranslation } from 'react-i18next'
import type { Author } from '../../protocol/office/common.ts'

const JOBS = [
  'withdrawals',
  'payments',
  'bans',
  'switches',
  'erasures',
  'alerts',
  'drafts',
  'notices',
  'prices',
  'sandbox',
] as const

/** Returns a function that names an author; a job of a newer version, which has no words, is named as it is. */
export function useAuthorText(): (author: Author) => string {
  const { t } = useTranslation('officeEvents')
  return ({ name, isJob }) => {
    if (!isJob) return name
    const job = JOBS.find((listed) => listed === name)
    return job === undefined ? t('authors.other', { name }) : t(`authors.${job}`)
  }
}
