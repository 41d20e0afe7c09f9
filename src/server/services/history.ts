// What came and went on a player's balance, in words: page by page, and all of it as a table. Both are the ledger itself.
import type { HistoryEntry, HistoryFilter, HistoryQuery, HistoryReply } from '../../contract/account.ts'
import type { Language } from '../../game/language.ts'
import { textFor } from '../../i18n/text.ts'
import type { HeldCatalogue } from '../catalogue/catalogue-holder.ts'
import { csvAmount, csvLine, csvText } from '../csv.ts'
import type { Database } from '../db/database.ts'
import { isId, leastIdAt } from '../ids.ts'
import { TRANSFER_KINDS, type TransferKind } from '../ledger/accounts.ts'
import { type OwnTransfer, readTransfers } from './transfer-pages.ts'

const PAGE = 50
const ROWS_AT_ONCE = 1_000

/**
 * The id of a transfer is made before its transaction, which may end after one that was begun later. What is older than this can
 * no longer appear: no call and no statement takes so long.
 */
const SETTLED_MS = 120_000

/** Spreadsheets read UTF-8 as such when it begins with this. */
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
  spin: 'games',
  'spin-won': 'games',
  calendar: 'bonuses',
  mission: 'bonuses',
  referral: 'bonuses',
  'referral-back': 'bonuses',
}

export interface History {
  /** A page of the history, the newest first. */
  page(playerId: number, wish: HistoryQuery, language: Language): Promise<Omit<HistoryReply, 'success'>>
  /**
   * All of it as CSV, the oldest first, piece by piece: the next rows are read when the ones before were taken. The last balance is
   * the account's at the moment of the first piece.
   */
  table(playerId: number, language: Language): AsyncGenerator<string, void, undefined>
}

function kindsOf(only: HistoryFilter | undefined): readonly TransferKind[] {
  return only === undefined ? TRANSFER_KINDS : TRANSFER_KINDS.filter((kind) => GROUP_OF[kind] === only)
}

/** What a transfer was, in a language. */
function wordsFor(language: Language): (transfer: OwnTransfer) => string {
  const t = textFor(language, 'replies')
  return ({ kind, reference, caseName }) =>
    kind === 'sell'
      ? t('history.sell', { count: Number(reference) })
      : t(`history.${kind}`, { name: caseName?.[language] ?? reference })
}

/** Where more of a transfer is to be seen. */
function linkOf({ kind, reference }: OwnTransfer, held: HeldCatalogue): string | null {
  if (kind === 'open') return held.catalogue.cases.has(reference) ? `/case/${reference}` : null
  if (kind === 'upgrade') return `/fairness?roll=${reference}`
  if (kind === 'spin' || kind === 'spin-won') return `/fairness?roll=${reference}`
  if (kind === 'calendar') return '/calendar'
  if (kind === 'mission') return '/missions'
  if (kind === 'referral' || kind === 'referral-back') return '/referral'
  const ofOrder = kind === 'deposit' || kind === 'bonus' || kind === 'refund' || kind === 'bonus-back'
  return ofOrder ? `/deposit?order=${reference}` : null
}

async function* rowsOf(db: Database, playerId: number, nowMs: number): AsyncGenerator<readonly OwnTransfer[]> {
  const boundary = leastIdAt(nowMs - SETTLED_MS)
  // One statement, one view of the books: what it holds, and all that is older, adds up to the balance of that moment.
  const recent = await readTransfers(db, playerId, 'oldest', { kinds: TRANSFER_KINDS, after: boundary, most: null })
  let after: string | undefined
  do {
    const rows = await readTransfers(db, playerId, 'oldest', {
      kinds: TRANSFER_KINDS,
      ...(after === undefined ? {} : { after }),
      // The boundary is no transfer's id: it is before every one of its moment.
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

/** The history over a database. */
export function createHistory(deps: { db: Database; catalogue: () => HeldCatalogue; now: () => number }): History {
  const { db, catalogue, now } = deps
  return {
    page: async (playerId, { only, cursor = '' }, language) => {
      const words = wordsFor(language)
      const rows = await readTransfers(db, playerId, 'newest', {
        kinds: kindsOf(only),
        ...(isId(cursor) ? { before: cursor } : {}),
        most: PAGE + 1,
      })
      const entries = rows.slice(0, PAGE).map(
        (row): HistoryEntry => ({
          id: row.id,
          at: row.at,
          kind: row.kind,
          text: words(row),
          amount: row.amount,
          link: linkOf(row, catalogue()),
        }),
      )
      return { entries, cursor: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
    },
    table: (playerId, language) => tableOf(db, playerId, language, now()),
  }
}
