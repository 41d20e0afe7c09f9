// What the room Bots and stock shows: the account that trades, its offers and errors, and the stock of each item.
import { asc, eq, gte, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { LANGUAGES } from '../../../game/base/language.ts'
import { cents } from '../../../game/base/money.ts'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { Bot, BotsReply, StockItemReply, StockQuery, StockReply, StockRow } from '../../../protocol/office/bots.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { catalogueItems } from '../../db/schema.ts'
import { instances, stockDays } from '../../db/schema-machine.ts'
import { orphanedOffers, withdrawals } from '../../db/schema-withdrawals.ts'
import type { TradeProvider } from '../../trade/provider.ts'
import { PAGE, pageOf } from '../calls/page.ts'
import { type Instance, readInstances } from '../operations/job-runs.ts'
import { readHeld, readMoving, readStockHistory, STOCK_DAYS } from '../operations/stock.ts'

const DAY_MS = 86_400_000

/** Consecutive calls that fail before the room counts it: one that fails is repeated within a minute. */
const FAILURES_COUNT = 5

const AT_STEAM = ['buying', 'sent', 'accepted', 'protected'] as const

/** Words of the provider that are listed, those of most withdrawals first. */
const PROBLEMS_MOST = 20

const botRowSchema = z.object({
  provider: z.string(),
  isSignedIn: z.boolean().optional(),
  stock: z.number().optional(),
  done: z.number(),
  failed: z.number(),
  failures: z.number(),
  doneAt: z.number().nullable(),
  failedAt: z.number().nullable(),
  error: z.string().nullable(),
})

function botsOf(all: readonly Instance[]): Bot[] {
  return all.flatMap(({ id, host, pid, seenAt, state, bot }) => {
    if (state !== 'running' || bot === null) return []
    const { isSignedIn = null, stock = null, ...known } = botRowSchema.parse(bot)
    return [{ instance: { id, host, pid, seenAt }, ...known, isSignedIn, stock }]
  })
}

/** Tells whether the account of a process needs a person. */
function isWrong({ isSignedIn, failures }: Bot): boolean {
  return isSignedIn === false || failures >= FAILURES_COUNT
}

/** Counts processes whose account lost its session, or whose calls fail. */
export async function countBotTrouble({ queries }: Database, nowMs: number): Promise<number> {
  return botsOf(await readInstances(queries, nowMs)).filter(isWrong).length
}

const since = (at: Date | string | null | undefined): number => new Date(at ?? 0).getTime()

async function readOffers(queries: Queries): Promise<Pick<BotsReply, 'offers' | 'problems' | 'orphans'>> {
  const offers = await queries
    .select({
      state: withdrawals.state,
      count: sql<number>`count(*)::int`,
      oldest: sql<string>`min(${withdrawals.changedAt})`,
    })
    .from(withdrawals)
    .where(hasState(withdrawals.state, ...AT_STEAM))
    .groupBy(withdrawals.state)
  const problems = await queries
    .select({
      problem: withdrawals.problem,
      count: sql<number>`count(*)::int`,
      since: sql<string>`min(${withdrawals.changedAt})`,
    })
    .from(withdrawals)
    .where(
      sql`${hasState(withdrawals.state, 'requested', 'approved', ...AT_STEAM)} and ${withdrawals.problem} is not null`,
    )
    .groupBy(withdrawals.problem)
    .orderBy(sql`count(*) desc`)
    .limit(PROBLEMS_MOST)
  const [orphans] = await queries
    .select({
      open: sql<number>`count(*) filter (where ${orphanedOffers.state} = 'open')::int`,
      taken: sql<number>`count(*) filter (where ${orphanedOffers.state} = 'taken')::int`,
    })
    .from(orphanedOffers)
  return {
    offers: AT_STEAM.flatMap((state) => {
      const row = offers.find((one) => one.state === state)
      return row === undefined ? [] : [{ state, count: row.count, oldest: since(row.oldest) }]
    }),
    problems: problems.map((row) => ({ problem: row.problem ?? '', count: row.count, since: since(row.since) })),
    orphans: orphans ?? { open: 0, taken: 0 },
  }
}

/** Returns the account that trades, as each process knows it. */
export async function readBots(
  { queries }: Database,
  trade: TradeProvider | undefined,
  nowMs: number,
): Promise<BotsReply> {
  const all = await readInstances(queries, nowMs)
  return {
    now: nowMs,
    provider: trade?.name ?? null,
    bots: botsOf(all),
    ...(await readOffers(queries)),
    standIn: (await trade?.standIn?.()) ?? null,
  }
}

interface Stock {
  readonly at: number | null
  readonly byName: ReadonlyMap<string, number> | null
}

/** Returns what the account had when a process last looked. */
async function readStock(queries: Queries): Promise<Stock> {
  const [row] = await queries
    .select({ stock: instances.stock, at: instances.stockAt })
    .from(instances)
    .where(sql`${instances.stockAt} is not null`)
    .orderBy(sql`${instances.stockAt} desc`)
    .limit(1)
  if (row === undefined || row.stock === null || row.at === null) return { at: null, byName: null }
  return { at: row.at.getTime(), byName: new Map(Object.entries(row.stock)) }
}

const NOTHING = { waiting: 0, sending: 0, missing: 0, offered: 0, replaced: 0 } as const

/** Returns what items are, by their ids. */
async function itemViews(queries: Queries, ids: readonly string[]): Promise<Map<string, ItemView>> {
  const rows = await queries
    .select({ id: catalogueItems.id, view: catalogueItems.view })
    .from(catalogueItems)
    .where(inArray(catalogueItems.id, [...ids]))
  return new Map(rows.map(({ id, view }) => [id, view as ItemView]))
}

/** Tells whether a name of an item, in any language or at Steam's market, has a text in it, which is in lower case. */
function isNamed({ id, item }: StockRow, text: string): boolean {
  if (text === '') return true
  if (item === null) return id.toLowerCase().includes(text)
  const names = LANGUAGES.flatMap((language) => [item.name[language], wornItemName(item, language)])
  return [item.market_hash_name, ...names].some((name) => name.toLowerCase().includes(text))
}

/** Returns every item that players hold, that is on its way, or that was asked for within the last days. */
async function stockRows(
  queries: Queries,
  nowMs: number,
): Promise<{ rows: StockRow[]; stockAt: number | null; heldAt: number | null; stock: Stock }> {
  const holdings = await readHeld(queries)
  const moving = await readMoving(queries)
  const history = await readStockHistory(queries, nowMs)
  const stock = await readStock(queries)
  const ids = new Set([...holdings.byItem.keys(), ...moving.keys(), ...history.keys()])
  const views = await itemViews(queries, [...ids])
  const rows = [...ids].map((id): StockRow => {
    const item = views.get(id) ?? null
    const { count = 0, worth = 0 } = holdings.byItem.get(id) ?? {}
    const { waiting, sending, missing: lacking } = moving.get(id) ?? NOTHING
    const { offered, missing, replaced } = history.get(id) ?? NOTHING
    const inStock = stock.byName === null ? null : (stock.byName.get(item?.market_hash_name ?? id) ?? 0)
    return {
      id,
      item,
      stock: inStock,
      held: count,
      worth: cents(worth),
      waiting,
      sending,
      lacking,
      offered,
      missing,
      replaced,
    }
  })
  return { rows, stockAt: stock.at, heldAt: holdings.at, stock }
}

/** Returns how many of an item are asked for and not in stock. */
function shortage({ stock, waiting, lacking }: StockRow): number {
  return waiting + lacking - (stock ?? waiting)
}

/** What is short first, then what was missing most often, then what players hold most of. */
function byNeed(a: StockRow, b: StockRow): number {
  return shortage(b) - shortage(a) || b.missing - a.missing || b.held - a.held || (a.id < b.id ? -1 : 1)
}

const VIEWS: Readonly<Record<NonNullable<StockQuery['view']>, (row: StockRow) => boolean>> = {
  short: (row) => shortage(row) > 0,
  missing: ({ missing }) => missing > 0,
  all: () => true,
}

/** Returns a page of the stock. There are as many rows as items of the catalogue at most, so that they are sorted here. */
export async function readStockList(
  { queries }: Database,
  { view = 'all', q = '', after }: StockQuery,
  nowMs: number,
): Promise<StockReply> {
  const { rows, stockAt, heldAt, stock } = await stockRows(queries, nowMs)
  const words = q.trim().toLowerCase()
  const listed = rows.filter((row) => VIEWS[view](row) && isNamed(row, words)).sort(byNeed)
  const from = after === undefined ? 0 : listed.findIndex(({ id }) => id === after) + 1
  const page = pageOf(listed.slice(from, from + PAGE + 1), ({ id }) => id)
  const sum = (of: (row: StockRow) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const inStock = stock.byName === null ? null : [...stock.byName.values()].reduce((total, count) => total + count, 0)
  return {
    days: STOCK_DAYS,
    stockAt,
    heldAt,
    totals: {
      stock: inStock,
      held: sum(({ held }) => held),
      worth: cents(sum(({ worth }) => worth)),
      waiting: sum(({ waiting }) => waiting),
      lacking: sum(({ lacking }) => lacking),
    },
    ...page,
  }
}

/** Returns one item with its last days, the newest first. Throws ProtocolError 'unknown'. */
export async function readStockItem({ queries }: Database, id: string, nowMs: number): Promise<StockItemReply> {
  const { rows } = await stockRows(queries, nowMs)
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw new ProtocolError(404, 'unknown', 'There is no such item')
  const from = new Date(nowMs - (STOCK_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const days = await queries
    .select()
    .from(stockDays)
    .where(sql`${eq(stockDays.itemId, id)} and ${gte(stockDays.day, from)}`)
    .orderBy(asc(stockDays.day))
  const history = days.map(({ day, offered, missing, replaced }) => ({ day, offered, missing, replaced }))
  return { ...row, history: history.toReversed() }
}
