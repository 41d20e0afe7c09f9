// A PostgreSQL cluster of a test's own: roles, archives and data folders of the shared server are no test's to change.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../runner/free-port.ts'

const DEBIAN = '/usr/lib/postgresql'

/** The folder of the server's programs: of Debian's newest version, or where the path has them; undefined where there are none. */
function programsFolder(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** The folder of the server's programs; undefined where there are none. */
export const POSTGRES_PROGRAMS = programsFolder()

/** PostgreSQL refuses to run as root: its programs run as the user that Debian makes for them. */
function idsOfServer(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }).toString())
  return { uid: id('-u'), gid: id('-g') }
}

/** True where this machine has the programs of a PostgreSQL server. */
export const HAS_POSTGRES_SERVER = POSTGRES_PROGRAMS !== undefined

export interface PostgresCluster {
  /** A folder that the server's user can write to; it is removed with the cluster. */
  readonly folder: string
  /** The data folder of the cluster. */
  readonly dataFolder: string
  /** The address of a database, as a user without a password. */
  url(database: string, user?: string): string
  /** Runs a program of PostgreSQL as the server's user, to its end; returns what it printed. */
  run(program: string, args: readonly string[]): string
  /** Starts the server of a data folder, by default that of the cluster on its port, and waits until it answers. */
  start(dataFolder?: string, port?: number): void
  /** Makes a read replica of the running cluster and starts it; returns the address of its database `postgres`. */
  startReplica(): Promise<string>
  /** Stops the server of a data folder, that of the cluster by default. */
  stop(dataFolder?: string): void
  /** Stops what runs, and removes everything. */
  remove(): Promise<void>
}

/** Makes a cluster with the superuser `postgres`, not started. It listens on a free port of this machine. */
export async function createPostgresCluster(settings: Readonly<Record<string, string>> = {}): Promise<PostgresCluster> {
  const programs = POSTGRES_PROGRAMS
  if (programs === undefined) throw new Error('This machine has no PostgreSQL server')
  const ids = idsOfServer()
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-postgres-'))
  const dataFolder = join(folder, 'data')
  const port = await freePort()
  const started = new Set<string>()

  const run = (program: string, args: readonly string[]): string => {
    const done = spawnSync(join(programs, program), args, {
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' },
      // The server that pg_ctl starts keeps the streams open.
      stdio: program === 'pg_ctl' ? 'ignore' : 'pipe',
      ...ids,
    })
    if (done.status === 0) return String(done.stdout ?? '')
    throw new Error(`${program} failed: ${done.error?.message ?? String(done.stderr ?? '')}`)
  }
  if (ids !== undefined) await chown(folder, ids.uid, ids.gid)
  run('initdb', ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync', `--pgdata=${dataFolder}`])

  const start = (at = dataFolder, atPort = port): void => {
    const options = Object.entries({ port: String(atPort), unix_socket_directories: '', fsync: 'off', ...settings })
      .map(([name, value]) => `-c ${name}='${value}'`)
      .join(' ')
    run('pg_ctl', ['start', '--wait', `--pgdata=${at}`, `--log=${join(folder, 'server.log')}`, `--options=${options}`])
    started.add(at)
  }
  const stop = (at = dataFolder): void => {
    run('pg_ctl', ['stop', '--wait', '--mode=fast', `--pgdata=${at}`])
    started.delete(at)
  }
  return {
    folder,
    dataFolder,
    url: (database, user = 'postgres') => `postgres://${user}@127.0.0.1:${port}/${database}`,
    run,
    start,
    stop,
    startReplica: async () => {
      const [replica, replicaPort] = [join(folder, 'replica'), await freePort()]
      run('pg_basebackup', ['--write-recovery-conf', '--checkpoint=fast', '--no-sync', `--pgdata=${replica}`])
      start(replica, replicaPort)
      return `postgres://postgres@127.0.0.1:${replicaPort}/postgres`
    },
    remove: async () => {
      for (const at of started) stop(at)
      await rm(folder, { recursive: true })
    },
  }
}
