// PostgreSQL's own tools. The address goes to them through the environment, because everyone can read the command line of a process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { CommandRefused } from '../operator.ts'

type ToolName = 'pg_dump' | 'pg_restore'

const SSL = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' } as const

/** The address of a database as PostgreSQL's tools read it from their environment. */
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

function start(tool: ToolName, args: readonly string[], more: Readonly<Record<string, string>>): ChildProcess {
  return spawn(tool, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH, LC_ALL: 'C', ...more } })
}

const LAST_WORDS = 2_000

/** Resolves when a tool has ended well. Rejects with its last words. */
async function endOf(tool: ToolName, child: ChildProcess): Promise<void> {
  const said = child.stderr === null ? Promise.resolve('') : text(child.stderr)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new CommandRefused(`${tool} failed:\n${(await said).trim().slice(-LAST_WORDS)}`)
}

/**
 * Makes sure that a tool is there and can read a version of PostgreSQL.
 *
 * @param least major version
 */
export async function needTool(tool: ToolName, least: number): Promise<void> {
  const install = `Install PostgreSQL's client tools, ${least} or later (Debian: postgresql-client-${least}).`
  let said: string
  try {
    const child = start(tool, ['--version'], {})
    const words = child.stdout === null ? Promise.resolve('') : text(child.stdout)
    await endOf(tool, child)
    said = await words
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new CommandRefused(`${tool} is not on the path. ${install}`)
  }
  const major = Number(/\) (\d+)/.exec(said)?.[1])
  if (!(major >= least)) throw new CommandRefused(`${said.trim()} is too old for PostgreSQL ${least}. ${install}`)
}

/** A tool at work on the database of an address. */
export function runTool(
  tool: ToolName,
  args: readonly string[],
  url: string,
): Pick<ChildProcess, 'stdin' | 'stdout'> & { readonly ended: Promise<void> } {
  const child = start(tool, ['--no-password', ...args], environmentOf(url))
  return { stdin: child.stdin, stdout: child.stdout, ended: endOf(tool, child) }
}
