// A player makes random moves in random order: after each move the site agrees with a simple model, and after each game
// the ledger is correct. On every database each move is made once; the games are played where the other suites run.
// CONTRIBUTING.md explains how to repeat a failed game.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { type DatabaseKind, SUITE_KINDS } from '../support/databases/databases.ts'
import { makePromo } from '../support/players/deposits.ts'
import { newTrader } from '../support/players/withdrawals.ts'
import { byRun } from '../support/runner/long-run.ts'
import { type ClockedSite, openClockedSite } from '../support/sites/clock-site.ts'
import * as games from './games.ts'
import * as items from './items.ts'
import { type Model, ModelGame, newModel, type Real } from './model-game.ts'
import * as money from './money.ts'

const ENVIRONMENT = process.env
const GAMES = Number(ENVIRONMENT.MODEL_GAMES ?? byRun(4, 16))
const MOVES = 60
const SEED = Number(ENVIRONMENT.MODEL_SEED ?? Date.now() % 1_000_000_000)
const START = '2027-03-24T12:00:00Z'
const TIMEOUT_MS = 60_000 + GAMES * 30_000

type Move = fc.AsyncCommand<Model, Real>

function move(name: string, make: (game: ModelGame) => Promise<void>): Move {
  return {
    check: () => true,
    run: async (model, real) => {
      const game = new ModelGame(model, real)
      await make(game)
      await game.expectAgreement()
    },
    toString: () => name,
  }
}

const always = (name: string, make: (game: ModelGame) => Promise<void>): fc.Arbitrary<Move> =>
  fc.constant(move(name, make))

/** A move with a numeric parameter. */
function counted(
  name: string,
  least: number,
  most: number,
  make: (game: ModelGame, count: number) => Promise<void>,
): fc.Arbitrary<Move> {
  return fc.integer({ min: least, max: most }).map((count) => move(`${name} ${count}`, (game) => make(game, count)))
}

const openings = (url: string, price: number): fc.Arbitrary<Move> =>
  counted(`open ${url}`, 1, 10, (game, count) => games.open(game, url, price, count))

const MOVES_THERE_ARE: readonly fc.Arbitrary<Move>[] = [
  openings('first-step', 50),
  openings('stardust', 75),
  openings('loose-change', 60),
  // Ten of these cost more than most players have; after some of them even cheap ones cost too much.
  openings('solar-wind', 1_499),
  always('sign in', (game) => game.signIn()),
  counted('deposit $', 1, 50, (game, dollars) => money.deposit(game, dollars, '')),
  counted('deposit with a code $', 1, 50, (game, dollars) => money.deposit(game, dollars, money.PROMO.code)),
  counted('hours pass', 1, 30, money.moveClock),
  counted('days pass', 3, 8, (game, days) => money.moveClock(game, days * 24)),
  always('the last click once more', money.repeat),
  counted('upgrade items', 0, 6, (game, count) => games.upgrade(game, count, 0)),
  counted('upgrade an item and cents', 0, 3_000, (game, balance) => games.upgrade(game, 1, balance)),
  counted('contract over', 2, 10, games.contract),
  always('spin', (game) => games.spin(game, false)),
  always('spin for free', (game) => games.spin(game, true)),
  counted('battle with tenths of', 1, 10, (game, tenths) => games.battleBot(game, 'stardust', 75, tenths * 10)),
  always('cancel a battle', (game) => games.cancelBattle(game, 'stardust', 75)),
  always('claim the day', games.claimDay),
  always('claim missions', games.claimMissions),
  always('open a free case', games.openFreeCase),
  always('join raffles', games.joinRaffles),
  always('rotate the seed', games.rotateSeed),
  counted('sell', 1, 10, items.sell),
  always('sell all', items.sellAll),
  always('use what is gone', items.useWhatIsGone),
  counted('withdraw', 1, 5, (game, count) => items.withdraw(game, count, 'there')),
  counted('withdraw what is out of stock', 1, 2, (game, count) => items.withdraw(game, count, 'none')),
  always('accept a trade', items.acceptTrade),
  always('decline a trade', items.declineTrade),
  always('let the protection pass', items.settleTrade),
  always('reverse a trade', items.reverseTrade),
  always('replace', items.replace),
  always('take back', items.takeBack),
  // The last one: most others are refused from then on.
  always('self-exclude', money.excludeSelf),
]

