// What is being written: the fields of the form, and the announcement that they make.
import { type Localized, perLanguage } from '../../../game/base/language.ts'
import type { AnnouncementDraft, AnnouncementPlace } from '../../../game/office/announcements.ts'
import type { OfficeAnnouncement } from '../../../protocol/office/announcements.ts'

export interface Draft {
  readonly place: AnnouncementPlace
  readonly title: Localized
  readonly words: Localized
  /** A path of the site, `https:` and what follows, or nothing. */
  readonly link: string
  readonly dismissible: boolean
  /** As fields of a time hold them, in the reader's time zone; empty for none. */
  readonly from: string
  readonly until: string
}

export const EMPTY_DRAFT: Draft = {
  place: 'bar',
  title: perLanguage(() => ''),
  words: perLanguage(() => ''),
  link: '',
  dismissible: true,
  from: '',
  until: '',
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Returns a moment as a field of a time holds it: 2026-11-28T14:05. */
function fieldOfTime(at: number): string {
  const date = new Date(at)
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

function timeOfField(text: string): number | null {
  const at = new Date(text).getTime()
  return Number.isNaN(at) ? null : at
}

/** Returns the fields of an announcement. A copy has no time: that of the old one is over. */
export function draftOf(old: OfficeAnnouncement, { keepsTime }: { readonly keepsTime: boolean }): Draft {
  const { place, title, words, link, dismissible } = old
  const [from, until] = keepsTime ? [old.state === 'planned' ? old.from : null, old.until] : [null, null]
  return {
    ...{ place, title, words, dismissible, link: link ?? '' },
    from: from === null ? '' : fieldOfTime(from),
    until: until === null ? '' : fieldOfTime(until),
  }
}

/** Returns what the fields make. */
export function announcementOf({ from, until, link, ...shown }: Draft): AnnouncementDraft {
  const trimmed = link.trim()
  return { ...shown, link: trimmed === '' ? null : trimmed, from: timeOfField(from), until: timeOfField(until) }
}
