// The history of a player's balance, in words: page by page, and all of it as a table. Both are read from the ledger.

import { GAMES } from '../../../game/base/games.ts'
import type { Language } from '../../../game/base/language.ts'
import { TRANSFER_KINDS, type TransferKind } from '../../../game/base/transfers.ts'
import { textFor } from '../../../i18n/text.ts'
import type { HistoryEntry, HistoryFilter, HistoryQuery, HistoryReply } from '../../../protocol/account.ts'
import { csvAmount, csvLine, csvText } from '../../base/csv.ts'
import { isId, leastIdAt } from '../../base/ids.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database } from '../../db/database.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import { type OwnTransfer, readTransfers } from './transfer-pages.ts'

const ROWS_AT_ONCE = 1_000

/**
 * The id of a transfer is made before its transaction, which may commit after one that began later. An id older than this cannot
 * appear any more, because no call and no statement takes so long.
 */
const SETTLED_MS = 120_000

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const COLUMNS = ['time', 'kind', 'description', 'amount', 'balance'] as const

const GROUP_OF: Readonly<Record<TransferKind, HistoryFilter>> = {
  grant: 'bonuses',
  open: 'games',
  upgrade: 'games',
  sell: 'sales',
  deposit: 'deposits',
  refund: 'deposits',
  bonus: 'bonuses',
  'bonus-back': 'bonuses',
  social: 'bonuses',
  replacement: 'withdrawals',
  difference: 'withdrawals',
  'difference-back': 'withdrawals',
  spin: 'games',
  'spin-won': 'games',
  battle: 'games',
  'battle-fund': 'games',
  'battle-back': 'games',
  'battle-won': 'games',
  calendar: 'bonuses',
  mission: 'bonuses',
  leaderboard: 'bonuses',
  referral: 'bonuses',
  'referral-back': 'bonuses',
  'referral-reinstated': 'bonuses',
  'bonus-reinstated': 'bonuses',
  'prize-back': 'bonuses',
  reclaim: 'sales',
  debt: 'deposits',
  'debt-paid': 'deposits',
  reinstated: 'deposits',
  'correction-up': 'deposits',
  'correction-down': 'deposits',
}

export interface History {
  /** Returns a page of the history, the newest first. */
  page(playerId: number, query: HistoryQuery, language: Language): Promise<Omit<HistoryReply, 'success'>>
  /**
   * Returns all of it as CSV, the oldest first, piece by piece: the next rows are read when the piece before was taken. The last
   * balance is the account's at the moment of the first piece.
   */
  table(playerId: number, language: Language): AsyncGenerator<string, void, undefined>
}

/** Returns the kinds of transfers that a filter of the history lets through. */
export function kindsOf(only: HistoryFilter | undefined): readonly TransferKind[] {
  return only === undefined ? TRANSFER_KINDS : TRANSFER_KINDS.filter((kind) => GROUP_OF[kind] === only)
}

/** Returns a function that words a transfer in a language. */
export function wordsFor(language: Language): (transfer: OwnTransfer) => string {
  const t = textFor(language, 'replies')
  return ({ kind, reference, caseName }) =>
    kind === 'sell'
      ? t('history.sell', { count: Number(reference) })
      : t(`history.${kind}`, { name: caseName?.[language] ?? reference })
}

type LinkOf = (reference: string, loaded: LoadedCatalogue) => string | null

const linkToCase: LinkOf = (url, { catalogue }) => (catalogue.cases.has(url) ? `/case/${url}` : null)
const linkToRoll: LinkOf = (rollId) => `/fairness?roll=${rollId}`
const linkToBattle: LinkOf = (battleId) => `${GAMES.battle.path}/${battleId}`
const linkToOrder: LinkOf = (orderId) => `/deposit?order=${orderId}`
/** A reversal is part of an order; the list shows what was taken of each. */
const linkToDeposits: LinkOf = () => '/deposit'
const noLink: LinkOf = () => null

/** The link to more about a transfer of each kind. */
const LINK_OF: Readonly<Record<TransferKind, LinkOf>> = {
  grant: noLink,
  open: linkToCase,
  upgrade: linkToRoll,
  sell: noLink,
  deposit: linkToOrder,
  refund: linkToDeposits,
  bonus: linkToOrder,
  'bonus-back': linkToDeposits,
  social: noLink,
  replacement: noLink,
  difference: noLink,
  'difference-back': noLink,
  spin: linkToRoll,
  'spin-won': linkToRoll,
  battle: linkToBattle,
  'battle-fund': linkToBattle,
  'battle-back': linkToBattle,
  'battle-won': linkToBattle,
  calendar: () => '/calendar',
  mission: () => '/missions',
  leaderboard: () => '/leaderboard',
  referral: () => '/referral',
  'referral-back': () => '/referral',
  'referral-reinstated': () => '/referral',
  'bonus-reinstated': linkToDeposits,
  'prize-back': linkToDeposits,
  reclaim: linkToDeposits,
  debt: linkToDeposits,
  'debt-paid': linkToDeposits,
  reinstated: linkToDeposits,
  'correction-up': noLink,
  'correction-down': noLink,
}

async function* rowsOf(db: Database, playerId: number, nowMs: number): AsyncGenerator<readonly OwnTransfer[]> {
  const boundary = leastIdAt(nowMs - SETTLED_MS)
  // One statement, one snapshot: its rows and all older ones add up to the balance of that moment.
  const recent = await readTransfers(db, playerId, 'oldest', { kinds: TRANSFER_KINDS, after: boundary, most: null })
  let after: string | undefined
  do {
    const rows = await readTransfers(db, playerId, 'oldest', {
      kinds: TRANSFER_KINDS,
      ...(after === undefined ? {} : { after }),
      // The boundary is not a transfer's id: it is before every id of its moment.
      before: boundary,
      most: ROWS_AT_ONCE,
    })
    if (rows.length > 0) yield rows
    after = rows.length === ROWS_AT_ONCE ? rows.at(-1)?.id : undefined
  } while (after !== undefined)
  yield recent
}

async function* tableOf(db: Database, playerId: number, language: Language, nowMs: number): AsyncGenerator<string> {
  const words = wordsFor(language)
  let balance = 0
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  for await (const rows of rowsOf(db, playerId, nowMs)) {
    let piece = ''
    for (const row of rows) {
      balance += row.amount
      const at = new Date(row.at).toISOString()
      piece += csvLine([at, row.kind, csvText(words(row)), csvAmount(row.amount), csvAmount(balance)])
    }
    if (piece !== '') yield piece
  }
}

/** Makes the history over a database. */
export function createHistory(deps: { db: Database; catalogue: () => LoadedCatalogue; now: () => number }): History {
  const { db, catalogue, now } = deps
  return {
    page: async (playerId, { only, cursor = '' }, language) => {
      const words = wordsFor(language)
      const rows = await readTransfers(db, playerId, 'newest', {
        kinds: kindsOf(only),
        ...(isId(cursor) ? { before: cursor } : {}),
        most: PAGE_LIMIT,
      })
      const page = pageOf(rows, ({ id }) => id)
      const entries = page.rows.map(
        (row): HistoryEntry => ({
          id: row.id,
          at: row.at,
          kind: row.kind,
          text: words(row),
          amount: row.amount,
          link: LINK_OF[row.kind](row.reference, catalogue()),
        }),
      )
      return { entries, cursor: page.cursor }
    },
    table: (playerId, language) => tableOf(db, playerId, language, now()),
  }
}
