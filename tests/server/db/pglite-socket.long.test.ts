// Commands reach the PGlite of a running site through a socket that only its user can open. PGlite is one session: what a command
// does in it must not mix with the site's transactions, and must not outlive the command.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, databaseFault, isDatabaseUnavailable, queryRows } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { jobLeases } from '../../../src/server/db/schema-operations.ts'
import { connectToSite } from '../../../src/server/db/site-connection.ts'
import { migratedDump } from '../../support/databases/migrated-pglite.ts'

const HOLDER = new URL('../../support/databases/folder-holder.ts', import.meta.url).pathname
const UNFINISHED = new URL('../../support/databases/unfinished-command.ts', import.meta.url).pathname
const isRoot = process.getuid?.() === 0

let root: string
let folder: string
let path: string
const problems: string[] = []
const open: { close(): Promise<void> }[] = []
const children: ChildProcess[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spacedrop-socket-'))
  folder = join(root, 'socket')
  path = join(folder, '.s.PGSQL.5432')
})

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  for (const each of open.splice(0).reverse()) await each.close()
  problems.length = 0
  await rm(root, { recursive: true })
})

/** Opens the database of a site in memory, with a row to change. */
async function openSiteDatabase(options: { folder?: string; silenceMs?: number } = {}): Promise<Database> {
  const socket = { folder, onProblem: (problem: string) => void problems.push(problem), ...options }
  const db = await openPglite({ folder: undefined, from: await migratedDump(), socket, onRetry: () => undefined })
  open.push(db)
  await db.queries.insert(jobLeases).values({ name: 'before', nextAt: new Date(0) })
  return db
}

async function openCommand(): Promise<Database> {
  const db = await connectToSite(folder)
  if (db === null) throw new Error('No site listens')
  open.push(db)
  return db
}

const names = async (db: Database): Promise<string[]> =>
  (await db.queries.select({ name: jobLeases.name }).from(jobLeases)).map(({ name }) => name).sort()

/** Inserts a lease in a transaction that stays open until the returned function ends it. */
async function insertAndHold(db: Database, name: string): Promise<(error?: Error) => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const inserted = Promise.withResolvers<void>()
  const done = db.transaction(async (tx) => {
    await tx.insert(jobLeases).values({ name, nextAt: new Date() })
    inserted.resolve()
    await held.promise
  })
  done.catch(() => undefined)
  await inserted.promise
  return async (error) => {
    if (error === undefined) held.resolve()
    else held.reject(error)
    await done.catch(() => undefined)
  }
}

