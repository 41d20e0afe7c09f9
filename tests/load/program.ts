// npm run bench: each benchmark prints a table and a ratio measured in one run, and writes nothing into the project.
import { type Command, Option } from 'commander'
import type { CommandIo } from '../../scripts/cli/command-io.ts'
import { numberFrom, wholeNumber } from '../../scripts/cli/parsers.ts'
import { createProgram } from '../../scripts/cli/program.ts'
import type { BattleLoadOptions } from './calls/battles.ts'
import type { BattleOddsOptions } from './odds/battle-odds.ts'
import type { FaultOptions } from './scale/faults.ts'
import type { RollingOptions } from './scale/rolling.ts'

/** Returns true when what was measured reaches its goal. */
type Benchmark = () => Promise<boolean>

/** Benchmarks without options: what they measure, and how to load them. */
const BENCHMARKS: Readonly<Record<string, { about: string; load: () => Promise<{ run: Benchmark }> }>> = {
  arrival: {
    about: 'When pages are painted and their shell works on the network of a phone.',
    load: () => import('./browser/arrival.ts'),
  },
  blocking: {
    about: 'What blocks the main thread while pages load, for a guest and for a player, with a slowed processor.',
    load: () => import('./browser/blocking.ts'),
  },
  flood: {
    about:
      'Calls of the API on a quiet site, and while 100 connections ask for pages that do not exist, or for namespaces of sockets.',
    load: () => import('./http/flood.ts'),
  },
  games: {
    about: 'Simulated upgrades and contracts against their published odds.',
    load: () => import('./odds/games.ts'),
  },
  growth: { about: 'The same calls on a million drops and on ten thousand.', load: () => import('./growth/growth.ts') },
  inp: {
    about: 'How soon each tap of a journey is answered on a phone and a desktop, with a slowed processor.',
    load: () => import('./browser/inp.ts'),
  },
  islands: {
    about: 'When each island of the shell is hydrated, for a guest and for a player, also with a slowed processor.',
    load: () => import('./browser/islands.ts'),
  },
  memory: {
    about: 'Memory of the server at its start, at rest and after load.',
    load: () => import('./calls/memory.ts'),
  },
  metrics: { about: 'What counting costs a call.', load: () => import('./http/metrics.ts') },
  odds: {
    about: 'Simulated openings of every case, and spins, against their odds.',
    load: () => import('./odds/odds.ts'),
  },
  pages: {
    about: 'Pages a second, compared with nginx serving the same bytes.',
    load: () => import('./http/pages.ts'),
  },
  scale: {
    about: 'Ten times the limit of a database, on scaled-down parts: what the pool does, beside what queues predict.',
    load: () => import('./scale/scale.ts'),
  },
  web: { about: 'Lighthouse, and the bytes of every page against its budget.', load: () => import('./browser/web.ts') },
}

