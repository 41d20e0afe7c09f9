// The same calls on a short history and on a long one: a player of 500 drops among 10,000 against a player of 100,000
// among a million. The cost of a page must not grow with the site's history or the player's.
import { type Database, queryRows } from '../../../src/server/db/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { readCsv } from '../../support/runner/csv.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'
import { fillWithDrops, type Growth } from './grown-site.ts'

const SMALL: Growth = { drops: 10_000, everyNth: 20 }
const GROWN: Growth = { drops: 1_000_000, everyNth: 10 }
const ROUNDS = 300
const MOST_RATIO = 1.2
/** The time limit for the whole history of the player of 100,000 drops as a file. */
const FILE_SECONDS = 10

interface Call {
  readonly name: string
  /** Its path, for a player and the cursors of deep pages. */
  readonly path: (at: Place) => string
}

interface Place {
  readonly playerId: number
  readonly items: string
  readonly dearItems: string
  readonly history: string
  readonly rolls: string
}

const CALLS: readonly Call[] = [
  { name: 'live drops', path: () => '/api/live' },
  { name: 'profile', path: ({ playerId }) => `/api/user/${playerId}` },
  { name: 'account', path: () => '/api/user/account' },
  { name: 'items', path: () => '/api/user/items' },
  { name: 'items, deep', path: ({ items }) => `/api/user/items?cursor=${items}` },
  { name: 'items, cheapest', path: () => '/api/user/items?sort=cheap' },
  { name: 'items by price, deep', path: ({ dearItems }) => `/api/user/items?sort=dear&cursor=${dearItems}` },
  { name: 'items of a rarity', path: () => '/api/user/items?rarity=covert' },
  { name: 'items by a name', path: () => '/api/user/items?q=ak' },
  { name: 'items, other layout', path: () => `/api/user/items?q=${encodeURIComponent('фл-47')}` },
  { name: 'items by no name', path: () => '/api/user/items?q=nothing-has-it' },
  { name: 'history', path: () => '/api/user/history' },
  { name: 'history, deep', path: ({ history }) => `/api/user/history?cursor=${history}` },
  { name: 'history of deposits', path: () => '/api/user/history?only=deposits' },
  { name: 'rolls', path: () => '/api/user/rolls' },
  { name: 'rolls, deep', path: ({ rolls }) => `/api/user/rolls?cursor=${rolls}` },
  { name: 'rolls of upgrades', path: () => '/api/user/rolls?game=upgrade' },
]

interface Side {
  readonly site: TestSite
  readonly player: Browser
  readonly place: Place
}

/** The cursor of a page deep in a list; a full page follows it on both sites. */
async function deepIn(db: Database, playerId: number, table: 'items' | 'transfers' | 'rolls'): Promise<string> {
  const owner = table === 'transfers' ? 'debit_id' : 'player_id'
  const rows = await queryRows<{ id: string }>(
    db.queries,
    `select id from ${table} where ${owner} = ${playerId} order by id desc
      offset (select count(*) * 4 / 10 from ${table} where ${owner} = ${playerId}) limit 1`,
  )
  return rows[0]?.id ?? ''
}

async function grow(kind: DatabaseKind, growth: Growth): Promise<Side> {
  const site = await openTestSite(kind)
  try {
    return await filled(site, growth)
  } catch (error) {
    await site.close()
    throw error
  }
}

async function filled(site: TestSite, growth: Growth): Promise<Side> {
  const player = await site.newPlayer()
  const began = performance.now()
  await fillWithDrops(site, player.playerId, growth)
  console.log(`${growth.drops} drops in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const { playerId } = player
  const rows = await queryRows<{ id: string; price: string }>(
    site.db.queries,
    `select id, price from items where player_id = ${playerId} order by price desc, id desc
      offset (select count(*) * 4 / 10 from items where player_id = ${playerId}) limit 1`,
  )
  const place = {
    playerId,
    items: `1_${await deepIn(site.db, playerId, 'items')}`,
    dearItems: `${rows[0]?.price}_${rows[0]?.id}`,
    history: await deepIn(site.db, playerId, 'transfers'),
    rolls: await deepIn(site.db, playerId, 'rolls'),
  }
  return { site, player, place }
}

async function timeOf({ player, place }: Side, call: Call): Promise<number> {
  const began = performance.now()
  const { status } = await player.get(call.path(place))
  if (status !== 200) throw new Error(`${call.name} answered ${status}`)
  return performance.now() - began
}

const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

/** Both sites alternate, so that other load of the machine affects both. */
async function compare(call: Call, small: Side, grown: Side): Promise<boolean> {
  const times: { small: number[]; grown: number[] } = { small: [], grown: [] }
  for (let round = -20; round < ROUNDS; round++) {
    const [one, other] = [await timeOf(small, call), await timeOf(grown, call)]
    if (round < 0) continue
    times.small.push(one)
    times.grown.push(other)
  }
  const [few, many] = [medianOf(times.small), medianOf(times.grown)]
  const ratio = many / few
  const holds = ratio <= MOST_RATIO
  console.log(
    `${call.name.padEnd(24)}${few.toFixed(2).padStart(10)}${many.toFixed(2).padStart(12)}${ratio.toFixed(2).padStart(8)}  ${holds ? '' : 'GROWS'}`,
  )
  return holds
}

/** The whole history as a file: its duration, and whether its last balance is the account's. */
async function readFile({ site, player }: Side): Promise<boolean> {
  const began = performance.now()
  let held = 0
  let text = ''
  for await (const piece of site.services.history.table(player.playerId, 'en')) {
    held = Math.max(held, piece.length)
    text += piece
  }
  const seconds = (performance.now() - began) / 1000
  const rows = readCsv(text.slice(1))
  const last = rows.at(-1)?.[4]?.replace('.', '')
  const { body } = await player.get('/api/user/get')
  const agrees = last === String(body.user.balance)
  console.log(
    `\nhistory as a file: ${rows.length - 1} rows in ${seconds.toFixed(1)} s (goal ${FILE_SECONDS}), ${(held / 1024).toFixed(0)} KB at most at a time, last balance ${agrees ? 'is the account’s' : 'DIFFERS'}`,
  )
  return agrees && seconds <= FILE_SECONDS
}

/** Fills two databases, sends both the same calls, and removes them. */
export async function run(): Promise<boolean> {
  const kind: DatabaseKind = process.env.TEST_DATABASE_URL === undefined ? 'pglite' : 'postgres'
  console.log(`two databases on ${kind}, filled with`)
  const small = await grow(kind, SMALL)
  try {
    const grown = await grow(kind, GROWN)
    try {
      console.log(`\nmedians of ${ROUNDS} calls in ms\n`)
      console.log(`${''.padEnd(24)}${'10 thousand'.padStart(10)}${'1 million'.padStart(12)}${'ratio'.padStart(8)}`)
      let holds = true
      for (const call of CALLS) holds = (await compare(call, small, grown)) && holds
      holds = (await readFile(grown)) && holds
      for (const { site } of [small, grown]) {
        const { difference, transfers } = await checkLedger(site.db)
        console.log(`the books over ${transfers} transfers: ${difference === undefined ? 'right' : difference.rule}`)
        holds = holds && difference === undefined
      }
      return holds
    } finally {
      await grown.site.close()
    }
  } finally {
    await small.site.close()
  }
}
