// npm run ops beside a running site on PGlite: commands work through its socket, and the site sees at once what they did.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CommandRefused } from '../../../scripts/cli/program.ts'
import { withDatabase } from '../../../scripts/ops/open-database.ts'
import { readConfig } from '../../../src/server/config/config.ts'
import { lockFolder } from '../../../src/server/db/folder-lock.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { promoCodes } from '../../../src/server/db/schema-promo.ts'
import { openSite, type Site } from '../../../src/server/site/site.ts'
import { copyMigrated, migratedDump } from '../../support/databases/migrated-pglite.ts'
import { type CommandResult, runOps, spawnCommand } from '../../support/runner/command.ts'
import { NO_PAGES } from '../../support/sites/no-pages.ts'

const root = new URL('../../..', import.meta.url).pathname
const OPS = join(root, 'scripts', 'ops.ts')

let folder: string
let environment: Readonly<Record<string, string>>
let site: Site
const log: string[] = []

const ops = (...args: readonly string[]): Promise<CommandResult> => runOps(args, environment)

let players = 0

function makePlayer(): Promise<number> {
  const profile = {
    steamid: `7656119800000${String(++players).padStart(4, '0')}`,
    name: 'P',
    avatar: '/x.svg',
    level: 1,
  }
  const consent = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: new Date() }
  return site.services.players.upsertPlayer(profile, consent)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-running-'))
  await copyMigrated(join(folder, 'pglite'))
  environment = { DATA_DIR: folder, DATABASE_URL: '' }
  const assets = join(root, 'public')
  site = await openSite({
    config: readConfig({
      ...environment,
      PORT: '0',
      REALTIME_PORT: '0',
      METRICS_PORT: 'off',
      OFFICE_PORT: 'off',
      HOST: '127.0.0.1',
      ICONS: 'off',
      HOUSE_PLAYERS: 'off',
    }),
    log: pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
    openDocuments: async () => NO_PAGES,
    assets,
    typefaces: '',
    pictures: join(assets, 'assets', 'img', 'cases'),
  })
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe('npm run ops beside a running site on PGlite', () => {
  it('creates a promo code that players can use at once', async () => {
    const playerId = await makePlayer()
    await expect(site.services.promo.approve(playerId, 'Summer')).rejects.toThrow()
    expect(await ops('promo', 'create', 'summer', '--percent', '10')).toEqual({
      code: 0,
      out: 'summer is added: 10 % on top of a deposit.\n',
      err: '',
    })
    expect(await site.services.promo.approve(playerId, 'Summer')).toMatchObject({ percent: 10 })
    expect(await ops('promo', 'create', 'summer', '--percent', '10')).toEqual({
      code: 1,
      out: '',
      err: 'There is, or was, a code summer, and a name is used once. Choose another one.\n',
    })
    expect((await ops('promo', 'list')).out).toMatch(/^summer +10 % .* active$/m)
    expect(await ops('promo', 'end', 'summer')).toMatchObject({ code: 0 })
    await expect(site.services.promo.approve(playerId, 'Summer')).rejects.toThrow()
  })

  it('bans a player', async () => {
    const playerId = await makePlayer()
    expect(await ops('players', 'ban', String(playerId), '--reason', 'Two accounts')).toMatchObject({
      code: 0,
      err: '',
    })
    expect(await ops('players', 'ban', String(playerId), '--reason', 'Two accounts')).toMatchObject({ code: 1 })
    expect((await ops('players', 'list', '--banned')).out).toContain('Two accounts')
    expect((await ops('players', 'show', String(playerId))).out).toContain('Two accounts')
  })

  it('checks the ledger', async () => {
    expect(await ops('ledger', 'check')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The ledger is right: /),
    })
  })

  it.each([
    ['orders list', ''],
    ['withdrawals list', ''],
    ['withdrawals list --stuck', ''],
    ['raffles list', ''],
    ['report days', ''],
    ['report games', 'No game was played from '],
    ['report cases --csv', 'No case was opened from '],
  ])('%s', async (line, remark) => {
    const { code, err } = await ops(...line.split(' '))
    expect({ code, remark: err.slice(0, remark.length), more: err !== remark }).toEqual({
      code: 0,
      remark,
      more: remark !== '',
    })
  })

  it('runs several commands at once, each a process', { timeout: 120_000 }, async () => {
    const codes = ['one', 'two', 'three']
    const results = await Promise.all(
      codes.map((code) => spawnCommand(OPS, ['promo', 'create', code, '--percent', '10'], environment)),
    )
    expect(results).toEqual(
      codes.map((code) => ({ code: 0, out: `${code} is added: 10 % on top of a deposit.\n`, err: '' })),
    )
  })

  it('still refuses a backup, which needs the folder itself', async () => {
    const backup = await ops('backup', join(folder, 'shop.backup'))
    expect(backup).toMatchObject({
      code: 1,
      err: expect.stringContaining('A server on PGlite has to be stopped for this'),
    })
  })

  it('warns of nothing', async () => {
    expect(log).toEqual([])
    expect((await stat(join(folder, 'socket', '.s.PGSQL.5432'))).mode & 0o777).toBe(0o600)
  })
})

describe('a site of an older version', () => {
  it('refuses commands that know more than its database', async () => {
    const older = await mkdtemp(join(tmpdir(), 'spacedrop-older-'))
    const lock = await lockFolder(join(older, 'pglite'))
    const socket = { folder: join(older, 'socket'), onProblem: (problem: string) => void log.push(problem) }
    const db = await openPglite({ folder: undefined, from: await migratedDump(), socket, onRetry: () => undefined })
    try {
      const before = await runOps(['promo', 'list'], { DATA_DIR: older })
      expect(before).toMatchObject({ code: 0, err: '' })
      for (const statement of ['reset role', 'drop table wheel_spins', 'set role spacedrop_app']) {
        await db.queries.execute(statement)
      }
      expect(await runOps(['promo', 'list'], { DATA_DIR: older })).toEqual({
        code: 1,
        out: '',
        err: 'The site is of an older version than this command. Restart it, then try again.\n',
      })
    } finally {
      await db.close()
      await lock.release()
      await rm(older, { recursive: true })
    }
  })
})

describe('a site that stops during a command', () => {
  it('ends the command with a message, and nothing of its transaction is kept', async () => {
    const io = {
      env: { ...environment, MODE: 'sandbox' },
      writeOut: () => undefined,
      writeErr: () => undefined,
      exit: () => undefined,
    }
    const command = withDatabase(io, (db) =>
      db.transaction(async (tx) => {
        await tx.insert(promoCodes).values({ code: 'lost', percent: 10 })
        await site.close()
        await tx.execute('select 1')
      }),
    )
    const error = await command.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(CommandRefused)
    expect(String(error)).toContain('The site or the database stopped, or did not answer, before the command was done.')
    // Nobody has the folder now: the command opens it itself.
    const left = await withDatabase(io, (db) => db.queries.select().from(promoCodes).where(eq(promoCodes.code, 'lost')))
    expect(left).toEqual([])
  })
})
