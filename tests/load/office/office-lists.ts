// The lists of the office whose first page is measured, by room. A new room adds its own.

import { LETTER_STATES } from '../../../src/game/letters/letters.ts'
import { ANNOUNCEMENT_STATES } from '../../../src/game/office/announcements.ts'
import { STUCK_KINDS } from '../../../src/game/office/cases.ts'
import { ORDER_MARKS } from '../../../src/game/office/payments.ts'
import { PRICE_FILTERS } from '../../../src/game/office/prices.ts'
import { PROMO_STATES } from '../../../src/game/office/promo.ts'
import { PROPOSAL_STATES } from '../../../src/game/office/subjects.ts'
import { TIMELINE_KINDS } from '../../../src/game/office/timeline.ts'
import { VERB_NAMES } from '../../../src/game/office/verbs.ts'
import { DISPUTE_STATES } from '../../../src/game/payments/reversal.ts'
import type { GrownOffice } from './office-site.ts'

/** A call of the office, by what it is in a room. */
export interface OfficeList {
  readonly room: string
  readonly name: string
  /** Below `/office/api`. */
  readonly path: (at: GrownOffice) => string
}

const list = (room: string, name: string, path: OfficeList['path']): OfficeList => ({ room, name, path })
const found = (name: string, text: (at: GrownOffice) => string | number): OfficeList =>
  list('players', `found by ${name}`, (at) => `/find?q=${encodeURIComponent(text(at))}`)
const timeline = (name: string, query: string | ((at: GrownOffice) => string)): OfficeList =>
  list(
    'players',
    `timeline, ${name}`,
    (at) => `/players/${at.busy}/timeline?${typeof query === 'string' ? query : query(at)}`,
  )
const audit = (name: string, query: string | ((at: GrownOffice) => string)): OfficeList =>
  list('audit', name, (at) => `/audit?${typeof query === 'string' ? query : query(at)}`)

const PLAYERS: readonly OfficeList[] = [
  found('name', () => 'nova123'),
  found('the first letter of a name', () => 'n'),
  found('a name that nobody has', () => 'nobody has it'),
  found('Cyrillic name', () => 'космос77'),
  found('number', ({ quiet }) => quiet),
  found('Steam ID', ({ steamid }) => steamid),
  ...(['order', 'withdrawal', 'item', 'transfer', 'roll'] as const).map((kind) => found(kind, ({ ids }) => ids[kind])),
  found('the id of nothing', () => '00000000-0000-7000-8000-000000000000'),
  found('reference of a payment', ({ references }) => references.order),
  found('reference of an offer', ({ references }) => references.withdrawal),
  list('players', 'page of a busy player', ({ busy }) => `/players/${busy}`),
  list('players', 'page of another', ({ quiet }) => `/players/${quiet}`),
  timeline('everything', ''),
  ...TIMELINE_KINDS.map((kind) => timeline(kind, `kinds=${kind}`)),
  timeline('a period', ({ from, to }) => `from=${from}&to=${to}`),
  timeline('deep', ({ from }) => `before=${from}`),
  timeline('a least amount', 'least=4900'),
  timeline('a least amount that nothing has', 'least=100000000'),
  list('players', 'timeline of another', ({ quiet }) => `/players/${quiet}/timeline`),
]

const AUDIT: readonly OfficeList[] = [
  audit('everything', ''),
  audit('by verb', 'verb=players.ban'),
  audit('by a verb without rows', `verb=${VERB_NAMES.find((verb) => verb === 'orders.refund')}`),
  audit('by actor', ({ actor }) => `actor=${actor}`),
  audit('by member', ({ staff }) => `actor=${staff}`),
  audit('by nobody', 'actor=nobody'),
  audit('by subject', ({ busy }) => `subject=player:${busy}`),
  audit('by a subject without rows', 'subject=staff:7'),
  audit('by period', ({ from, to }) => `from=${from}&to=${to}`),
  audit(
    'by verb, subject and period',
    ({ busy, from, to }) => `verb=players.ban&subject=${busy}&from=${from}&to=${to}`,
  ),
  audit('by member and verb', ({ staff }) => `actor=${staff}&verb=staff.role`),
  audit('by member and verb, without rows', ({ staff }) => `actor=${staff}&verb=orders.refund`),
]

const WITHDRAWALS: readonly OfficeList[] = [
  list('withdrawals', 'cases', () => '/withdrawals'),
  list('withdrawals', 'cases that nobody has', () => '/withdrawals?claim=free'),
  list('withdrawals', 'cases above a sum', () => '/withdrawals?least=1000000'),
  list('withdrawals', 'what changes', () => '/withdrawals/live'),
  list('withdrawals', 'all', () => '/withdrawals/all'),
  list('withdrawals', 'all of a state', () => '/withdrawals/all?state=done'),
  list('withdrawals', 'all of a state that none has', () => '/withdrawals/all?state=reversed'),
  list('withdrawals', 'all of a busy player', ({ busy }) => `/withdrawals/all?player=${busy}`),
  list(
    'withdrawals',
    'all of a busy player and a state',
    ({ busy }) => `/withdrawals/all?player=${busy}&state=reversed`,
  ),
  ...STUCK_KINDS.map((kind) => list('withdrawals', kind, () => `/withdrawals/stuck?kind=${kind}`)),
]