async function startProcess(entry: string, ...args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${entry} ended`)))
  ended.catch(() => undefined)
  await Promise.race([once(child.stdout, 'data'), ended])
  return child
}

/** Introduces a client and waits for the welcome, after which the site has read what others sent before. */
async function waitUntilRead(): Promise<void> {
  const socket = connect(path)
  socket.write('\0\0\0\x08\0\x03\0\0')
  await once(socket, 'data')
  socket.destroy()
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the socket of a PGlite', () => {
  it('runs statements, transactions and prepared statements, with the errors of the database', async () => {
    const site = await openSiteDatabase()
    const command = await openCommand()
    expect(command.kind).toBe('pglite')
    await command.queries.insert(jobLeases).values({ name: 'command', nextAt: new Date(5) })
    await command.transaction((tx) => tx.insert(jobLeases).values({ name: 'transaction', nextAt: new Date(5) }))
    expect(await names(site)).toEqual(['before', 'command', 'transaction'])
    const [row] = await command.queries.select().from(jobLeases).where(sql`name = 'command'`)
    expect(row?.nextAt).toEqual(new Date(5))
    const again = command.queries.insert(jobLeases).values({ name: 'command', nextAt: new Date() })
    const fault = await again.catch(databaseFault)
    expect(fault).toMatchObject({ code: '23505', constraint: 'job_turns_pkey' })
    expect(problems).toEqual([])
  })

  it('has the rights of the site: a command cannot change the ledger', async () => {
    await openSiteDatabase()
    const command = await openCommand()
    expect(await queryRows(command.queries, 'select current_user as role')).toEqual([{ role: 'spacedrop_app' }])
    const fault = await command.queries.execute('delete from transfers').catch(databaseFault)
    expect(fault).toMatchObject({ code: '42501' })
  })

  it('takes the same prepared statement from several commands', async () => {
    await openSiteDatabase()
    const statement = { name: 'twice', text: 'select $1::int + 1 as next' }
    for (const command of [await openCommand(), await openCommand()]) {
      expect(await command.run(statement, [1])).toEqual([{ next: 2 }])
      expect(await command.run(statement, [2])).toEqual([{ next: 3 }])
    }
  })

  it('passes results of any size', async () => {
    await openSiteDatabase()
    const command = await openCommand()
    const [row] = await queryRows<{ text: string }>(command.queries, sql`select repeat(${'x'}, 5000000) as text`)
    expect(row?.text).toHaveLength(5_000_000)
  })

  it('keeps statements of a command out of a transaction of the site', async () => {
    const site = await openSiteDatabase()
    const command = await openCommand()
    const end = await insertAndHold(site, 'site')
    const inserted = command.queries.insert(jobLeases).values({ name: 'command', nextAt: new Date() }).execute()
    await waitUntilRead()
    await end(new Error('rolled back'))
    await inserted
    expect(await names(site)).toEqual(['before', 'command'])
  })

  it('keeps statements of the site and of other commands out of the transaction of a command', async () => {
    const site = await openSiteDatabase()
    const [command, other] = [await openCommand(), await openCommand()]
    const end = await insertAndHold(command, 'command')
    const insertions = [site, other].map((db, at) =>
      db.queries
        .insert(jobLeases)
        .values({ name: `other-${at}`, nextAt: new Date() })
        .execute(),
    )
    await waitUntilRead()
    await end(new Error('rolled back'))
    await Promise.all(insertions)
    expect(await names(site)).toEqual(['before', 'other-0', 'other-1'])
  })

  it('rolls back the transaction of a command that is killed', async () => {
    const site = await openSiteDatabase()
    const command = await startProcess(UNFINISHED, folder)
    const answer = site.queries.select().from(jobLeases).execute()
    await kill(command)
    expect(await answer).toMatchObject([{ name: 'before', nextAt: new Date(0) }])
    expect(problems).toEqual([])
  })

  it('rolls back the transaction of a command that is silent, and ends its connection', async () => {
    const site = await openSiteDatabase({ silenceMs: 50 })
    const command = await openCommand()
    const silent = command.transaction(async (tx) => {
      await tx.insert(jobLeases).values({ name: 'command', nextAt: new Date() })
      // The site is answered when the transaction is over.
      await site.ping()
      await tx.execute('select 1')
    })
    expect(await silent.then(() => false, isDatabaseUnavailable)).toBe(true)
    expect(await names(command)).toEqual(['before'])
  })

  it('ends the transactions of commands when the database closes, and is gone then', async () => {
    const site = await openSiteDatabase()
    const command = await openCommand()
    const transaction = command.transaction(async (tx) => {
      await tx.insert(jobLeases).values({ name: 'command', nextAt: new Date() })
      await site.close()
      open.splice(open.indexOf(site), 1)
      await tx.execute('select 1')
    })
    expect(await transaction.then(() => false, isDatabaseUnavailable)).toBe(true)
    expect(await command.queries.execute('select 1').then(() => false, isDatabaseUnavailable)).toBe(true)
    expect(existsSync(path)).toBe(false)
    expect(await connectToSite(folder)).toBeNull()
  })

  it('cuts off what is not a client of PostgreSQL', async () => {
    const site = await openSiteDatabase()
    for (const bytes of ['GET / HTTP/1.1\r\n\r\n', '\0\0\0\x08\x04\xd2\x16\x2f', '\0\0\0\x02']) {
      const socket = connect(path)
      socket.on('error', () => undefined)
      socket.resume().write(bytes)
      await once(socket, 'close')
    }
    expect(problems).toHaveLength(3)
    await site.ping()
  })
})

describe('the file of the socket', () => {
  it('is its owner’s alone', async () => {
    const before = process.umask(0)
    try {
      await openSiteDatabase()
    } finally {
      process.umask(before)
    }
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('becomes its owner’s alone where the folder was open to others', async () => {
    await mkdir(folder)
    await openSiteDatabase()
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  // Only root can become another user; for everyone else the modes above are what there is to see.
  it.runIf(isRoot)('refuses another user, by its folder and by itself', async () => {
    await openSiteDatabase()
    const script = `process.setuid(65534); require('node:net').connect(${JSON.stringify(path)})
      .on('connect', () => console.log('open')).on('error', ({ code }) => console.log(code))`
    const answerToOther = async (): Promise<string> => {
      const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
      children.push(child)
      return String(await once(child.stdout, 'data'))
    }
    await chmod(root, 0o755)
    expect(await answerToOther()).toBe('EACCES\n')
    await chmod(folder, 0o755)
    expect(await answerToOther()).toBe('EACCES\n')
    await chmod(path, 0o777)
    expect(await answerToOther()).toBe('open\n')
  })

  it('of a killed process is replaced', async () => {
    const pglite = join(root, 'pglite')
    const killed = await startProcess(HOLDER, pglite, folder)
    const used = await openCommand()
    await used.ping()
    await kill(killed)
    expect(await readdir(folder)).toEqual(['.s.PGSQL.5432'])
    expect(await connectToSite(folder)).toBeNull()
    await openSiteDatabase()
    const command = await openCommand()
    await command.ping()
    expect(problems).toEqual([])
  })

  it('is left out, with a reason, where its path is too long for a socket', async () => {
    folder = join(root, 'x'.repeat(60), 'y'.repeat(60))
    const site = await openSiteDatabase({ folder })
    await site.ping()
    expect(problems).toEqual([
      expect.stringContaining('has more than 103 bytes, the limit of a socket. Choose a shorter'),
    ])
    expect(await connectToSite(folder)).toBeNull()
  })

  it('is left out, with a reason, where it cannot be made', async () => {
    await writeFile(folder, '')
    const site = await openSiteDatabase()
    await site.ping()
    expect(problems).toEqual([expect.stringContaining(`${path} cannot be opened: `)])
  })
})
