// A player makes any moves in any order; after each the site says of him what a simple model does, and after each game the books are
// right. CONTRIBUTING.md says how to play a game that failed once more.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { makePromo } from '../support/deposits.ts'
import { type ClockedSite, openClockedSite } from '../support/nights.ts'
import { newTrader } from '../support/withdrawals.ts'
import * as games from './games.ts'
import * as items from './items.ts'
import * as money from './money.ts'
import { type Model, newModel, type Real, Table } from './table.ts'

const ENVIRONMENT = process.env
const GAMES = Number(ENVIRONMENT.MODEL_GAMES ?? 8)
const MOVES = 60
const SEED = Number(ENVIRONMENT.MODEL_SEED ?? Date.now() % 1_000_000_000)
const START = '2027-03-24T12:00:00Z'
const TIMEOUT_MS = 60_000 + GAMES * 30_000

type Move = fc.AsyncCommand<Model, Real>

function move(name: string, make: (table: Table) => Promise<void>): Move {
  return {
    check: () => true,
    run: async (model, real) => {
      const table = new Table(model, real)
      await make(table)
      await table.agree()
    },
    toString: () => name,
  }
}

const always = (name: string, make: (table: Table) => Promise<void>): fc.Arbitrary<Move> =>
  fc.constant(move(name, make))

/** A move with a number in it. */
function counted(
  name: string,
  least: number,
  most: number,
  make: (table: Table, count: number) => Promise<void>,
): fc.Arbitrary<Move> {
  return fc.integer({ min: least, max: most }).map((count) => move(`${name} ${count}`, (table) => make(table, count)))
}

const openings = (url: string, price: number): fc.Arbitrary<Move> =>
  counted(`open ${url}`, 1, 10, (table, count) => games.open(table, url, price, count))

const MOVES_THERE_ARE: readonly fc.Arbitrary<Move>[] = [
  openings('first-step', 50),
  openings('stardust', 75),
  openings('loose-change', 60),
  // Ten of these cost more than a player has, as a rule; after some of them he cannot pay for the cheap ones either.
  openings('solar-wind', 1_499),
  always('sign in', (table) => table.signIn()),
  counted('deposit $', 1, 50, (table, dollars) => money.deposit(table, dollars, '')),
  counted('deposit with a code $', 1, 50, (table, dollars) => money.deposit(table, dollars, money.PROMO.code)),
  counted('hours pass', 1, 30, money.moveClock),
  counted('days pass', 3, 8, (table, days) => money.moveClock(table, days * 24)),
  always('exclude himself', money.excludeSelf),
  always('the last click once more', money.repeat),
  counted('upgrade items', 0, 6, (table, count) => games.upgrade(table, count, 0)),
  counted('upgrade an item and cents', 0, 3_000, (table, balance) => games.upgrade(table, 1, balance)),
  counted('contract over', 2, 10, games.contract),
  always('spin', (table) => games.spin(table, false)),
  always('spin for free', (table) => games.spin(table, true)),
  always('claim the day', games.claimDay),
  always('claim missions', games.claimMissions),
  always('open a free case', games.openFreeCase),
  always('join raffles', games.joinRaffles),
  always('rotate the seed', games.rotateSeed),
  counted('sell', 1, 10, items.sell),
  always('sell all', items.sellAll),
  always('use what is gone', items.useWhatIsGone),
  counted('withdraw', 1, 5, (table, count) => items.withdraw(table, count, 'there')),
  counted('withdraw what is out of stock', 1, 2, (table, count) => items.withdraw(table, count, 'none')),
  always('accept a trade', items.acceptTrade),
  always('decline a trade', items.declineTrade),
  always('let the protection pass', items.settleTrade),
  always('reverse a trade', items.reverseTrade),
  always('replace', items.replace),
  always('take back', items.takeBack),
]

describe.each(DATABASE_KINDS)('any moves of a player on %s', (kind) => {
  let site: ClockedSite
  const clock = { nowMs: Date.parse(START) }

  beforeAll(async () => {
    site = await openClockedSite(kind, START)
    await makePromo(site.db, { code: money.PROMO.code, percent: money.PROMO.percent })
  })

  afterAll(() => site.close())

  /** A new player whose rolls are the same in every run of a seed: what was drawn before is drawn again. */
  async function sitDown(): Promise<{ model: Model; real: Real }> {
    const player = await newTrader(site)
    for (const state of ['active', 'next']) {
      const serverSeed = createHash('sha256').update(`${SEED} ${state}`).digest('hex')
      const commit = createHash('sha256').update(serverSeed).digest('hex')
      await site.db.asOwner(
        `update seeds set server_seed = '${serverSeed}', commit = '${commit}', client_seed = 'model'
          where player_id = ${player.playerId} and state = '${state}'`,
      )
    }
    // Nobody is in the raffles of the player before.
    const table = new Table(newModel(clock.nowMs), { site, player, clock })
    await table.moveClock(8 * 24 * 3_600_000)
    // He begins poor: with ten dollars, and items for which he may get more or less than what they cost.
    await games.open(table, 'solar-wind', 1_499, 6)
    return { model: table.model, real: table.real }
  }

  it(
    `leave him with what the model says (MODEL_SEED=${SEED})`,
    async () => {
      const commands = fc.commands([...MOVES_THERE_ARE], {
        maxCommands: MOVES,
        size: 'max',
        ...(ENVIRONMENT.MODEL_REPLAY === undefined ? {} : { replayPath: ENVIRONMENT.MODEL_REPLAY }),
      })
      const game = fc.asyncProperty(commands, async (moves) => {
        await fc.asyncModelRun(sitDown, moves)
        expect((await checkLedger(site.db)).difference).toBeUndefined()
      })
      await fc.assert(game, {
        numRuns: GAMES,
        seed: SEED,
        ...(ENVIRONMENT.MODEL_PATH === undefined ? {} : { path: ENVIRONMENT.MODEL_PATH }),
        // A game that fails is made shorter for as long as that tells something in reasonable time.
        interruptAfterTimeLimit: TIMEOUT_MS - 30_000,
        markInterruptAsFailure: true,
      })
      expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    },
    TIMEOUT_MS,
  )
})
