// The addresses of the office. Each room is loaded when it is first opened; its search parameters are its state.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { parseAlertsSearch } from '../rooms/alerts/search.ts'
import { parseAnnouncementsSearch } from '../rooms/announcements/search.ts'
import { parseAuditSearch } from '../rooms/audit/search.ts'
import type { BotsSearch } from '../rooms/bots/search.ts'
import { parseBrandSearch } from '../rooms/brand/search.ts'
import { parseCasesSearch } from '../rooms/cases/search.ts'
import { parseEditionsSearch } from '../rooms/editions/search.ts'
import { parseLettersSearch } from '../rooms/letters/search.ts'
import { parsePaymentsSearch } from '../rooms/payments/search.ts'
import { parsePlayersSearch } from '../rooms/players/search.ts'
import type { PricesSearch } from '../rooms/prices/search.ts'
import { parsePromoSearch } from '../rooms/promo/search.ts'
import { parseProposalsSearch } from '../rooms/proposals/search.ts'
import type { RewardsSearch } from '../rooms/rewards/search.ts'
import { parseSaferPlaySearch } from '../rooms/safer-play/search.ts'
import { parseStaffSearch } from '../rooms/staff/search.ts'
import { parseSwitchesSearch } from '../rooms/switches/search.ts'
import type { SystemSearch } from '../rooms/system/search.ts'
import { parseTodaySearch } from '../rooms/today/search.ts'
import { parseWithdrawalsSearch } from '../rooms/withdrawals/search.ts'
import { parseWordsSearch } from '../rooms/words/search.ts'
import { withTexts } from '../session/language.ts'
import { parseSearch, searchText } from '../session/search.ts'
import { BrokenRoom, NoRoom } from './Absent.tsx'
import { Frame } from './Frame.tsx'
import { Home } from './Home.tsx'

const root = createRootRoute({ component: Outlet })

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation/$token',
  component: lazyRouteComponent(
    withTexts(['officePasskeys'], () => import('../rooms/invitation/Invitation.tsx')),
    'Invitation',
  ),
})

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame })

const home = createRoute({ getParentRoute: () => frame, path: '/', component: Home })

const passkeys = createRoute({
  getParentRoute: () => frame,
  path: '/passkeys',
  component: lazyRouteComponent(
    withTexts(['officePasskeys'], () => import('../rooms/passkeys/PasskeysRoom.tsx')),
    'PasskeysRoom',
  ),
})

const staff = createRoute({
  getParentRoute: () => frame,
  path: '/staff',
  validateSearch: parseStaffSearch,
  component: lazyRouteComponent(
    withTexts(['officeStaff'], () => import('../rooms/staff/StaffRoom.tsx')),
    'StaffRoom',
  ),
})

const audit = createRoute({
  getParentRoute: () => frame,
  path: '/audit',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(
    withTexts(['officeAudit', 'officeEvents', 'officeVerbs'], () => import('../rooms/audit/AuditRoom.tsx')),
    'AuditRoom',
  ),
})

const proposals = createRoute({
  getParentRoute: () => frame,
  path: '/proposals',
  validateSearch: parseProposalsSearch,
  component: lazyRouteComponent(
    withTexts(['officeProposals', 'officeVerbs'], () => import('../rooms/proposals/ProposalsRoom.tsx')),
    'ProposalsRoom',
  ),
})

const players = createRoute({
  getParentRoute: () => frame,
  path: '/players',
  validateSearch: parsePlayersSearch,
  component: lazyRouteComponent(
    withTexts(['officePlayers'], () => import('../rooms/players/PlayersRoom.tsx')),
    'PlayersRoom',
  ),
})

const withdrawals = createRoute({
  getParentRoute: () => frame,
  path: '/withdrawals',
  validateSearch: parseWithdrawalsSearch,
  component: lazyRouteComponent(
    withTexts(['officeWithdrawals'], () => import('../rooms/withdrawals/WithdrawalsRoom.tsx')),
    'WithdrawalsRoom',
  ),
})

const payments = createRoute({
  getParentRoute: () => frame,
  path: '/payments',
  validateSearch: parsePaymentsSearch,
  component: lazyRouteComponent(
    withTexts(['officePayments', 'officeEvents'], () => import('../rooms/payments/PaymentsRoom.tsx')),
    'PaymentsRoom',
  ),
})

const letters = createRoute({
  getParentRoute: () => frame,
  path: '/letters',
  validateSearch: parseLettersSearch,
  component: lazyRouteComponent(
    withTexts(['officeLetters'], () => import('../rooms/letters/LettersRoom.tsx')),
    'LettersRoom',
  ),
})

const saferPlay = createRoute({
  getParentRoute: () => frame,
  path: '/safer-play',
  validateSearch: parseSaferPlaySearch,
  component: lazyRouteComponent(
    withTexts(['officeSaferPlay'], () => import('../rooms/safer-play/SaferPlayRoom.tsx')),
    'SaferPlayRoom',
  ),
})

