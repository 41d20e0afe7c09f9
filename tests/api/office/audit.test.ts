// The audit: rows in the transactions of acts, its filters, and a chain that names whatever was done to it by hand.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandActor, jobActor } from '../../../src/server/audit/actor.ts'
import { sealAudit } from '../../../src/server/audit/chain.ts'
import { checkAuditChain, checkNewAudit } from '../../../src/server/audit/check.ts'
import { recordAct } from '../../../src/server/audit/record-act.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { createAuditSealJob } from '../../../src/server/jobs/audit-seal.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'

/** Removes the triggers, as a superuser who covers something up. */
const UNLOCK = 'alter table audit disable trigger all; alter table audit_seals disable trigger all;'

describe.each(SUITE_KINDS)('the chain of the audit on %s', (kind) => {
  let office: TestOffice
  let ids: string[]

  beforeEach(async () => {
    office = await openTestOffice(kind)
    // The first row is that of the shop's first edition.
    for (let at = 2; at <= 5; at++) {
      const act = { verb: 'players.ban', kind: 'player', subject: at, before: { banned: false } } as const
      await recordAct(office.db.queries, {
        by: commandActor(),
        ...act,
        after: { banned: true },
        reason: `reason ${at}`,
      })
    }
    await office.seal()
    const rows = await queryRows<{ id: string }>(office.db.queries, 'select id from audit order by position')
    ids = rows.map(({ id }) => id)
  })

  afterEach(() => office.close())

  it('is intact', async () => {
    expect(await checkAuditChain(office.db)).toMatchObject({ sealed: 5, unsealed: 0, difference: undefined })
  })

  it('goes on from where it ended, also with more rows than one step takes', async () => {
    await office.db.queries.execute(
      `insert into audit (id, at, actor_kind, actor, verb, subject_kind, subject)
        select gen_random_uuid(), now(), 'job', 'a job', 'players.erase', 'player', n::text from generate_series(1, 1203) n`,
    )
    expect(await checkAuditChain(office.db)).toMatchObject({ sealed: 5, unsealed: 1203 })
    await office.seal()
    expect(await checkAuditChain(office.db)).toMatchObject({ sealed: 1208, unsealed: 0, difference: undefined })
  })

  it('is written by one of several who try at once', async () => {
    await recordAct(office.db.queries, { by: jobActor('a job'), verb: 'players.erase', kind: 'player', subject: 7 })
    const sealed = await Promise.all([1, 2, 3, 4].map(() => sealAudit(office.db, office.nowMs)))
    expect(sealed.filter((one) => one !== null)).toHaveLength(1)
    expect((await checkAuditChain(office.db)).sealed).toBe(6)
  })

  it('is written by the job, which logs its end', async () => {
    const lines: object[] = []
    const log = {
      info: (fields: object) => void lines.push(fields),
      error: (fields: object) => void lines.push(fields),
    }
    const job = createAuditSealJob({ db: office.db, now: () => office.nowMs, log })
    await recordAct(office.db.queries, { by: jobActor('a job'), verb: 'players.erase', kind: 'player', subject: 7 })
    await job.runOnce()
    expect(lines).toEqual([{ sequence: 6, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })

  const damages: readonly (readonly [what: string, damage: () => string, rule: RegExp, row: () => object])[] = [
    [
      'a changed reason',
      () => `update audit set reason = 'x' where id = '${ids[1]}'`,
      /as it was sealed/,
      () => ({ sequence: 2, row: ids[1] }),
    ],
    [
      'a changed actor',
      () => `update audit set actor = 'x' where id = '${ids[2]}'`,
      /as it was sealed/,
      () => ({ sequence: 3, row: ids[2] }),
    ],
    [
      'a changed moment',
      () => `update audit set at = at + interval '1 us' where id = '${ids[0]}'`,
      /as it was sealed/,
      () => ({ sequence: 1 }),
    ],
    [
      'a changed difference',
      () => `update audit set after = '{"banned": false}' where id = '${ids[4]}'`,
      /as it was sealed/,
      () => ({ sequence: 5 }),
    ],
    [
      'a row that is gone',
      () =>
        `alter table audit_seals drop constraint audit_seals_audit_id_audit_id_fk; delete from audit where id = '${ids[2]}'`,
      /no sealed row/,
      () => ({ sequence: 3, row: ids[2] }),
    ],
    [
      'a seal that is gone',
      () => `delete from audit_seals where sequence = 3`,
      /no seal/,
      () => ({ missing: 3, next: 4 }),
    ],
    [
      'the first seal that is gone',
      () => `delete from audit_seals where sequence = 1`,
      /no seal/,
      () => ({ missing: 1, next: 2 }),
    ],
    [
      'a seal of another row',
      () =>
        `update audit_seals set audit_id = case sequence when 2 then '${ids[3]}'::uuid else '${ids[1]}'::uuid end where sequence in (2, 4)`,
      /as it was sealed/,
      () => ({ sequence: 2 }),
    ],
    [
      'a seal with another hash',
      () => `update audit_seals set hash = repeat('a', 64) where sequence = 5`,
      /as it was sealed/,
      () => ({ sequence: 5 }),
    ],
    [
      'a chain that was cut and joined',
      () =>
        `update audit_seals set previous = null, sequence = 1 where sequence = 4; delete from audit_seals where sequence < 4 and audit_id <> '${ids[3]}'`,
      /as it was sealed|no seal/,
      () => ({}),
    ],
  ]

  it.each(damages)('names %s', async (_, damage, rule, row) => {
    const free = 'alter table audit_seals drop constraint audit_seals_previous_audit_seals_hash_fk;'
    const unique =
      'alter table audit_seals drop constraint audit_sealed_once; alter table audit_seals drop constraint audit_seals_pkey;'
    await office.db.asOwner(`${UNLOCK} ${free} ${unique} ${damage()}`)
    const { difference } = await checkAuditChain(office.db)
    expect(difference?.rule).toMatch(rule)
    expect(difference?.row).toMatchObject(row())
  })

  it('names a row that was put in where the writer has passed', async () => {
    await office.db.queries.execute(
      `insert into audit (id, at, actor_kind, actor, verb, subject_kind, subject)
        select gen_random_uuid(), now(), 'job', 'a job', 'players.erase', 'player', n::text from generate_series(1, 3000) n`,
    )
    await office.seal()
    await office.db.asOwner(
      `insert into audit (id, position, at, actor_kind, actor, verb, subject_kind, subject) overriding system value
        values (gen_random_uuid(), -1, now(), 'job', 'x', 'players.ban', 'player', '9')`,
    )
    expect((await checkAuditChain(office.db)).difference).toMatchObject({
      rule: 'every row of the audit is sealed',
      row: { verb: 'players.ban' },
    })
  })

  /** The check of a night, at the time of the site. */
  const checkTonight = () => checkNewAudit(office.db, new Date(office.nowMs))

  const addRow = async (): Promise<void> => {
    await recordAct(office.db.queries, { by: jobActor('a job'), verb: 'players.erase', kind: 'player', subject: 7 })
    await office.seal()
  }

  it('is checked at night from where the last night ended, and as a whole by the command', async () => {
    expect(await checkTonight()).toMatchObject({ sealed: 5, recomputed: 5, difference: undefined })
    await addRow()
    await office.db.asOwner(`${UNLOCK} update audit set reason = 'x' where id = '${ids[1]}'`)
    expect(await checkTonight()).toMatchObject({ sealed: 6, recomputed: 1, difference: undefined })
    expect(await checkTonight()).toMatchObject({ sealed: 6, recomputed: 0, difference: undefined })
    expect((await checkAuditChain(office.db)).difference).toMatchObject({ row: { sequence: 2, row: ids[1] } })
  })

  it.each([
    ['a changed row', () => `update audit set reason = 'x' where id = '${ids[4]}'`, /as it was sealed/],
    ['a seal that is gone', () => 'delete from audit_seals where sequence = 5', /no seal/],
    [
      'a row that was changed and sealed anew',
      () => `update audit_seals set hash = encode(sha256(convert_to(previous || E'\n5\n' || (select
        jsonb_build_array(a.id, a.position, extract(epoch from a.at)::text, a.actor_kind, a.actor, a.staff_id, a.session_id, a.address,
        a.verb, a.subject_kind, a.subject, a.before, a.after, 'x', a.alone)::text from audit a where a.id = audit_id), 'UTF8')), 'hex')
        where sequence = 5; update audit set reason = 'x' where id = '${ids[4]}'`,
      /what the last check left/,
    ],
  ])('names %s where the last night ended', async (_, damage, rule) => {
    await checkTonight()
    await office.db.asOwner(`${UNLOCK} ${damage()}`)
    expect((await checkTonight()).difference?.rule).toMatch(rule)
  })

  it('does not go on from a night that found a fault', async () => {
    await office.db.asOwner(`${UNLOCK} update audit set reason = 'x' where id = '${ids[1]}'`)
    expect((await checkTonight()).difference?.row).toMatchObject({ sequence: 2 })
    expect((await checkTonight()).difference?.row).toMatchObject({ sequence: 2 })
  })

  it('is added to and read by the role of the site, no more', async () => {
    const statements = [
      'update audit set reason = null',
      'delete from audit',
      'truncate audit cascade',
      'update audit_checks set hash = hash',
      'update audit_seals set hash = hash',
      'delete from audit_seals',
    ]
    for (const statement of statements) {
      const refused = office.db.queries.execute(statement)
      await expect(refused, statement).rejects.toMatchObject({ cause: { code: '42501' } })
    }
  })

  it('is only ever added to, by the owner of the tables too', async () => {
    const statements = [
      'update audit set reason = null',
      'delete from audit',
      'truncate audit cascade',
      'delete from audit_seals',
    ]
    for (const statement of statements) {
      await expect(office.db.asOwner(statement), statement).rejects.toThrow(/only ever added to/)
    }
  })
})

describe.each(SUITE_KINDS)('the room Audit on %s', (kind) => {
  let office: TestOffice
  let anna: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    anna = await office.member('owner', 'Anna')
    for (let at = 0; at < 60; at++) {
      office.nowMs += 1_000
      const by = at % 2 === 0 ? ({ kind: 'command', name: 'bob@shop1' } as const) : jobActor('erasures')
      const verb = at % 2 === 0 ? 'players.ban' : 'players.erase'
      await recordAct(office.db.queries, { by, verb, kind: 'player', subject: 1000 + (at % 3) })
    }
    await office.seal()
  })

  afterAll(() => office.close())

  const rows = async (query: string): Promise<{ verb: string; subject: { id: string }; at: number }[]> =>
    (await anna.get(`/audit${query}`)).body.rows

  it('goes by pages, newest first, to the end', async () => {
    const first = (await anna.get('/audit')).body
    expect(first.rows).toHaveLength(50)
    expect(first.rows[0].sequence).toBe(63)
    const second = (await anna.get(`/audit?cursor=${first.cursor}`)).body
    expect(second.cursor).toBeNull()
    expect([...first.rows, ...second.rows].map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 63 }, (_, at) => 63 - at),
    )
  })

  it('is filtered by verb, actor, subject and time', async () => {
    expect((await rows('?verb=players.ban')).every(({ verb }) => verb === 'players.ban')).toBe(true)
    expect(await rows('?actor=bob@shop1')).toHaveLength(30)
    expect(await rows('?subject=player:1001')).toHaveLength(20)
    expect(await rows('?subject=1001&verb=players.erase')).toHaveLength(10)
    expect(await rows('?subject=staff:1001')).toHaveLength(0)
    expect(await rows(`?actor=${anna.staffId}`)).toHaveLength(1)
    // The beginning of a member's name, in any case; and a player by theirs.
    const named = await rows('?actor=aNN')
    expect(named).toEqual(await rows(`?actor=${anna.staffId}`))
    const [newest] = await rows('')
    const from = (newest?.at ?? 0) - 9_000
    expect(await rows(`?from=${from}&to=${newest?.at}`)).toHaveLength(9)
  })

  it('says how far the chain is intact', async () => {
    expect((await anna.get('/session')).body.chain).toEqual({ intactTo: 63, at: office.nowMs })
  })
})
