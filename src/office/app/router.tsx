// The addresses of the office. Each room is loaded when it is first opened; its search parameters are its state.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { parseAuditSearch } from '../rooms/audit/search.ts'
import { parseLettersSearch } from '../rooms/letters/search.ts'
import { parsePlayersSearch } from '../rooms/players/search.ts'
import { parseProposalsSearch } from '../rooms/proposals/search.ts'
import { parseStaffSearch } from '../rooms/staff/search.ts'
import { parseSwitchesSearch } from '../rooms/switches/search.ts'
import { parseWithdrawalsSearch } from '../rooms/withdrawals/search.ts'
import { withTexts } from '../session/language.ts'
import { parseSearch, searchText } from '../session/search.ts'
import { BrokenRoom, NoRoom } from './Absent.tsx'
import { Frame } from './Frame.tsx'
import { Home } from './Home.tsx'

const root = createRootRoute({ component: Outlet })

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation/$token',
  component: lazyRouteComponent(() => import('../rooms/invitation/Invitation.tsx'), 'Invitation'),
})

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame })

const home = createRoute({ getParentRoute: () => frame, path: '/', component: Home })

const passkeys = createRoute({
  getParentRoute: () => frame,
  path: '/passkeys',
  component: lazyRouteComponent(() => import('../rooms/passkeys/PasskeysRoom.tsx'), 'PasskeysRoom'),
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
    withTexts(['officeAudit'], () => import('../rooms/audit/AuditRoom.tsx')),
    'AuditRoom',
  ),
})

const proposals = createRoute({
  getParentRoute: () => frame,
  path: '/proposals',
  validateSearch: parseProposalsSearch,
  component: lazyRouteComponent(
    withTexts(['officeProposals'], () => import('../rooms/proposals/ProposalsRoom.tsx')),
    'ProposalsRoom',
  ),
})

const players = createRoute({
  getParentRoute: () => frame,
  path: '/players',
  validateSearch: parsePlayersSearch,
  component: lazyRouteComponent(
    withTexts(['replies'], () => import('../rooms/players/PlayersRoom.tsx')),
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

const letters = createRoute({
  getParentRoute: () => frame,
  path: '/letters',
  validateSearch: parseLettersSearch,
  component: lazyRouteComponent(
    withTexts(['officeLetters'], () => import('../rooms/letters/LettersRoom.tsx')),
    'LettersRoom',
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

const elsewhere = createRoute({ getParentRoute: () => frame, path: '/$', component: NoRoom })

export const router = createRouter({
  routeTree: root.addChildren([
    invitation,
    frame.addChildren([home, passkeys, players, withdrawals, letters, switches, staff, audit, proposals, elsewhere]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenRoom,
  parseSearch,
  stringifySearch: searchText,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
