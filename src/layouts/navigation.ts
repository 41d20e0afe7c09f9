// The links of the shell's menus, and which of them is the current page.
import { GAMES, type GameName } from '../game/base/games.ts'
import type { Language } from '../game/base/language.ts'

function ofGame(game: GameName): { readonly href: string; readonly icon: string } {
  return { href: GAMES[game].path, icon: GAMES[game].icon }
}

/** Links by the key of their text under `nav` in the namespace `shell`; `icon` is an id of the sprite. */
const LINKS = {
  cases: ofGame('case'),
  battles: ofGame('battle'),
  upgrade: ofGame('upgrade'),
  contracts: ofGame('contract'),
  deposit: { href: '/deposit', icon: 'deposit' },
  bonuses: { href: '/bonuses', icon: 'bonuses' },
  wheel: ofGame('wheel'),
  missions: { href: '/missions', icon: 'missions' },
  calendar: { href: '/calendar', icon: 'calendar' },
  raffle: ofGame('raffle'),
  leaderboard: { href: '/leaderboard', icon: 'leaderboard' },
  cooperation: { href: '/cooperation', icon: 'cooperation' },
  referral: { href: '/referral', icon: 'referral' },
  faq: { href: '/faq', icon: 'faq' },
  freeCase: ofGame('free_case'),
  freeCaseShort: ofGame('free_case'),
  terms: { href: '/terms-of-use', icon: 'info' },
  privacy: { href: '/privacy', icon: 'shield' },
  contacts: { href: '/contacts', icon: 'telegram' },
  fairness: { href: '/fairness', icon: 'dice' },
  transparency: { href: '/transparency', icon: 'shield' },
  protection: { href: '/protection', icon: 'lock' },
} as const

type LinkKey = keyof typeof LINKS

export interface MenuLink {
  readonly key: LinkKey
  readonly href: string
  readonly icon: string
}

function links(...keys: readonly LinkKey[]): readonly MenuLink[] {
  return keys.map((key) => ({ key, ...LINKS[key] }))
}

export const GAME_LINKS = links('cases', 'battles', 'upgrade', 'contracts', 'deposit', 'bonuses', 'wheel')

export const MORE_LINKS = links(
  'missions',
  'calendar',
  'raffle',
  'leaderboard',
  'cooperation',
  'referral',
  'faq',
  'freeCase',
)

/** The games that the bottom bar of phones lacks, on the home page below the banner. */
export const PLAY_LINKS = links('battles', 'upgrade', 'contracts', 'wheel', 'raffle')

/** The bottom bar of phones, before its menu button. */
export const BOTTOM_BAR_LINKS = links('cases', 'upgrade', 'contracts', 'freeCaseShort')

/** The side menu of phones: links that the bottom bar lacks. */
export const SIDE_MENU_LINKS = links(
  'battles',
  'missions',
  'cooperation',
  'referral',
  'faq',
  'bonuses',
  'wheel',
  'calendar',
  'raffle',
  'leaderboard',
  'deposit',
)

export const LEGAL_LINKS = links('terms', 'privacy', 'contacts', 'faq', 'fairness', 'transparency', 'protection')

/** Returns the public address of a page that is rendered as `/{lang}{path}`: without language and trailing slash. */
export function publicPath(pathname: string, lang: Language): string {
  const bare = pathname.replace(/\/(index\.html)?$/, '')
  const path = bare === `/${lang}` || bare.startsWith(`/${lang}/`) ? bare.slice(lang.length + 1) : bare
  return path === '' ? '/' : path
}

/** Returns `aria-current` of a link: for the page itself, for a page below it (a case belongs to the cases), or none. */
export function ariaCurrent(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  if (href === '/' && path.startsWith('/case/')) return 'true'
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined
}
