// Notices to a group of players: to the bell of each, and to devices whose owner turned that on. Players who are to be left alone get none.
import { LANGUAGES, type Localized } from '../base/language.ts'
import { type AnnouncementFault, linkFault, plainTextFault } from './announcements.ts'

export const NOTICE_GROUPS = ['everyone', 'depositors', 'neverDeposited', 'away'] as const

export type NoticeGroupKind = (typeof NOTICE_GROUPS)[number]

/** Whom a notice is for; `days` is how long who is away was not here. */
export interface NoticeGroup {
  readonly kind: NoticeGroupKind
  /** Null for every group but `away`. */
  readonly days: number | null
}

/** Sessions end after a month at the latest, and traces of sign-ins are kept for a year. */
export const AWAY_DAYS = { least: 7, most: 365 } as const

export const NOTICE_LETTERS = { title: 60, words: 300 } as const

/** What players read. */
export interface NoticeWords {
  readonly title: Localized
  readonly words: Localized
  /** A path of the site; null for none. */
  readonly link: string | null
}

/** Returns all that keeps a notice from being sent. */
export function noticeFaults(notice: NoticeWords, isPage: (path: string) => boolean): AnnouncementFault[] {
  const faults: AnnouncementFault[] = []
  for (const field of ['title', 'words'] as const) {
    for (const language of LANGUAGES) {
      const kind = plainTextFault(notice[field][language], NOTICE_LETTERS[field])
      if (kind !== undefined) faults.push({ field, language, kind })
    }
  }
  const { link } = notice
  if (link === null) return faults
  // The bell leads to pages of the site alone.
  const kind = link.startsWith('/') ? linkFault(link, isPage) : 'dead'
  return kind === undefined ? faults : [...faults, { field: 'link', kind }]
}

/** Returns a group as the record names it: `away: 30`. */
export function groupText({ kind, days }: NoticeGroup): string {
  return days === null ? kind : `${kind}: ${days}`
}
