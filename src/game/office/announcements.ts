// What a shop announces beside its pages: in a bar below the header of every page, and in a banner on the home page. Plain text alone.
import { LANGUAGES, type Language, type Localized } from '../base/language.ts'

export const ANNOUNCEMENT_PLACES = ['bar', 'banner'] as const

export type AnnouncementPlace = (typeof ANNOUNCEMENT_PLACES)[number]

/** `planned`: its time has not come. `over`: its time is over, or somebody ended it. */
export const ANNOUNCEMENT_STATES = ['shown', 'planned', 'over'] as const

export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]

/** The most letters of a title and of the words: a bar has three lines on a phone at most. */
export const ANNOUNCEMENT_LETTERS: Readonly<Record<AnnouncementPlace, Readonly<Record<'title' | 'words', number>>>> = {
  bar: { title: 40, words: 110 },
  banner: { title: 48, words: 160 },
}

export const LINK_LETTERS = 300

/** The pages that every shop has and that an announcement may lead to. A case, a page of the shop's texts and an https address may be linked too. */
export const ANNOUNCED_PAGES = {
  home: '/',
  upgrade: '/upgrade',
  contracts: '/contracts',
  battles: '/battles',
  wheel: '/wheel',
  freeCase: '/free_case',
  raffle: '/raffle',
  missions: '/missions',
  calendar: '/calendar',
  bonuses: '/bonuses',
  leaderboard: '/leaderboard',
  deposit: '/deposit',
  referral: '/referral',
  fairness: '/fairness',
  transparency: '/transparency',
  protection: '/protection',
  faq: '/faq',
  contacts: '/contacts',
  cooperation: '/cooperation',
} as const

export type AnnouncedPage = keyof typeof ANNOUNCED_PAGES

/** Returns the page of the site at a path; undefined for every other path. */
export function announcedPage(path: string): AnnouncedPage | undefined {
  return (Object.keys(ANNOUNCED_PAGES) as AnnouncedPage[]).find((name) => ANNOUNCED_PAGES[name] === path)
}

/** What players see of an announcement. */
export interface Announcement {
  readonly id: string
  readonly place: AnnouncementPlace
  readonly title: Localized
  readonly words: Localized
  /** A path of the site, or an https address; null for none. */
  readonly link: string | null
  /** Whether a reader can put it away. */
  readonly dismissible: boolean
}

/** An announcement as it is written. */
export interface AnnouncementDraft extends Omit<Announcement, 'id'> {
  /** When it begins, in ms since 1970; null for at once. */
  readonly from: number | null
  /** When it ends by itself; null where a person ends it. */
  readonly until: number | null
}

export type AnnouncementFault =
  | { readonly field: 'title' | 'words'; readonly language: Language; readonly kind: 'missing' | 'long' | 'markup' }
  | { readonly field: 'link'; readonly kind: 'dead' | 'http' | 'address' }
  | { readonly field: 'from'; readonly kind: 'past' }
  | { readonly field: 'until'; readonly kind: 'past' | 'order' }

/** The beginning of an HTML element, of a comment, or an entity. */
const MARKUP = /<[a-z!/?]|&(?:[a-z]+|#x?[\da-f]+);/i

/** A moment that is being chosen is over by the time that it is sent. */
const PAST_MS = 60_000

type TextFault = Extract<AnnouncementFault, { language: Language }>['kind']

/** Returns what is wrong with a text of a player's page; undefined where nothing is. */
export function plainTextFault(text: string, most: number): TextFault | undefined {
  const bare = text.trim()
  if (bare === '') return 'missing'
  if (MARKUP.test(bare)) return 'markup'
  return [...bare].length > most ? 'long' : undefined
}

/** Returns what is wrong with a link; undefined where nothing is. `isPage` knows the paths that the shop has now. */
export function linkFault(link: string, isPage: (path: string) => boolean): 'dead' | 'http' | 'address' | undefined {
  if (link.startsWith('/') && !link.startsWith('//')) return isPage(link) ? undefined : 'dead'
  if (/^http:/i.test(link)) return 'http'
  if (link.length > LINK_LETTERS || !URL.canParse(link)) return 'address'
  const { protocol, username, password } = new URL(link)
  return protocol === 'https:' && username === '' && password === '' ? undefined : 'address'
}

/** Returns all that keeps an announcement from being published. */
export function announcementFaults(
  draft: AnnouncementDraft,
  { isPage, now }: { readonly isPage: (path: string) => boolean; readonly now: number },
): AnnouncementFault[] {
  const faults: AnnouncementFault[] = []
  for (const field of ['title', 'words'] as const) {
    for (const language of LANGUAGES) {
      const kind = plainTextFault(draft[field][language], ANNOUNCEMENT_LETTERS[draft.place][field])
      if (kind !== undefined) faults.push({ field, language, kind })
    }
  }
  const kind = draft.link === null ? undefined : linkFault(draft.link, isPage)
  if (kind !== undefined) faults.push({ field: 'link', kind })
  const { from, until } = draft
  if (from !== null && from < now - PAST_MS) faults.push({ field: 'from', kind: 'past' })
  if (until !== null && until <= now) faults.push({ field: 'until', kind: 'past' })
  else if (until !== null && from !== null && until <= from) faults.push({ field: 'until', kind: 'order' })
  return faults
}

/** Returns the state of an announcement at a moment. */
export function announcementState(
  { from, until, endedAt }: { readonly from: number; readonly until: number | null; readonly endedAt: number | null },
  now: number,
): AnnouncementState {
  if (endedAt !== null || (until !== null && until <= now)) return 'over'
  return from > now ? 'planned' : 'shown'
}
