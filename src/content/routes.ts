// The addresses of the site's own pages. A test compares them with the files below src/pages.

/** Pages that no parameter distinguishes, besides those of the shop's texts. */
export const SITE_PATHS: readonly string[] = [
  '/',
  '/auth/callback',
  '/battles',
  '/battles/new',
  '/bonuses',
  '/calendar',
  '/case-results',
  '/contracts',
  '/dashboard',
  '/deposit',
  '/fairness',
  '/free_case',
  '/leaderboard',
  '/missions',
  '/offline',
  '/raffle',
  '/referral',
  '/transparency',
  '/upgrade',
  '/wheel',
]

/** Pages of the shop's texts that have a layout of their own, and that other pages link to: a shop has each of them. */
export const OWN_PAGES = ['contacts', 'cooperation', 'faq', 'privacy', 'protection', 'terms-of-use'] as const

export type OwnPage = (typeof OWN_PAGES)[number]

/** Headings of the page about player protection that have a control below them. */
export const PROTECTION_TOOLS = ['limits', 'reminder', 'time-out', 'self-exclusion'] as const

/** Pages whose address has a parameter. */
export const PARAMETER_PATHS = {
  battle: '/battles/[id]',
  case: '/case/[url]',
  overlay: '/overlay/[token]',
  player: '/user/[id]',
  share: '/win/[token]',
} as const

const PARAMETER = /\[[^\]]+\]/

const PATTERNS = Object.values(PARAMETER_PATHS).map((path) => new RegExp(`^${path.replace(PARAMETER, '[\\w-]+')}$`))

/** Tells whether an address without a language, such as `/upgrade` or `/case/orion`, is one of the site's own pages. */
export function isSiteRoute(path: string): boolean {
  return SITE_PATHS.includes(path) || PATTERNS.some((pattern) => pattern.test(path))
}

/** What addresses begin with that are no pages. */
const RESERVED: readonly string[] = [
  '404',
  'api',
  'assets',
  'health',
  'lang',
  'metrics',
  'preview',
  'ready',
  'sandbox',
  'sounds',
]

/** Tells whether a page of the shop's texts would have the address of something else. */
export function isTaken(page: string): boolean {
  const paths = [...SITE_PATHS, ...Object.values(PARAMETER_PATHS)]
  return RESERVED.includes(page) || paths.some((path) => path === `/${page}` || path.startsWith(`/${page}/`))
}