interface PlayedSite {
  site(): ClockedSite
  /** Creates a new player whose rolls are the same in every run of a seed, and the player's model. */
  newGame(): Promise<{ model: Model; real: Real }>
}

/** Opens a site for the tests of a suite. */
function openPlayedSite(kind: DatabaseKind): PlayedSite {
  let site: ClockedSite
  const clock = { nowMs: Date.parse(START) }

  beforeAll(async () => {
    site = await openClockedSite(kind, START)
    await makePromo(site.db, { code: money.PROMO.code, percent: money.PROMO.percent })
  })

  afterAll(() => site.close())

  async function newGame(): Promise<{ model: Model; real: Real }> {
    const player = await newTrader(site)
    for (const state of ['active', 'next']) {
      const serverSeed = createHash('sha256').update(`${SEED} ${state}`).digest('hex')
      const commit = createHash('sha256').update(serverSeed).digest('hex')
      const [clientSeed, answered] = state === 'active' ? ["'model'", `'${commit}'`] : ['null', 'null']
      await site.db.asOwner(
        `alter table seeds disable trigger seeds_kept;
        update seeds set server_seed = '${serverSeed}', commit = '${commit}', client_seed = ${clientSeed}, answered_commit = ${answered}
          where player_id = ${player.playerId} and state = '${state}';
        alter table seeds enable trigger seeds_kept`,
      )
    }
    // The raffles of the last player are over by then.
    const game = new ModelGame(newModel(clock.nowMs), { site, player, clock })
    await game.moveClock(8 * 24 * 3_600_000)
    // The player starts with ten dollars, and items that are worth more or less than they cost.
    await games.open(game, 'solar-wind', 1_499, 6)
    return { model: game.model, real: game.real }
  }

  return { site: () => site, newGame }
}

describe.each(SUITE_KINDS)('each move of a player on %s', (kind) => {
  const { site, newGame } = openPlayedSite(kind)

  it(
    `has the result of the model (MODEL_SEED=${SEED})`,
    async () => {
      const moves = MOVES_THERE_ARE.flatMap((one) => fc.sample(one, { numRuns: 1, seed: SEED }))
      await fc.asyncModelRun(newGame, moves)
      expect((await checkLedger(site().db)).difference).toBeUndefined()
    },
    TIMEOUT_MS,
  )
})

describe.each(SUITE_KINDS)('random moves of a player on %s', (kind) => {
  const { site, newGame } = openPlayedSite(kind)

  it(
    `leave the player in the state of the model (MODEL_SEED=${SEED})`,
    async () => {
      const commands = fc.commands([...MOVES_THERE_ARE], {
        maxCommands: MOVES,
        size: 'max',
        ...(ENVIRONMENT.MODEL_REPLAY === undefined ? {} : { replayPath: ENVIRONMENT.MODEL_REPLAY }),
      })
      const game = fc.asyncProperty(commands, async (moves) => {
        await fc.asyncModelRun(newGame, moves)
        expect((await checkLedger(site().db)).difference).toBeUndefined()
      })
      await fc.assert(game, {
        numRuns: GAMES,
        seed: SEED,
        ...(ENVIRONMENT.MODEL_PATH === undefined ? {} : { path: ENVIRONMENT.MODEL_PATH }),
        // A failed game is shrunk while that takes reasonable time.
        interruptAfterTimeLimit: TIMEOUT_MS - 30_000,
        markInterruptAsFailure: true,
      })
      expect(site().retries.filter((code) => code === '40P01')).toEqual([])
    },
    TIMEOUT_MS,
  )
})
