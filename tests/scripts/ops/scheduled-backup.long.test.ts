// Scheduled backups: into BACKUP_DIR, passed to BACKUP_AFTER, kept for days and weeks, by one instance, measured. Those of a site have low
// priority, so that they take long on a busy machine.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { spanOf } from '../../../src/game/base/site-time.ts'
import { createJobLease } from '../../../src/server/db/job-lease.ts'
import { type BackupsJob, createBackupsJob } from '../../../src/server/jobs/backups.ts'
import { measureBackups } from '../../../src/server/metrics/measure-backups.ts'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'
import { backupName, listBackups, outdatedBackups } from '../../../src/server/services/operations/backup/folder.ts'
import { DATABASE_KINDS } from '../../support/databases/databases.ts'
import { type CommandPlace, createCommandPlace, runOps } from '../../support/runner/command.ts'

const HOUR_MS = 3_600_000
const at = (time: string): number => Date.parse(time)

describe('which backups are kept', () => {
  const daily = Array.from({ length: 60 }, (_, day) => at('2026-11-26T03:30:00Z') - day * 24 * HOUR_MS)
  const backups = daily.map((atMs) => ({ name: backupName(atMs), atMs }))

  it('are the newest of the last days and of the last weeks, Monday to Sunday', () => {
    const outdated = new Set(outdatedBackups(backups, { keepDays: 3, keepWeeks: 4 }, 'UTC'))
    const kept = backups.filter((backup) => !outdated.has(backup)).map(({ name }) => name.slice(10, 18))
    expect(kept).toEqual(['20261126', '20261125', '20261124', '20261122', '20261115', '20261108'])
  })

  it('are by days of the time zone, the newest of each', () => {
    const times = ['2026-11-26T22:30:00Z', '2026-11-25T22:30:00Z', '2026-11-25T21:30:00Z', '2026-11-25T20:30:00Z']
    const made = times.map((time) => ({ name: backupName(at(time)), atMs: at(time) }))
    const outdated = outdatedBackups(made, { keepDays: 5, keepWeeks: 0 }, 'Europe/Kyiv')
    expect(outdated.map(({ atMs }) => new Date(atMs).toISOString())).toEqual(['2026-11-25T20:30:00.000Z'])
  })

  it('are all of the last 24 hours: what was made by hand before an update outlives the scheduled one', () => {
    const times = ['2026-11-26T03:30:00Z', '2026-11-26T03:29:59Z', '2026-11-26T01:00:00Z', '2026-11-25T03:30:00Z']
    const made = times.map((time) => ({ name: backupName(at(time)), atMs: at(time) }))
    const outdated = outdatedBackups(made, { keepDays: 1, keepWeeks: 0 }, 'UTC')
    expect(outdated.map(({ atMs }) => new Date(atMs).toISOString())).toEqual(['2026-11-25T03:30:00.000Z'])
  })

  it('are those of days with a backup: a pause removes nothing', () => {
    const old = backups.slice(40, 43)
    expect(outdatedBackups(old, { keepDays: 3, keepWeeks: 0 }, 'UTC')).toEqual([])
  })
})

describe('when the next backup is due', () => {
  it('is at the time of day of the zone, on the day when clocks change too', () => {
    const next = (after: string, minutes = 3 * 60 + 30): string =>
      new Date(spanOf(minutes, at(after), 'Europe/Kyiv').toMs).toISOString()
    expect(next('2026-11-26T01:29:59Z')).toBe('2026-11-26T01:30:00.000Z')
    expect(next('2026-11-26T01:30:00Z')).toBe('2026-11-27T01:30:00.000Z')
    // Clocks go from 03:00 to 04:00 there.
    expect(next('2027-03-27T12:00:00Z')).toBe('2027-03-28T01:00:00.000Z')
    expect(next('2027-03-28T12:00:00Z')).toBe('2027-03-29T00:30:00.000Z')
  })
})

describe.each(DATABASE_KINDS)('npm run ops -- backup now, on %s', (kind) => {
  let place: CommandPlace
  let folder: string
  let backups: string

  beforeAll(async () => {
    place = await createCommandPlace(kind)
    expect((await place.run('migrate')).code).toBe(0)
  })

  afterAll(() => place.remove())

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-scheduled-'))
    backups = join(folder, 'backups')
  })

  afterEach(() => rm(folder, { recursive: true }))

  const run = (settings: Record<string, string>) =>
    runOps(['backup', 'now'], { ...place.environment, BACKUP_DIR: backups, ...settings })

  async function metrics(now: () => number = Date.now): Promise<string[]> {
    const made = createMetrics({ process: false })
    measureBackups(made, { folder: backups, now, log: { warn: () => undefined } })
    return (await made.registry.metrics()).split('\n')
  }

  const read = (lines: readonly string[], name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]

  it('writes a file that is whole, for its owner only, and removes outdated ones', async () => {
    expect(read(await metrics(), 'spacedrop_backup_age_seconds')).toBe('+Inf')
    const first = await run({})
    expect(first).toMatchObject({ code: 0, err: '' })
    const [made] = await listBackups(backups)
    expect((await stat(backups)).mode & 0o777).toBe(0o700)
    expect((await runOps(['backup', 'check', join(backups, made?.name ?? '')])).out).toContain('is whole')
    const lines = await metrics()
    expect(Number(read(lines, 'spacedrop_backup_age_seconds'))).toBeLessThan(600)
    expect(Number(read(lines, 'spacedrop_backup_bytes'))).toBeGreaterThan(65_536)
    expect(read(lines, 'spacedrop_backup_failed')).toBe('0')

    const old = ['spacedrop-20200101T000000Z.backup', 'spacedrop-20200101T000001Z.backup', 'mine.backup']
    for (const name of [...old, 'spacedrop-20200101T000002Z.backup.part']) await writeFile(join(backups, name), 'x')
    await utimes(join(backups, 'spacedrop-20200101T000002Z.backup.part'), 0, 0)
    const second = await run({ BACKUP_KEEP_DAYS: '1', BACKUP_KEEP_WEEKS: '0' })
    expect(second.out).toMatch(/\nRemoved: .*20200101T000001Z/)
    expect((await listBackups(backups)).map(({ name }) => name)).toHaveLength(2)
    expect(await readdir(backups)).toContain('mine.backup')
    expect((await readdir(backups)).filter((name) => name.endsWith('.part'))).toEqual([])
  }, 60_000)

  it('passes the path to BACKUP_AFTER, and tells of its failure', async () => {
    const copied = join(folder, 'off site.backup')
    const passed = await run({ BACKUP_AFTER: `sh -c 'cp "$0" "${copied}"'` })
    expect(passed).toMatchObject({ code: 0, err: '' })
    expect((await stat(copied)).size).toBeGreaterThan(65_536)
    expect(read(await metrics(), 'spacedrop_backup_copy_failed')).toBe('0')
    const failed = await run({ BACKUP_AFTER: 'echo no such remote >&2; false' })
    expect(failed.code).toBe(1)
    expect(failed.err).toBe('The backup is written, but BACKUP_AFTER failed: it ended with 1\nno such remote\n')
    expect(read(await metrics(), 'spacedrop_backup_copy_failed')).toBe('1')
    // The next backup may be another machine's.
    const later = await metrics(() => Date.now() + 27 * HOUR_MS)
    expect(read(later, 'spacedrop_backup_copy_failed')).toBe('0')
    expect(read(await metrics(), 'spacedrop_backup_failed')).toBe('0')
  }, 60_000)
})

