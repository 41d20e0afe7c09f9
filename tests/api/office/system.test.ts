// The room System: processes and their jobs, checks and backups by a press, settings, security events.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SystemReply } from '../../../src/protocol/office/system.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { createPeriodicJob } from '../../../src/server/base/periodic-job.ts'
import { readConfig } from '../../../src/server/config/config.ts'
import { environmentSchema, FILE_SETTINGS } from '../../../src/server/config/config-schema.ts'
import { type Database, queryRows } from '../../../src/server/db/database.ts'
import { instances, upkeepRuns } from '../../../src/server/db/schema-machine.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { verifyBackup } from '../../../src/server/services/operations/backup/file.ts'
import { createMachine } from '../../../src/server/site/machine-module.ts'
import { openScratch, SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'

const MINUTE_MS = 60_000
const CANARY = 'canary-of-a-secret-0123456789'

/** The setting that names the database of a test, for pg_dump; none for PGlite. */
async function addressOf(db: Database): Promise<Record<string, string>> {
  if (db.kind === 'pglite') return {}
  const [row] = await queryRows<{ name: string }>(db.queries, sql`select current_database() as name`)
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = row?.name ?? ''
  return { DATABASE_URL: url.href }
}

describe.each(SUITE_KINDS)('the room System on %s', (kind) => {
  let office: TestOffice
  let owner: OfficeBrowser
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-backups-'))
    const db = await openScratch(kind, 5)
    const own = { BACKUP_DIR: folder, STEAM_API_KEY: CANARY, BACKUP_AFTER: `true ${CANARY}`, SESSION_IDLE_DAYS: '9' }
    office = await openTestOffice(kind, { db, environment: { ...own, ...(await addressOf(db)) } })
    owner = await office.member('owner')
  })

  afterAll(async () => {
    await office.close()
    await rm(folder, { recursive: true })
  })

  const read = async (): Promise<SystemReply> => (await owner.get('/system')).body
  const count = async (): Promise<number> => (await owner.get('/counts')).body.counts.system

  /** Another process of the same site. */
  function otherProcess(zone = 'UTC') {
    const { db, catalogue } = office
    const log = { error: () => undefined, info: () => undefined, warn: () => undefined }
    const parts = {
      config: readConfig({}),
      db,
      catalogue,
      now: () => office.nowMs,
      zone: { inForce: zone, chosen: () => zone },
      databaseClock: { aheadMs: () => 40_000 },
    }
    return createMachine({ ...parts, log: log as never })
  }

  it('lists every process with its version and its clock, and names the one that fell silent', async () => {
    await office.machine.system.sign()
    const other = otherProcess()
    await other.system.sign()
    const both = await read()
    expect(both.instances).toHaveLength(2)
    const ids = [office.machine, other].map(({ system }) => system.instanceId)
    expect(new Set(both.instances.map(({ id }) => id))).toEqual(new Set(ids))
    expect(both.instances.find(({ id }) => id === ids[0])).toMatchObject({
      isThis: true,
      state: 'running',
      pid: process.pid,
    })
    expect(both.instances.find(({ id }) => id === ids[1])).toMatchObject({ isClockWrong: true, clockAheadMs: 40_000 })
    expect(await count()).toBe(0)

    office.nowMs += 2 * MINUTE_MS
    await office.machine.system.sign()
    const { instances: later } = await read()
    expect(later.find(({ id }) => id === ids[1])?.state).toBe('lost')
    expect(await count()).toBe(1)
    await office.db.queries.delete(instances)
    await office.machine.system.sign()
  })

  it('says whose days each process counts, and which zone the brand names', async () => {
    await office.machine.system.sign()
    const other = otherProcess('Asia/Tokyo')
    await other.system.sign()
    const brand = JSON.stringify({
      ...JSON.parse(office.shop.current.files['brand.json'] ?? ''),
      timeZone: 'Europe/Kyiv',
    })
    const act = { verb: 'editions.publish' } as const
    const by = { kind: 'command', name: 'anna@shop1' } as const
    const base = office.shop.current.edition
    await office.shop.publish({ files: { 'brand.json': brand }, base, by, note: 'a test', act })
    const { zone, instances: both } = await read()
    expect(zone).toEqual({ inForce: 'UTC', chosen: 'Europe/Kyiv' })
    expect(both.map(({ timeZone }) => timeZone).sort()).toEqual(['Asia/Tokyo', 'UTC'])
    expect((await owner.get('/session')).body.timeZone).toBe('UTC')
    await office.db.queries.delete(instances)
    await office.machine.system.sign()
  })

  it('keeps a run that failed with its error, and says which job fails, until it is right again', async () => {
    let isBroken = true
    const run = async (): Promise<void> => {
      if (isBroken) throw new Error('the relay does not answer')
    }
    const log = { error: () => undefined }
    const job = createPeriodicJob({ run, everyMs: 1, firstMs: 0, failure: 'it failed', log })
    office.machine.watch.watch('raffles', job)
    job.start()
    const health = async () => {
      await office.machine.system.sign()
      return (await read()).jobs.find((one) => one.job === 'raffles')
    }
    await expect.poll(health).toMatchObject({ health: 'fine', error: 'the relay does not answer' })
    // Not before a minute: a database that restarts makes runs fail too.
    office.nowMs += MINUTE_MS
    await expect.poll(health).toMatchObject({ health: 'failing', error: 'the relay does not answer' })
    expect(await count()).toBe(1)
    const failed = (await owner.get('/system/runs?job=raffles&result=failed')).body.rows
    expect(failed).toHaveLength(1)
    expect(failed[0]).toMatchObject({ result: 'failed', error: 'the relay does not answer' })

    isBroken = false
    await expect.poll(health).toMatchObject({ health: 'fine', error: null })
    await job.stop()
    expect(await count()).toBe(0)
    const all = (await owner.get('/system/runs?job=raffles')).body.rows
    expect(all.map(({ result }: { result: string }) => result)).toEqual(['done', 'failed'])
    // It was stopped here, and its next run is a minute late by the clock.
    office.nowMs += 3 * MINUTE_MS
    expect(await health()).toMatchObject({ health: 'late' })
    office.nowMs -= 3 * MINUTE_MS
    await office.machine.system.sign()
  })

  it('says of the night that it has not run', async () => {
    expect((await read()).jobs.find(({ job }) => job === 'ledger-check')).toMatchObject({
      health: 'fine',
      endedAt: null,
    })
    await office.machine.watch.record('ledger-check', async () => undefined)
    await office.machine.system.sign()
    office.nowMs += 27 * 60 * MINUTE_MS
    owner = await office.member('owner')
    await office.machine.system.sign()
    expect((await read()).jobs.find(({ job }) => job === 'ledger-check')).toMatchObject({ health: 'late' })
  })

  it('checks the ledger by a press, once at a time, with the act in the audit', async () => {
    const [first, second] = await Promise.all([owner.post('/system/check'), owner.post('/system/check')])
    expect([first.status, second.status]).toEqual([200, 200])
    // The second one may come after the end of the first.
    const ids = new Set([first.body.id, second.body.id])
    expect([first, second].filter(({ body }) => body.isNew)).toHaveLength(ids.size)
    await expect.poll(async () => (await read()).checks[0]?.state).toBe('done')
    const { checks } = await read()
    expect(new Set(checks.map(({ id }) => id))).toEqual(ids)
    expect(checks[0]?.result).toMatchObject({ transfers: 0, days: 0 })
    const acts = await office.db.queries.select().from(audit)
    expect(acts.filter(({ verb }) => verb === 'system.check')).toHaveLength(ids.size)

    const { instanceId } = office.machine.system
    const startedAt = new Date(office.nowMs)
    const running = { id: newId(), kind: 'check', author: 'Bea', instanceId, startedAt, state: 'running' } as const
    await office.db.queries.insert(upkeepRuns).values(running)
    expect((await owner.post('/system/check')).body).toEqual({ id: running.id, isNew: false })
    // Its process died: the next press ends it.
    office.nowMs += 2 * MINUTE_MS
    const { isNew } = (await owner.post('/system/check')).body
    expect(isNew).toBe(true)
    await expect
      .poll(async () => (await read()).checks.map(({ state }) => state).slice(0, 2))
      .toEqual(['done', 'interrupted'])
    await office.machine.system.sign()
  })

  it('names what is broken, and counts it beside the room', async () => {
    const before = await count()
    await office.db.queries.execute(
      `insert into audit_seals (sequence, audit_id, previous, hash, at) select 1, id, null, 'wrong', now() from audit limit 1`,
    )
    await owner.post('/system/check')
    await expect.poll(async () => (await read()).checks[0]?.state).toBe('failed')
    expect((await read()).checks[0]?.problem).toBe('a row of the audit is as it was sealed')
    expect(await count()).toBe(before + 1)
  })

  it('makes a backup by a press, which can be read to its end', async () => {
    expect((await owner.post('/system/backup')).status).toBe(200)
    await expect.poll(async () => (await read()).backupRuns[0]?.state, { timeout: 80_000 }).not.toBe('running')
    const { backupRuns, backups } = await read()
    expect(backupRuns[0]).toMatchObject({ state: 'done', problem: null })
    expect(backups).toMatchObject({ isOn: true, isReadable: true, count: 1 })
    const manifest = await verifyBackup(join(folder, backups.newest?.name ?? ''))
    expect(manifest.kind).toBe(kind)
    expect(backupRuns[0]?.result).toMatchObject({ file: backups.newest?.name, bytes: manifest.bytes })
  }, 90_000)

  it('never sends a secret of the settings', async () => {
    const { body } = await owner.get('/system/settings')
    expect(JSON.stringify(body)).not.toContain(CANARY)
    const of = (name: string) => body.settings.find((one: { name: string }) => one.name === name)
    expect(of('STEAM_API_KEY')).toEqual({ name: 'STEAM_API_KEY', isSet: true, value: null, isHidden: true })
    expect(of('SESSION_IDLE_DAYS')).toEqual({ name: 'SESSION_IDLE_DAYS', isSet: true, value: '9', isHidden: false })
    expect(body.settings).toHaveLength(Object.keys(environmentSchema.shape).length)
    for (const name of FILE_SETTINGS) expect(of(name)).toMatchObject({ value: null, isHidden: true })
  })

  it('counts events of security by the hour, without people and addresses', async () => {
    await office.guest().post('/session', { challenge: crypto.randomUUID(), assertion: {} })
    for (let times = 0; times < 3; times++) await office.guest().get('/staff')
    await office.machine.system.sign()
    await office.guest().get('/staff')
    await office.machine.system.sign()
    const { rows } = (await owner.get('/system/security?event=not-allowed')).body
    const row = rows.find(({ call }: { call: string }) => call === 'GET /office/api/staff')
    expect(row).toMatchObject({ source: 'office', code: 'signed-out', count: 4 })
    expect(Object.keys(row).toSorted()).toEqual(['call', 'code', 'count', 'event', 'hour', 'id', 'lastAt', 'source'])
    expect((await owner.get(`/system/security?from=${office.nowMs + 60 * MINUTE_MS}`)).body.rows).toEqual([])
  })
})
