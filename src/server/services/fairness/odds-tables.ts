// The current and past odds of cases, and any odds table by its hash: tables of upgrades and contracts belong to one roll and are
// not listed.

import { readOdds, returnOfOdds } from '../../../game/fairness/odds-text.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { OddsPeriod, OddsReply, OddsTableReply } from '../../../protocol/fairness.ts'
import type { Database } from '../../db/database.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'

/** An `id` is never greater. */
const FIRST_PAGE = 2_147_483_647

type CaseName = OddsReply['cases'][number]

const PERIODS = {
  name: 'odds-periods',
  text: `
select periods.id, periods.hash, periods.reference as url, catalogue_cases.view->'name' as name, odds_tables.text,
  extract(epoch from periods.since) * 1000 as since,
  (select extract(epoch from later.since) * 1000 from odds_periods later
    where later.reference = periods.reference and later.id > periods.id order by later.id limit 1) as until
from odds_periods periods
join odds_tables on odds_tables.hash = periods.hash
join catalogue_cases on catalogue_cases.url = periods.reference
where periods.id < $1 and ($2::text is null or periods.reference = $2::text)
order by periods.id desc limit ${PAGE_LIMIT}`,
}

const CASES = {
  name: 'odds-cases',
  text: `
select url, view->'name' as name from catalogue_cases
where url in (select reference from odds_periods) order by url`,
}

const TABLE = {
  name: 'odds-table',
  text: `
select odds_tables.hash, odds_tables.game, odds_tables.text, catalogue_cases.view->>'url' as url,
  catalogue_cases.view->'name' as name
from odds_tables
left join catalogue_cases on odds_tables.game in ('case', 'free_case') and catalogue_cases.url = odds_tables.reference
where hash = $1`,
}

const ITEMS = { name: 'odds-items', text: 'select view from catalogue_items where id = any($1::text[])' }

interface PeriodRow extends CaseName {
  id: number
  hash: string
  text: string
  since: string | number
  until: string | number | null
}

interface TableRow {
  hash: string
  game: string
  text: string
  url: string | null
  name: CaseName['name'] | null
}

export interface OddsTables {
  /** Returns the periods in which odds were in force, the newest first. */
  list(query: {
    readonly case?: string | undefined
    readonly cursor?: string | undefined
  }): Promise<Omit<OddsReply, 'success'>>
  /** Returns a table of any game; undefined for an unknown hash. */
  at(hash: string): Promise<OddsTableReply['table'] | undefined>
}

const moment = (at: string | number): number => Math.round(Number(at))

function readKept(text: string) {
  const odds = readOdds(text)
  if (odds === null) throw new Error('A stored odds table cannot be parsed')
  return odds
}

function periodOf({ hash, url, name, text, since, until }: PeriodRow): OddsPeriod {
  const odds = readKept(text)
  const returnToPlayer = returnOfOdds(odds)
  if (returnToPlayer === null) throw new Error(`The case ${url} cost nothing`)
  return {
    hash,
    case: { url, name },
    price: odds.priceCents,
    returnToPlayer,
    items: odds.lines.length,
    since: moment(since),
    until: until === null ? null : moment(until),
  }
}

/** Makes the tables over a database. */
export function createOddsTables(db: Database): OddsTables {
  return {
    list: async ({ case: url, cursor }) => {
      const [rows, cases] = await Promise.all([
        db.run<PeriodRow>(PERIODS, [cursor ?? FIRST_PAGE, url ?? null]),
        db.run<CaseName>(CASES, []),
      ])
      const page = pageOf(rows, ({ id }) => String(id))
      return { periods: page.rows.map(periodOf), cursor: page.cursor, cases }
    },
    at: async (hash) => {
      const [row] = await db.run<TableRow>(TABLE, [hash])
      if (row === undefined) return undefined
      const ids = readKept(row.text).lines.flatMap(({ item }) => (item === null ? [] : [item]))
      const items = await db.run<{ view: ItemView }>(ITEMS, [ids])
      const { url, name, game, text } = row
      return {
        hash,
        game,
        case: url === null || name === null ? null : { url, name },
        text,
        items: items.map(({ view }) => view),
      }
    },
  }
}
