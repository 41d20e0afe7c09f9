// Runs PostgreSQL's own tools. They receive the address through the environment: every user can read the command line of a process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { OperatorError } from '../../../base/operator-error.ts'

type ToolName = 'pg_dump' | 'pg_restore'

/** How other programs are started. */
export interface ToolOptions {
  readonly env: NodeJS.ProcessEnv
  /** Ends the program. */
  readonly signal?: AbortSignal
  /** Their priority in the system; the one of this process by default. */
  readonly priority?: number
}

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
  { env, signal, priority }: ToolOptions,
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(tool, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: env.PATH, LC_ALL: 'C', ...more },
    ...(signal && { signal }),
  })
  if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, priority)
  return child
}

/** Characters of a tool's messages that are shown. */
const MESSAGES_MAX = 2_000

/** Waits until a tool succeeds; rejects with the end of its messages when it fails. */
async function waitForTool(tool: ToolName, child: ChildProcess): Promise<void> {
  const messages = child.stderr === null ? Promise.resolve('') : text(child.stderr)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new OperatorError(`${tool} failed:\n${(await messages).trim().slice(-MESSAGES_MAX)}`)
}

/**
 * Asserts that a tool is installed and supports a version of PostgreSQL.
 *
 * @param least major version
 * @throws OperatorError saying what to install
 */
export async function assertTool(tool: ToolName, least: number, options: ToolOptions): Promise<void> {
  const install = `Install PostgreSQL's client tools, ${least} or later (Debian: postgresql-client-${least}).`
  let version: string
  try {
    const child = start(tool, ['--version'], options)
    const output = child.stdout === null ? Promise.resolve('') : text(child.stdout)
    await waitForTool(tool, child)
    version = await output
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new OperatorError(`${tool} is not on the path. ${install}`)
  }
  const major = Number(/\) (\d+)/.exec(version)?.[1])
  if (!(major >= least)) throw new OperatorError(`${version.trim()} is too old for PostgreSQL ${least}. ${install}`)
}

/** Starts a tool on a database. */
export function runTool(
  tool: ToolName,
  args: readonly string[],
  url: string,
  options: ToolOptions,
): Pick<ChildProcess, 'stdin' | 'stdout'> & { readonly ended: Promise<void> } {
  const child = start(tool, ['--no-password', ...args], options, environmentOf(url))
  return { stdin: child.stdin, stdout: child.stdout, ended: waitForTool(tool, child) }
}