describe('npm run ops -- backup now', () => {
  it('needs BACKUP_DIR', async () => {
    expect(await runOps(['backup', 'now'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('BACKUP_DIR is not set'),
    })
  })
})

describe.runIf(DATABASE_KINDS.includes('postgres'))('the scheduled backup of a site', () => {
  let place: CommandPlace
  let folder: string
  const said: string[] = []
  const log = {
    info: (_: object, message: string) => void said.push(message),
    error: (_: object, message: string) => void said.push(message),
  }

  beforeAll(async () => {
    place = await createCommandPlace('postgres')
    await place.run('migrate')
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-scheduled-'))
  })

  afterAll(async () => {
    await place.remove()
    await rm(folder, { recursive: true })
  })

  afterEach(() => {
    said.length = 0
  })

  const settings = () => ({
    folder,
    databaseUrl: place.environment.DATABASE_URL ?? '',
    keepDays: 7,
    keepWeeks: 4,
    after: undefined,
    timeZone: 'UTC',
    log,
  })

  const names = async (): Promise<string[]> => (await listBackups(folder)).map(({ name }) => name)

  it('is made once by two instances, and again the next day', async () => {
    await place.withDatabase(async (db) => {
      let nowMs = at('2026-11-26T12:00:00Z')
      const now = (): number => nowMs
      const instance = (): BackupsJob =>
        createBackupsJob({
          ...settings(),
          atMinutes: 210,
          lease: createJobLease({ db, now }),
          now,
          env: process.env,
        })
      const [one, two] = [instance(), instance()]
      await Promise.all([one.runOnce(), two.runOnce()])
      expect(said).toEqual(['a backup was written'])
      expect(await names()).toHaveLength(1)
      nowMs = at('2026-11-27T03:29:00Z')
      await two.runOnce()
      expect(said).toHaveLength(1)
      nowMs = at('2026-11-27T03:30:00Z')
      await two.runOnce()
      expect(said).toHaveLength(2)
    })
  }, 240_000)

  it('is repeated by the instance whose backup failed', async () => {
    await place.withDatabase(async (db) => {
      const now = (): number => at('2027-01-05T12:00:00Z')
      const env: NodeJS.ProcessEnv = { ...process.env }
      const lease = createJobLease({ db, now })
      const job = createBackupsJob({ ...settings(), atMinutes: 0, lease, now, env })
      env.PATH = '/nowhere'
      await job.runOnce()
      expect(said).toEqual(['a backup failed'])
      expect(JSON.parse(await readFile(join(folder, 'last-run.json'), 'utf8'))).toMatchObject({ file: null })
      env.PATH = process.env.PATH
      await job.runOnce()
      await job.runOnce()
      expect(said).toEqual(['a backup failed', 'a backup was written'])
    })
    expect(existsSync(join(folder, 'last-run.json'))).toBe(true)
  }, 240_000)

  it('ends with the site, and leaves no file and no failure', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'spacedrop-interrupted-'))
    try {
      await place.withDatabase(async (db) => {
        const now = (): number => at('2027-02-05T12:00:00Z')
        // A dump that never ends, and ends when it is asked to.
        await writeFile(
          join(empty, 'pg_dump'),
          '#!/bin/sh\n[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99" && exit\nexec sleep 60\n',
          {
            mode: 0o755,
          },
        )
        const backups = join(empty, 'backups')
        const env = { ...process.env, PATH: `${empty}:${process.env.PATH}` }
        const lease = createJobLease({ db, now })
        const job = createBackupsJob({ ...settings(), folder: backups, atMinutes: 0, lease, now, env })
        const run = job.runOnce()
        await expect
          .poll(async () => (existsSync(backups) ? readdir(backups) : []), { timeout: 20_000 })
          .toHaveLength(1)
        await job.stop()
        await run
        expect(said).toEqual(['a backup was interrupted by the end of this process'])
        expect(await readdir(backups)).toEqual([])
      })
    } finally {
      await rm(empty, { recursive: true })
    }
  }, 60_000)
})
