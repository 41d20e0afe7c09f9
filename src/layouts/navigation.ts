// Where the shell's menus lead, and which entry is the page on show.
import type { Language } from '../game/language.ts'

/** Every place by the key of its word under `nav` in the namespace `shell`: its address, and its icon's id in the sprite. */
const PLACES = {
  cases: { href: '/', icon: 'cases' },
  upgrade: { href: '/upgrade', icon: 'upgrade' },
  contracts: { href: '/contracts', icon: 'contracts' },
  deposit: { href: '/deposit', icon: 'deposit' },
  bonuses: { href: '/bonuses', icon: 'bonuses' },
  wheel: { href: '/wheel', icon: 'wheel' },
  missions: { href: '/missions', icon: 'missions' },
  calendar: { href: '/calendar', icon: 'calendar' },
  raffle: { href: '/raffle', icon: 'raffle' },
  cooperation: { href: '/cooperation', icon: 'cooperation' },
  referral: { href: '/referral', icon: 'referral' },
  faq: { href: '/faq', icon: 'faq' },
  freeCase: { href: '/free_case', icon: 'free-case' },
  freeCaseShort: { href: '/free_case', icon: 'free-case' },
  terms: { href: '/terms-of-use', icon: 'info' },
  privacy: { href: '/privacy', icon: 'shield' },
  contacts: { href: '/contacts', icon: 'telegram' },
  fairness: { href: '/fairness', icon: 'dice' },
  protection: { href: '/protection', icon: 'lock' },
} as const

type PlaceKey = keyof typeof PLACES

export interface Place {
  readonly key: PlaceKey
  readonly href: string
  readonly icon: string
}

function places(...keys: readonly PlaceKey[]): readonly Place[] {
  return keys.map((key) => ({ key, ...PLACES[key] }))
}

export const GAMES = places('cases', 'upgrade', 'contracts', 'deposit', 'bonuses', 'wheel')

export const MORE = places('missions', 'calendar', 'raffle', 'cooperation', 'referral', 'faq', 'freeCase')

/** The bottom bar of phones; the menu button stands after them. */
export const BAR = places('cases', 'upgrade', 'contracts', 'freeCaseShort')

/** The side menu of phones: all that the bottom bar has no room for. */
export const SIDE = places(
  'missions',
  'cooperation',
  'referral',
  'faq',
  'bonuses',
  'wheel',
  'calendar',
  'raffle',
  'deposit',
)

export const LEGAL = places('terms', 'privacy', 'contacts', 'faq', 'fairness', 'protection')

/** The address that visitors see for a page that is rendered as `/{lang}{path}`: no prefix, no slash at the end. */
export function publicPath(pathname: string, lang: Language): string {
  const bare = pathname.replace(/\/(index\.html)?$/, '')
  const path = bare === `/${lang}` || bare.startsWith(`/${lang}/`) ? bare.slice(lang.length + 1) : bare
  return path === '' ? '/' : path
}

/** The value of `aria-current` for a link: the page itself, a page below it (a case belongs to the cases), or nothing. */
export function currentMark(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  if (href === '/' && path.startsWith('/case/')) return 'true'
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined
}