const switches = createRoute({
  getParentRoute: () => frame,
  path: '/switches',
  validateSearch: parseSwitchesSearch,
  component: lazyRouteComponent(
    withTexts(['officeSwitches'], () => import('../rooms/switches/SwitchesRoom.tsx')),
    'SwitchesRoom',
  ),
})

const cases = createRoute({
  getParentRoute: () => frame,
  path: '/cases',
  validateSearch: parseCasesSearch,
  component: lazyRouteComponent(
    withTexts(
      ['officeCases', 'officeDrafts', 'officeEditions', 'officeFields'],
      () => import('../rooms/cases/CasesRoom.tsx'),
    ),
    'CasesRoom',
  ),
})

const editions = createRoute({
  getParentRoute: () => frame,
  path: '/editions',
  validateSearch: parseEditionsSearch,
  component: lazyRouteComponent(
    withTexts(['officeEditions', 'officeFields'], () => import('../rooms/editions/EditionsRoom.tsx')),
    'EditionsRoom',
  ),
})

const words = createRoute({
  getParentRoute: () => frame,
  path: '/words',
  validateSearch: parseWordsSearch,
  component: lazyRouteComponent(
    withTexts(['officeWords', 'officeDrafts'], () => import('../rooms/words/WordsRoom.tsx')),
    'WordsRoom',
  ),
})

const brand = createRoute({
  getParentRoute: () => frame,
  path: '/brand',
  validateSearch: parseBrandSearch,
  component: lazyRouteComponent(
    withTexts(['officeBrand', 'officeDrafts'], () => import('../rooms/brand/BrandRoom.tsx')),
    'BrandRoom',
  ),
})

const promo = createRoute({
  getParentRoute: () => frame,
  path: '/promo',
  validateSearch: parsePromoSearch,
  component: lazyRouteComponent(
    withTexts(['officePromo'], () => import('../rooms/promo/PromoRoom.tsx')),
    'PromoRoom',
  ),
})

const announcements = createRoute({
  getParentRoute: () => frame,
  path: '/announcements',
  validateSearch: parseAnnouncementsSearch,
  component: lazyRouteComponent(
    withTexts(['officeAnnouncements', 'officeEvents'], () => import('../rooms/announcements/AnnouncementsRoom.tsx')),
    'AnnouncementsRoom',
  ),
})

const alerts = createRoute({
  getParentRoute: () => frame,
  path: '/alerts',
  validateSearch: parseAlertsSearch,
  component: lazyRouteComponent(
    withTexts(['officeAlerts', 'officeSystem'], () => import('../rooms/alerts/AlertsRoom.tsx')),
    'AlertsRoom',
  ),
})

const tellMe = createRoute({
  getParentRoute: () => frame,
  path: '/tell-me',
  component: lazyRouteComponent(
    withTexts(['officeAlerts'], () => import('../rooms/alerts/TellMeRoom.tsx')),
    'TellMeRoom',
  ),
})

const today = createRoute({
  getParentRoute: () => frame,
  path: '/today',
  validateSearch: parseTodaySearch,
  component: lazyRouteComponent(
    withTexts(['officeToday'], () => import('../rooms/today/TodayRoom.tsx')),
    'TodayRoom',
  ),
})

// These rooms read the address themselves, by parsers that are loaded with them.
const prices = createRoute({
  getParentRoute: () => frame,
  path: '/prices',
  validateSearch: (search): PricesSearch => search,
  component: lazyRouteComponent(
    withTexts(['officePrices', 'officeDrafts'], () => import('../rooms/prices/PricesRoom.tsx')),
    'PricesRoom',
  ),
})

const rewards = createRoute({
  getParentRoute: () => frame,
  path: '/rewards',
  validateSearch: (search): RewardsSearch => search,
  component: lazyRouteComponent(
    withTexts(['officeRewards'], () => import('../rooms/rewards/RewardsRoom.tsx')),
    'RewardsRoom',
  ),
})

const bots = createRoute({
  getParentRoute: () => frame,
  path: '/bots',
  validateSearch: (search): BotsSearch => search,
  component: lazyRouteComponent(
    withTexts(['officeBots'], () => import('../rooms/bots/BotsRoom.tsx')),
    'BotsRoom',
  ),
})

const system = createRoute({
  getParentRoute: () => frame,
  path: '/system',
  validateSearch: (search): SystemSearch => search,
  component: lazyRouteComponent(
    withTexts(['officeSystem'], () => import('../rooms/system/SystemRoom.tsx')),
    'SystemRoom',
  ),
})

const elsewhere = createRoute({ getParentRoute: () => frame, path: '/$', component: NoRoom })

export const router = createRouter({
  routeTree: root.addChildren([
    invitation,
    frame.addChildren([
      home,
      passkeys,
      today,
      players,
      withdrawals,
      payments,
      letters,
      saferPlay,
      switches,
      prices,
      words,
      brand,
      cases,
      rewards,
      editions,
      promo,
      announcements,
      bots,
      system,
      proposals,
      staff,
      audit,
      alerts,
      tellMe,
      elsewhere,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenRoom,
  parseSearch,
  stringifySearch: searchText,
  // What a room does not read of an address is no part of its state: else a parameter that is refused would be there all the same.
  search: { strict: true },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