/** Adds the benchmarks that have options. */
function addBenchmarksWithOptions(program: Command, finish: (hasReachedGoal: boolean) => void): void {
  program
    .command('battle-odds')
    .description('Simulated battles in every format and mode: what each seat gets, against what its cases return.')
    .option('--battles <number>', 'how many in all', wholeNumber({ least: 1_000, most: 1_000_000_000 }), 10_000_000)
    .action(async (options: BattleOddsOptions) => finish(await (await import('./odds/battle-odds.ts')).run(options)))
  program
    .command('battles')
    .description('Joins of battles, many settlements at one moment beside pgbench, and spectators of one battle.')
    .option('--battles <number>', 'how many are joined and settled', wholeNumber({ least: 10, most: 100_000 }), 1_000)
    .option('--spectators <number>', 'how many watch one', wholeNumber({ least: 1, most: 1_000_000 }), 10_000)
    .action(async (options: BattleLoadOptions) => finish(await (await import('./calls/battles.ts')).run(options)))
  program
    .command('office')
    .description('The first page of every list of the office on a grown shop, and where the database spends its time.')
    .option('--rows <number>', 'how many rows it has', wholeNumber({ least: 10_000, most: 100_000_000 }), 10_000_000)
    .action(async (options: { rows: number }) => finish(await (await import('./office/office.ts')).run(options)))
    .addHelpText('after', '\nNeeds TEST_DATABASE_URL: a database is created there, and dropped at the end.')
  program
    .command('open')
    .description(
      "Openings a second, driven by wrk, compared with pgbench's TPC-B; and where their processor time goes.",
    )
    .option('--clients <number>', 'how many open at once', wholeNumber({ least: 1, most: 80 }), 20)
    .action(async ({ clients }: { clients: number }) => finish(await (await import('./calls/open.ts')).run(clients)))
  program
    .command('cuts')
    .description('Browsers that are cut off for up to two minutes: their live lists afterwards.')
    .option('--share <number>', 'this share of the time of each cut, like 0.1, to try it', numberFrom(0), 1)
    .action(async ({ share }: { share: number }) => finish(await (await import('./realtime/cuts.ts')).run(share)))
  program
    .command('faults')
    .description('Players at all games while the server is killed: what was lost, made or doubled.')
    .option('--minutes <number>', 'how long to play on each database', numberFrom(0.1), 10)
    .option('--players <number>', 'how many play', wholeNumber({ least: 1, most: 10_000 }), 100)
    .option('--every <seconds>', 'the time between two kills', numberFrom(0.1), 5)
    .option('--thought <milliseconds>', 'the longest pause of a player', wholeNumber({ least: 0, most: 60_000 }), 400)
    .addOption(new Option('--on <database>', 'only this database').choices(['pglite', 'postgres']))
    .action(async (options: FaultOptions) => finish(await (await import('./scale/faults.ts')).run(options)))
    .addHelpText(
      'after',
      `
Examples:
  npm run bench -- faults --minutes 1 --on pglite
  npm run bench -- faults --every 100000            kill nobody, and count deadlocks

PostgreSQL needs TEST_DATABASE_URL: a database is created there, and dropped at the end.`,
    )
  program
    .command('motion')
    .description('Every long task while a case opens, an upgrade runs and a contract is signed, in a slowed browser.')
    .option('--slowed <number>', 'how many times to slow the processor', numberFrom(1), 4)
    .action(async ({ slowed }: { slowed: number }) => finish(await (await import('./browser/motion.ts')).run(slowed)))
  program
    .command('night')
    .description('What the nightly work takes on a site with many drops, and how long calls wait meanwhile.')
    .option('--drops <number>', 'how many drops the site has', wholeNumber({ least: 1, most: 100_000_000 }), 200_000)
    .action(async ({ drops }: { drops: number }) => finish(await (await import('./growth/night.ts')).run(drops)))
  program
    .command('partitions')
    .description(
      'Drops, transfers and rolls by month beside one table each: inserts, pages of history, second credits.',
    )
    .option('--rows <number>', 'how many in each table', wholeNumber({ least: 1_000, most: 100_000_000 }), 1_000_000)
    .action(async ({ rows }: { rows: number }) => finish(await (await import('./growth/partitions.ts')).run(rows)))
  program
    .command('realtime')
    .description('Many sockets: a broadcast compared with a bare ws server, clients that stop reading, a restart.')
    .option('--sockets <number>', 'how many', wholeNumber({ least: 1, most: 1_000_000 }), 10_000)
    .action(async ({ sockets }: { sockets: number }) =>
      finish(await (await import('./realtime/realtime.ts')).run(sockets)),
    )
  program
    .command('rolling')
    .description('Rolling updates and hung instances behind nginx: calls that failed, and how long all took.')
    .option('--times <number>', 'how many of each', wholeNumber({ least: 1, most: 1_000 }), 10)
    .action(async (options: RollingOptions) => finish(await (await import('./scale/rolling.ts')).run(options)))
  program
    .command('strategies')
    .description('Simulated players who are after gifts: what each gains, and would gain without the rule against it.')
    .option('--games <number>', 'how many games of each', wholeNumber({ least: 2, most: 1_000_000 }), 1_000)
    .action(async ({ games }: { games: number }) => finish(await (await import('./odds/strategies.ts')).run(games)))
}

/** Creates the program of `npm run bench`. */
export function createBench(io: CommandIo): Command {
  const finish = (hasReachedGoal: boolean): void => io.exit(hasReachedGoal ? 0 : 1)
  const program = createProgram('npm run bench --', io)
    .description('Benchmarks. Each prints a table and what it is compared with, measured in one run.')
    .addHelpText('after', '\nEnds with 0 when the goal is reached, 1 when it is not, 2 for a bad command line.')
  for (const [name, { about, load }] of Object.entries(BENCHMARKS)) {
    program
      .command(name)
      .description(about)
      .action(async () => finish(await (await load()).run()))
  }
  addBenchmarksWithOptions(program, finish)
  return program
}