const PAYMENTS: readonly OfficeList[] = [
  list('payments', 'orders', () => '/orders'),
  list('payments', 'orders of a state', () => '/orders?state=paid'),
  list('payments', 'orders of a state that none has', () => '/orders?state=lost'),
  list('payments', 'orders of a provider that none has', () => '/orders?provider=monobank'),
  ...ORDER_MARKS.map((mark) => list('payments', `orders, ${mark}`, () => `/orders?mark=${mark}`)),
  list('payments', 'orders of a busy player', ({ busy }) => `/orders?player=${busy}`),
  list('payments', 'orders of a period', ({ from, to }) => `/orders?from=${from}&to=${to}`),
  list('payments', 'orders above a sum that none has', () => '/orders?least=100000000'),
  list('payments', 'orders of a state above a sum', () => '/orders?state=paid&least=100000000'),
  list('payments', 'an order by its id', ({ ids }) => `/orders?q=${ids.order}`),
  list('payments', 'an order by its reference', ({ references }) => `/orders?q=${references.order}`),
  list('payments', 'page of an order', ({ ids }) => `/orders/${ids.order}`),
  list('payments', 'kept money', () => '/payments/kept'),
  ...DISPUTE_STATES.map((state) => list('payments', `disputes, ${state}`, () => `/payments/disputes?state=${state}`)),
  list('payments', 'debts', () => '/payments/debts'),
]

const PRICES: readonly OfficeList[] = [
  list('prices', 'all', () => '/prices'),
  list('prices', 'found by a name', () => `/prices?q=${encodeURIComponent('редлайн')}`),
  ...PRICE_FILTERS.map((filter) => list('prices', filter, () => `/prices?filter=${filter}&order=oldest`)),
  list('prices', 'held', () => '/prices/held'),
  list('prices', 'an item', () => '/prices/items/ak-47-slate.mw'),
  list('prices', 'a rebalance', () => '/prices/rebalance'),
]

const LETTERS: readonly OfficeList[] = [
  ...LETTER_STATES.map((state) => list('letters', state, () => `/letters?state=${state}`)),
  list('letters', 'mine', () => '/letters?state=closed&mine=1'),
  list('letters', 'about orders', () => '/letters?state=closed&kind=order'),
  list('letters', 'appeals', () => '/letters?appeal=1'),
  list('players', 'letters', ({ busy }) => `/players/${busy}/letters`),
]

const SAFER_PLAY: readonly OfficeList[] = [
  ...['signals', 'limits', 'exclusions', 'months'].map((name) => list('safer-play', name, () => `/safer-play/${name}`)),
  list('safer-play', 'player', ({ busy }) => `/safer-play/players/${busy}`),
]

const TODAY: readonly OfficeList[] = [
  list('today', 'the running day', () => '/today'),
  list('today', 'a year of days', ({ lastYear }) => `/today?from=${lastYear.from}&to=${lastYear.to}`),
  list('today', 'the week', () => '/today/week'),
  list('today', 'cohorts', () => '/today/cohorts'),
]

const SHOP: readonly OfficeList[] = [
  list('cases', 'what was sold', () => '/cases'),
  list('rewards', 'what was given', () => '/rewards'),
]

const MACHINE: readonly OfficeList[] = [
  list('system', 'overview', () => '/system'),
  list('system', 'runs of a job', () => '/system/runs?job=raffles'),
  list('system', 'failed runs of a job', () => '/system/runs?job=raffles&result=failed'),
  list('system', 'security events', () => '/system/security'),
  list('system', 'security events of a kind', () => '/system/security?event=limit'),
  list('bots', 'account', () => '/bots'),
  list('bots', 'stock', () => '/bots/stock'),
  list('bots', 'what is short', () => '/bots/stock?view=short'),
]

const PROMO: readonly OfficeList[] = [
  list('promo', 'codes', () => '/promo/codes'),
  ...PROMO_STATES.map((state) => list('promo', `${state} codes`, () => `/promo/codes?state=${state}`)),
  list('promo', 'codes with a beginning', () => '/promo/codes?q=a'),
  list('promo', 'codes of a batch', () => '/promo/codes?batch=1'),
  list('promo', 'batches', () => '/promo/batches'),
  list('promo', 'partners', () => '/promo/partners'),
  list('promo', 'campaigns', () => '/promo/campaigns'),
  list('promo', 'campaigns of a year', () => '/promo/campaigns?from=2025-12-01&to=2026-11-30'),
  list('promo', 'campaigns of a source', () => '/promo/campaigns?source=a'),
  list(
    'promo',
    'players of a campaign',
    () => '/promo/campaigns/players?source=source-1&medium=medium-1&campaign=campaign-1',
  ),
  list('promo', 'page of a partner', ({ busy }) => `/promo/partners/${busy}`),
  list('promo', 'share of a partner', ({ busy }) => `/promo/partners/${busy}/share?percent=15`),
]

const ANNOUNCEMENTS: readonly OfficeList[] = [
  ...ANNOUNCEMENT_STATES.map((state) => list('announcements', state, () => `/announcements?state=${state}`)),
  list('announcements', 'links', () => '/announcements/links'),
  list('announcements', 'notices', () => '/notices'),
]

const OTHERS: readonly OfficeList[] = [
  list('proposals', 'everything', () => '/proposals'),
  ...PROPOSAL_STATES.map((state) => list('proposals', state, () => `/proposals?state=${state}`)),
  list('staff', 'everyone', () => '/staff'),
  list('frame', 'session', () => '/session'),
  list('frame', 'counts', () => '/counts'),
]

/** Every list of the office. */
export const OFFICE_LISTS: readonly OfficeList[] = [
  ...PLAYERS,
  ...AUDIT,
  ...WITHDRAWALS,
  ...PAYMENTS,
  ...PRICES,
  ...LETTERS,
  ...SAFER_PLAY,
  ...TODAY,
  ...SHOP,
  ...MACHINE,
  ...PROMO,
  ...ANNOUNCEMENTS,
  ...OTHERS,
]
