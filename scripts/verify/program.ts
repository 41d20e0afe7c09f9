// npm run verify: checks files of rolls that the fairness page exported, proofs of raffles and battles, and published days. It needs no
// database and no network.
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { RollExport } from '../../src/protocol/fairness.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { createProgram } from '../cli/program.ts'
import { type BattleFile, checkBattle, isBattleFile, readBattle } from './check-battle.ts'
import { checkPublished, isChainFile, readChain, summarizeChain } from './check-chain.ts'
import { checkExport, type Difference, isOfPlayer } from './check-export.ts'
import { checkRaffle, isRaffleFile, type RaffleFile, readRaffle } from './check-raffle.ts'
import { readExport, Unreadable, withoutMark } from './read-export.ts'

const EXPLANATION = `
Example:
  npm run verify -- rolls.json raffle.json battle.json chain.json

Export a file of rolls on the fairness page, under your past seeds. For every roll these are checked:
  the server seed is the one whose commitment was shown before,
  the seeds and the nonce give this roll, and each nonce from 1 on was used once,
  the odds table is the one that the roll was bound to,
  the item is the one that the table gives for the roll, at its price,
  the id of the roll is its own: it ends as the server seed, the game and the nonce say, and no other roll of the files has it,
and then that no byte of the file was changed since it was exported.
A file is called weaker where the player did not supply the client seed after the commitment: the server could know both seeds.

Download the proof of a raffle on its page. These are checked:
  the list of entries is the one whose SHA-256 was shown,
  the seed is the one whose commitment was shown, or the signature is drand's for the round that was fixed,
  both give this roll, and the list gives this winner for it,
and then that no byte of the file was changed.

Download the proof of a battle on the fairness page. These are checked:
  each lock is the SHA-256 of this battle, for the first round six seconds after it,
  earlier locks were not sent in time, and the last one was,
  each round has the odds table and the price that the lock names,
  the signature is drand's for the round of the last lock, or the seed fits the commitment,
  both give these rolls, each roll wins its item, and the items give this result,
and then that no byte of the file was changed.

Download the chain of published days on the transparency page. These are checked for every day:
  its hash is the SHA-256 of its text and the hash of the day before, so that no earlier day was changed or left out,
  its signature is that of the key that it names.
Compare the key and the last hash with those on the page, or with those that you kept.

Ends with 0 when everything is right, 1 at the first difference, 2 when a file cannot be read.`

function toUnreadable(error: unknown): Unreadable {
  if (error instanceof Unreadable) return error
  if (!(error instanceof Error && 'code' in error)) throw error
  if (error.code === 'ENOENT') return new Unreadable('There is no such file.')
  if (error.code === 'EISDIR') return new Unreadable('It is a folder.')
  return new Unreadable(error.message)
}

const WEAKER = ' Weaker: the server drew both seeds, or could have.'

function summarizeRolls(file: RollExport): string {
  const { rolls, odds } = file
  const games = Map.groupBy(rolls, ({ game }) => game)
  const played = [...games].map(([game, of]) => `${game} ${of.length}`).join(', ')
  const tables = Object.keys(odds).length
  return `right: ${rolls.length} rolls${played === '' ? '' : ` (${played})`}, ${tables} tables of odds.${
    rolls.length > 0 && !isOfPlayer(file) ? WEAKER : ''
  }`
}

function summarizeRaffle({ number, state, entries, winner }: RaffleFile): string {
  if (state === 'returned') return `right: raffle ${number}, without players, gave its prize back.`
  return `right: raffle ${number}, ${entries} players, won by number ${winner}.`
}

function summarizeBattle({ terms, rounds, draw, battle }: BattleFile): string {
  const won = draw.winners.length === 1 ? 'seat' : 'seats'
  const mode = terms.crazy ? `crazy ${terms.mode}` : terms.mode
  return `right: battle ${battle}, ${terms.format} ${mode}, ${rounds.length} rounds, won by ${won} ${draw.winners.join(', ')}.`
}

interface Checked {
  readonly difference: Difference | null
  /** Describes a file without a difference. */
  readonly summary: string
}

/** The files of rolls that were checked before, by the ids of their rolls. */
type CheckedRolls = Map<string, { readonly path: string; readonly commit: string }>

/** Returns the first roll that a file of another seed has too. The same file may be named twice. */
function repeatedId({ rolls, commit }: RollExport, path: string, before: CheckedRolls): Difference | null {
  for (const [at, { id }] of rolls.entries()) {
    const other = before.get(id)
    if (other !== undefined && other.commit !== commit)
      return {
        place: `rolls[${at}].id`,
        message: `is ${id}, which a roll of another seed in ${other.path} has already`,
      }
    before.set(id, { path, commit })
  }
  return null
}

async function check(saved: Uint8Array, path: string, before: CheckedRolls): Promise<Checked> {
  const bytes = withoutMark(saved)
  if (isRaffleFile(bytes)) {
    const file = readRaffle(bytes)
    return { difference: await checkRaffle(bytes, file), summary: summarizeRaffle(file) }
  }
  if (isChainFile(bytes)) {
    const file = readChain(bytes)
    return { difference: await checkPublished(file), summary: summarizeChain(file) }
  }
  if (isBattleFile(bytes)) {
    const file = readBattle(bytes)
    return { difference: await checkBattle(bytes, file), summary: summarizeBattle(file) }
  }
  const file = readExport(bytes)
  const difference = (await checkExport(bytes, file)) ?? repeatedId(file, path, before)
  return { difference, summary: summarizeRolls(file) }
}

/** Checks a file and prints the result; returns the exit code. */
async function verifyFile(path: string, before: CheckedRolls, io: CommandIo): Promise<number> {
  try {
    const { difference, summary } = await check(await readFile(path), path, before)
    if (difference === null) {
      printLine(io, `${path} is ${summary}`)
      return 0
    }
    io.writeErr(`${path} is wrong.\n${difference.place} ${difference.message}.\n`)
    return 1
  } catch (error) {
    io.writeErr(`${path} cannot be checked. ${toUnreadable(error).message}\n`)
    return 2
  }
}

/** Creates the program of `npm run verify`. */
export function createVerify(io: CommandIo): Command {
  return createProgram('npm run verify --', io)
    .description(
      'Check exported rolls, proofs of raffles and battles, and published days, without a database or a network.',
    )
    .argument('<files...>', 'exported rolls, proofs of raffles or battles, or published days')
    .action(async (files: readonly string[]) => {
      const codes: number[] = []
      const before: CheckedRolls = new Map()
      for (const file of files) codes.push(await verifyFile(file, before, io))
      io.exit(Math.max(...codes))
    })
    .addHelpText('after', EXPLANATION)
}
