// What the operator's commands share: what a group of them is, reading their line, saying what is wrong with it, tables.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { FIRST_PLAYER_ID } from '../../src/server/db/schema.ts'

/** The line cannot be followed; the message says why. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** The line was understood, and what it asks for cannot be done; the message says why and what to do. */
export class CommandRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CommandRefused'
  }
}

/** Does what a line asks for; `args` are the words behind the command's name. */
export type Command = (args: readonly string[]) => Promise<void>

/** Commands about one thing. */
export interface Group {
  readonly usage: string
  readonly commands: Readonly<Record<string, Command>>
  /** What a line asks for whose first word is no command. */
  readonly itself?: Command
}

type Line<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; strict: true }>
>

function lineFault(error: Error & { code: string }): string {
  const option = /'(?:-\w, )?(--?[\w-]+)/.exec(error.message)?.[1] ?? 'one of them'
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${option}.`
  return /does not take/.test(error.message) ? `${option} takes no value.` : `${option} needs a value.`
}

/**
 * Reads what follows the name of a command.
 *
 * @throws UsageError naming an option that does not exist or has no value
 */
export function readLine<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
): Line<Options> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      throw new UsageError(lineFault(error as Error & { code: string }))
    }
    throw error
  }
}

/** The one word that a command is about; `what` names it. */
export function onlyWord(words: readonly string[], what: string): string {
  const [word, ...others] = words
  if (word === undefined) throw new UsageError(`Say which: ${what} is missing.`)
  if (others.length > 0) throw new UsageError(`One ${what} at a time: "${others.join(' ')}" is too much.`)
  return word
}

/** The whole number that an option was given, within bounds; undefined where it was not given. */
export function wholeNumber(
  option: string,
  text: string | undefined,
  { least, most }: { least: number; most: number },
): number | undefined {
  if (text === undefined) return undefined
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`${option} has to be a whole number from ${least} to ${most}, not "${text}".`)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The one id that a command is about; `what` names the thing that has it. */
export function onlyId(words: readonly string[], what: string): string {
  const word = onlyWord(words, what)
  if (UUID.test(word)) return word.toLowerCase()
  throw new UsageError(
    `"${word}" is not the id of ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}: those are 36 characters long.`,
  )
}

function readState<State extends string>(states: readonly State[], text: string | undefined): State | undefined {
  const state = states.find((known) => known === text)
  if (text === undefined || state !== undefined) return state
  throw new UsageError(`There is no state "${text}": ${states.join(', ')}.`)
}

/** The options of every list. */
export const LIST_OPTIONS = {
  state: { type: 'string' },
  player: { type: 'string' },
  limit: { type: 'string' },
} as const

const LISTED = 50

/** What a list is narrowed to; undefined where its line does not say. */
export function readList<State extends string>(
  states: readonly State[],
  { values, positionals }: Line<typeof LIST_OPTIONS>,
): { readonly state: State | undefined; readonly playerId: number | undefined; readonly most: number } {
  if (positionals.length > 0) throw new UsageError(`"${positionals.join(' ')}" is too much: show takes an id.`)
  return {
    state: readState(states, values.state),
    playerId: wholeNumber('--player', values.player, { least: FIRST_PLAYER_ID, most: 2_147_483_647 }),
    most: wholeNumber('--limit', values.limit, { least: 1, most: 10_000 }) ?? LISTED,
  }
}

/** Stands where there is nothing. */
export const NONE = '-'

/** A moment, or that there was none. */
export function momentOrNone(at: Date | null): string {
  return at === null ? NONE : moment(at)
}

/** Names and values under each other. */
export function facts(lines: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...lines.map(([name]) => name.length)) + 2
  return lines.map(([name, value]) => `${name.padEnd(width)}${value}`).join('\n')
}

export interface Column {
  readonly title: string
  /** Numbers stand under each other by their last digit. */
  readonly right?: true
}

/** Rows under the titles of their columns, aligned. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title.toUpperCase()), ...rows]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const cell = (text: string, at: number): string =>
    columns[at]?.right ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')
}

/** Rows below a heading, after an empty line. */
export function section(title: string, columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  return `\n${title}\n${rows.length === 0 ? 'none' : table(columns, rows)}`
}

/** A moment in UTC to the second: 2026-11-21 12:00:00. */
export function moment(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}
