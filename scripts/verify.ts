// npm run verify -- rolls.json raffle.json: checks files of rolls that the fairness page exported, and proofs of raffles. It asks no
// database and no network.
import { readFile } from 'node:fs/promises'
import type { RollExport } from '../src/contract/fairness.ts'
import { readLine, UsageError } from './ops/operator.ts'
import { checkExport, type Difference } from './verify/check-export.ts'
import { checkRaffle, isRaffleFile, type RaffleFile, readRaffle } from './verify/check-raffle.ts'
import { readExport, Unreadable } from './verify/read-export.ts'

const USAGE = `Usage: npm run verify -- rolls.json [more.json …]   check exported rolls and raffles, without a database or a network

Export a file on the fairness page, under your past seeds. For every roll it is checked that
  the server seed is the one whose commit was shown before,
  the seeds and the nonce give this roll, and each nonce from 1 on was used once,
  the table of odds is the one that the roll was bound to,
  the item is the one that the table gives for the roll, at its price,
and then that no byte of the file was changed since it was exported.

Download the proof of a raffle on its page. It is checked that
  the list of entries is the one whose SHA-256 was shown,
  the seed is the one whose commit was shown, or the signature that of drand for the round that was fixed,
  both give this roll, and the list this winner for it,
and that no byte of the file was changed.

It ends with 0 when everything is right, 1 at the first difference, 2 when a file cannot be read.`

function readable(error: unknown): Unreadable {
  if (error instanceof Unreadable) return error
  if (!(error instanceof Error && 'code' in error)) throw error
  if (error.code === 'ENOENT') return new Unreadable('There is no such file.')
  if (error.code === 'EISDIR') return new Unreadable('It is a folder.')
  return new Unreadable(error.message)
}

function summary({ rolls, odds }: RollExport): string {
  const games = Map.groupBy(rolls, ({ game }) => game)
  const played = [...games].map(([game, of]) => `${game} ${of.length}`).join(', ')
  const tables = Object.keys(odds).length
  return `right: ${rolls.length} rolls${played === '' ? '' : ` (${played})`}, ${tables} tables of odds.`
}

function raffleSummary({ number, state, entries, winner }: RaffleFile): string {
  if (state === 'returned') return `right: raffle ${number}, without players, gave its prize back.`
  return `right: raffle ${number}, ${entries} players, won by player ${winner}.`
}

interface Checked {
  readonly difference: Difference | null
  /** Of a file that is right. */
  readonly words: string
}

async function check(bytes: Uint8Array): Promise<Checked> {
  if (isRaffleFile(bytes)) {
    const file = readRaffle(bytes)
    return { difference: await checkRaffle(bytes, file), words: raffleSummary(file) }
  }
  const file = readExport(bytes)
  return { difference: await checkExport(bytes, file), words: summary(file) }
}

/** @returns the exit code */
async function verifyFile(path: string): Promise<number> {
  try {
    const { difference, words } = await check(await readFile(path))
    if (difference === null) {
      console.log(`${path} is ${words}`)
      return 0
    }
    console.error(`${path} is wrong.\n${difference.place} ${difference.message}.`)
    return 1
  } catch (error) {
    console.error(`${path} cannot be checked. ${readable(error).message}`)
    return 2
  }
}

async function run(args: readonly string[]): Promise<number> {
  if (args.some((word) => word === '--help' || word === '-h')) {
    console.log(USAGE)
    return 0
  }
  const { positionals } = readLine(args, {})
  if (positionals.length === 0) throw new UsageError(`Say which file.\n${USAGE}`)
  const codes: number[] = []
  for (const path of positionals) codes.push(await verifyFile(path))
  return Math.max(...codes)
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
