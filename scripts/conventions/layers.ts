// The allowed imports between folders of src. dependency-cruiser enforces them in TypeScript, the conventions check in .astro files.

/** Folders that a folder of src may import besides itself. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  game: [],
  protocol: ['game'],
  i18n: ['game'],
  art: ['game'],
  stores: ['protocol', 'game', 'i18n'],
  islands: ['stores', 'protocol', 'game', 'i18n'],
  components: ['islands', 'layouts', 'i18n', 'protocol', 'game', 'content'],
  layouts: ['islands', 'components', 'i18n', 'protocol', 'game', 'content'],
  pages: ['islands', 'components', 'layouts', 'i18n', 'protocol', 'game', 'content', 'art'],
  office: ['islands', 'layouts', 'protocol', 'game', 'i18n', 'art'],
  worker: [],
  server: ['protocol', 'game', 'i18n', 'art', 'content'],
}

/** Folders whose code runs in browsers, so that it may import no Node module. */
export const WITHOUT_NODE: readonly string[] = ['game', 'protocol', 'i18n', 'stores', 'islands', 'office', 'worker']

/** Folders whose code browsers load as it is imported: none of them may import zod. */
export const IN_BROWSERS: readonly string[] = ['game', 'i18n', 'stores', 'islands', 'office', 'worker']

/** Folders that may import only types of the protocol, because its schemas would bring zod into browsers. */
export const TYPES_OF_PROTOCOL: readonly string[] = ['stores', 'islands', 'office']

/** Returns the folder of src that a path is in; null outside of src. */
export function layerOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Tells whether a file of one folder may import a file of another; folders outside the table may import anything. */
export function mayImport(from: string, to: string): boolean {
  return from === to || (MAY_IMPORT[from]?.includes(to) ?? true)
}

/** The folders of src/game from the bottom up: each may import those before it. */
export const GAME_FOLDERS: readonly string[] = [
  'base',
  'catalogue',
  'cases',
  'fairness',
  'payments',
  'withdrawal',
  'rewards',
  'prices',
  'games',
  'battles',
  'transparency',
  'letters',
  'office',
]

/** The folders of src/server, likewise. The entry points are beside them. */
export const SERVER_FOLDERS: readonly string[] = [
  'base',
  'network',
  'config',
  'stand-in',
  'db',
  'audit',
  'ledger',
  'beacon',
  'catalogue',
  'redis',
  'steam',
  'payments',
  'shop',
  'trade',
  'push',
  'alerts',
  'pictures',
  'services',
  'jobs',
  'http',
  'realtime',
  'documents',
  'metrics',
  'routes',
  'office',
  'sandbox',
  'site',
]

/** The folders of src/server/services, likewise; `services.ts` beside them puts them together. */
export const SERVICE_FOLDERS: readonly string[] = [
  'calls',
  'notices',
  'money',
  'rolls',
  'account',
  'announcements',
  'letters',
  'push',
  'inventory',
  'live',
  'fairness',
  'sharing',
  'games',
  'battles',
  'missions',
  'leaderboard',
  'raffle',
  'referral',
  'withdrawal',
  'payments',
  'rewards',
  'waiting',
  'operations',
  'transparency',
  'safer-play',
  'figures',
  'office',
]

/**
 * The folders of src/islands, likewise. The files beside them make islands of views and load late parts: all but `ui` may import them.
 */
export const ISLAND_FOLDERS: readonly string[] = [
  'ui',
  'waiting',
  'letters',
  'home',
  'inventory',
  'live',
  'payments',
  'withdrawal',
  'sharing',
  'games',
  'battles',
  'fairness',
  'rewards',
  'account',
  'shell',
]

/** The folders in folders of src/islands, likewise; all folders of `ui` may import the files beside them. */
export const ISLAND_ROOMS: Readonly<Record<string, readonly string[]>> = {
  ui: ['controls', 'motion', 'money', 'items', 'players', 'messages', 'lists'],
  home: ['hints', 'app'],
  sharing: ['overlay'],
  games: ['parts', 'reel', 'case', 'free-case', 'contract', 'upgrade', 'wheel', 'missed'],
  battles: ['parts', 'lobby', 'create', 'history', 'stage', 'arena'],
  fairness: ['parts', 'battle', 'odds', 'returns', 'seeds', 'check', 'chain'],
  rewards: ['parts', 'bonuses', 'calendar', 'leaderboard', 'missions', 'raffle', 'referral'],
  account: ['settings', 'login', 'profile', 'protection', 'push', 'notifications', 'mirror', 'dashboard'],
}

/** The folders of src/office, likewise. */
export const OFFICE_FOLDERS: readonly string[] = ['parts', 'session', 'rooms', 'app']

/** The folders of src/stores, likewise. */
export const STORE_FOLDERS: readonly string[] = [
  'kernel',
  'account',
  'letters',
  'inventory',
  'games',
  'home',
  'battles',
  'live',
  'payments',
  'withdrawal',
  'fairness',
  'sharing',
  'rewards',
]
