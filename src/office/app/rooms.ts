// The rooms of the office: what the frame and the palette list, in this order.
import type { Verb } from '../../game/office/verbs.ts'
import type { IconName } from '../parts/Icon.tsx'

export interface Room {
  readonly id: 'players' | 'withdrawals' | 'letters' | 'switches' | 'proposals' | 'staff' | 'audit'
  readonly path: '/players' | '/withdrawals' | '/letters' | '/switches' | '/proposals' | '/staff' | '/audit'
  /** What its reader has to be allowed. */
  readonly verb: Verb
  readonly icon: IconName
}

export const ROOMS: readonly Room[] = [
  { id: 'players', path: '/players', verb: 'players.read', icon: 'user' },
  { id: 'withdrawals', path: '/withdrawals', verb: 'withdrawals.read', icon: 'shield' },
  { id: 'letters', path: '/letters', verb: 'letters.read', icon: 'letter' },
  { id: 'switches', path: '/switches', verb: 'switches.read', icon: 'quick' },
  { id: 'proposals', path: '/proposals', verb: 'proposals.read', icon: 'check' },
  { id: 'staff', path: '/staff', verb: 'staff.read', icon: 'users' },
  { id: 'audit', path: '/audit', verb: 'audit.read', icon: 'clock' },
]
