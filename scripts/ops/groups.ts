// The groups of commands, each loaded when it is asked for.
import type { Group } from './operator.ts'

interface Listed {
  readonly about: string
  readonly load: () => Promise<{ readonly group: Group }>
}

export const GROUPS: Readonly<Record<string, Listed>> = {
  catalogue: { about: 'skins and cases: build, check, import', load: () => import('./catalogue.ts') },
  prices: { about: 'what items cost: import a file, fetch a list', load: () => import('./prices.ts') },
  promo: { about: 'promo codes: create, list with what they cost, end', load: () => import('./promo.ts') },
  orders: { about: 'deposits: list, show, refund', load: () => import('./orders.ts') },
  withdrawals: {
    about: 'items on their way to players: list, show, retry, fail',
    load: () => import('./withdrawals.ts'),
  },
  players: { about: 'list, show, ban with a reason, unban', load: () => import('./players.ts') },
  raffles: { about: 'list, show, the proof of one; never a choice of winner', load: () => import('./raffles.ts') },
  report: { about: 'days, games and cases, as a table or CSV', load: () => import('./report.ts') },
  backup: { about: 'write the database into a file, or check one', load: () => import('./backup.ts') },
  restore: { about: 'make a database of a backup', load: () => import('./restore.ts') },
  ledger: { about: 'recompute the ledger: check', load: () => import('./ledger.ts') },
}
