// The account of a player, as the server returns it.
import type { AccountReply } from '../../src/protocol/account.ts'

export const account = (changes: Partial<AccountReply> = {}): AccountReply => ({
  success: true,
  profile: {
    id: 7,
    username: 'Vega',
    avatar: '',
    lvl: 3,
    joined_at: 1,
    best: null,
    badges: [],
    totals: [],
    recent: [],
  },
  hidden: false,
  onBoards: false,
  items: { count: 2, worth: 300 },
  spent: 1000,
  won: 900,
  erasure: null,
  ...changes,
})
