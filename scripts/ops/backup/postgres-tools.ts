// Runs PostgreSQL's own tools. They receive the address through the environment: every user can read the command line of a process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { CommandIo } from '../../cli/command-io.ts'
import { CommandRefused } from '../../cli/program.ts'

type ToolName = 'pg_dump' | 'pg_restore'

type Environment = Pick<CommandIo, 'env'>

const SSL = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' } as const

/** Returns the address of a database as environment variables of PostgreSQL's tools. */
export function environmentOf(url: string): Readonly<Record<string, string>> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, '')
  const named = {
    PGHOST: host,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  }
  const given = Object.entries(named).filter(([, value]) => value !== '')
  const ssl = Object.entries(SSL).flatMap(([option, name]) => {
    const value = searchParams.get(option)
    return value === null ? [] : [[name, value]]
  })
  return Object.fromEntries([...given, ...ssl])
}

function start(
  tool: ToolName,
  args: readonly string[],
  { env }: Environment,
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(tool, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: env.PATH, LC_ALL: 'C', ...more } })
}

/** Characters of a tool's messages that are shown. */
const MESSAGES_MAX = 2_000

/** Waits until a tool succeeds; rejects with the end of its messages when it fails. */
async function waitForTool(tool: ToolName, child: ChildProcess): Promise<void> {
  const messages = child.stderr === null ? Promise.resolve('') : text(child.stderr)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new CommandRefused(`${tool} failed:\n${(await messages).trim().slice(-MESSAGES_MAX)}`)
}

/**
 * Asserts that a tool is installed and supports a version of PostgreSQL.
 *
 * @param least major version
 * @throws CommandRefused saying what to install
 */
export async function assertTool(tool: ToolName, least: number, io: Environment): Promise<void> {
  const install = `Install PostgreSQL's client tools, ${least} or later (Debian: postgresql-client-${least}).`
  let version: string
  try {
    const child = start(tool, ['--version'], io)
    const output = child.stdout === null ? Promise.resolve('') : text(child.stdout)
    await waitForTool(tool, child)
    version = await output
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new CommandRefused(`${tool} is not on the path. ${install}`)
  }
  const major = Number(/\) (\d+)/.exec(version)?.[1])
  if (!(major >= least)) throw new CommandRefused(`${version.trim()} is too old for PostgreSQL ${least}. ${install}`)
}

/** Starts a tool on a database. */
export function runTool(
  tool: ToolName,
  args: readonly string[],
  { url, io }: { readonly url: string; readonly io: Environment },
): Pick<ChildProcess, 'stdin' | 'stdout'> & { readonly ended: Promise<void> } {
  const child = start(tool, ['--no-password', ...args], io, environmentOf(url))
  return { stdin: child.stdin, stdout: child.stdout, ended: waitForTool(tool, child) }
}
