// The rooms of the office: what the frame and the palette list, in this order.
import type { Verb } from '../../game/office/verbs.ts'
import type { IconName } from '../parts/Icon.tsx'
import type { RoomId, RoomPath } from '../session/room-path.ts'

export interface Room {
  readonly id: RoomId
  readonly path: RoomPath
  /** What its reader has to be allowed. */
  readonly verb: Verb
  readonly icon: IconName
}

export const ROOMS: readonly Room[] = [
  { id: 'today', path: '/today', verb: 'today.read', icon: 'calendar' },
  { id: 'players', path: '/players', verb: 'players.read', icon: 'user' },
  { id: 'withdrawals', path: '/withdrawals', verb: 'withdrawals.read', icon: 'shield' },
  { id: 'payments', path: '/payments', verb: 'orders.read', icon: 'deposit' },
  { id: 'letters', path: '/letters', verb: 'letters.read', icon: 'letter' },
  { id: 'safer-play', path: '/safer-play', verb: 'saferPlay.read', icon: 'heart' },
  { id: 'switches', path: '/switches', verb: 'switches.read', icon: 'quick' },
  { id: 'words', path: '/words', verb: 'drafts.read', icon: 'faq' },
  { id: 'brand', path: '/brand', verb: 'drafts.read', icon: 'picture' },
  { id: 'cases', path: '/cases', verb: 'cases.read', icon: 'cases' },
  { id: 'rewards', path: '/rewards', verb: 'rewards.read', icon: 'wheel' },
  { id: 'prices', path: '/prices', verb: 'prices.read', icon: 'sell' },
  { id: 'editions', path: '/editions', verb: 'editions.read', icon: 'copy' },
  { id: 'promo', path: '/promo', verb: 'promo.read', icon: 'bonuses' },
  { id: 'announcements', path: '/announcements', verb: 'announcements.read', icon: 'info' },
  { id: 'bots', path: '/bots', verb: 'bots.read', icon: 'bot' },
  { id: 'system', path: '/system', verb: 'system.read', icon: 'settings' },
  { id: 'proposals', path: '/proposals', verb: 'proposals.read', icon: 'check' },
  { id: 'staff', path: '/staff', verb: 'staff.read', icon: 'users' },
  { id: 'audit', path: '/audit', verb: 'audit.read', icon: 'clock' },
  { id: 'alerts', path: '/alerts', verb: 'alerts.read', icon: 'alert' },
]
