// A player's data and account in the hands of the staff: export, erasure with its term, bans with theirs; each names who did it and why.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FRESH_MS } from '../../../src/game/office/times.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { erasures } from '../../../src/server/db/schema-operations.ts'
import { depositLimits } from '../../../src/server/db/schema-payments.ts'
import { liftDueBans } from '../../../src/server/services/account/bans.ts'
import { createErasures } from '../../../src/server/services/account/erasure.ts'
import { openAccount } from '../../../src/server/services/money/pay.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { insertOrder, makePlayer } from '../../support/players/deposits.ts'

const DAY_MS = 86_400_000
const REASON = 'Asked by letter'

describe.each(SUITE_KINDS)('a player’s data in the office on %s', (kind) => {
  let office: TestOffice
  let owner: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    owner = await office.member('owner', 'Olha')
  })

  afterAll(() => office.close())

  async function player(): Promise<number> {
    const playerId = await makePlayer(office.db)
    await office.db.transaction((tx) => openAccount(tx, playerId))
    return playerId
  }

  const actsOf = async (playerId: number) =>
    (
      await office.db.queries
        .select()
        .from(audit)
        .where(eq(audit.subject, String(playerId)))
    ).map(({ verb, actor, reason }) => [verb, actor, reason])

  const erasureJob = () => createErasures({ db: office.db, now: () => office.nowMs, log: { info: () => undefined } })

  it('is exported with a fresh assertion and a reason, and the audit says so', async () => {
    const playerId = await player()
    const { status, headers, body } = await owner.post(`/players/${playerId}/export`, { reason: REASON })
    expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="player-${playerId}.json"`])
    expect(body).toMatchObject({ player: playerId, players: [{ id: playerId }], balance_corrections: [] })
    expect(await actsOf(playerId)).toEqual([['players.export', 'Olha', REASON]])
    const [startedMs, late] = [office.nowMs, await office.member('owner')]
    try {
      office.nowMs += FRESH_MS
      expect((await late.post(`/players/${playerId}/export`, { reason: REASON })).body.why).toBe('fresh')
    } finally {
      office.nowMs = startedMs
    }
    expect(await actsOf(playerId)).toHaveLength(1)
  })

  it('is erased after seven days, and kept if the shop takes it back before', async () => {
    const playerId = await player()
    expect((await owner.post(`/players/${playerId}/erase`, { reason: REASON })).body).toEqual({ outcome: 'done' })
    const dueAt = office.nowMs + 7 * DAY_MS
    expect((await owner.get(`/players/${playerId}`)).body).toMatchObject({
      state: 'erasing',
      erasure: { dueAt, byShop: true },
    })
    await owner.post(`/players/${playerId}/unerase`, { reason: 'The wrong player' })
    expect((await owner.get(`/players/${playerId}`)).body).toMatchObject({ state: 'active', erasure: null })
    await owner.post(`/players/${playerId}/erase`, { reason: REASON })
    const startedMs = office.nowMs
    try {
      office.nowMs = dueAt
      await erasureJob().runDue()
    } finally {
      office.nowMs = startedMs
    }
    expect((await owner.get(`/players/${playerId}`)).body).toMatchObject({
      state: 'erased',
      ban: { reason: 'Deleted by the shop' },
    })
    expect((await actsOf(playerId)).map(([verb, actor]) => [verb, actor])).toEqual([
      ['players.erase', 'Olha'],
      ['players.unerase', 'Olha'],
      ['players.erase', 'Olha'],
      ['players.erase', 'erasures'],
    ])
  })

  it('does not take back what the player asked for, and erases nobody with an open order', async () => {
    const own = await player()
    await erasureJob().request(own)
    expect((await owner.post(`/players/${own}/unerase`, { reason: REASON })).body.code).toBe('erasure-none')
    expect(await office.db.queries.$count(erasures, eq(erasures.playerId, own))).toBe(1)
    const open = await player()
    await insertOrder(office.db.queries, { playerId: open })
    expect((await owner.post(`/players/${open}/erase`, { reason: REASON })).body.code).toBe('erasure-open')
  })

  it('says who banned a player, and the ban ends with its term', async () => {
    const playerId = await player()
    await owner.post(`/players/${playerId}/ban`, { reason: 'Threats in a letter', days: 7 })
    const until = office.nowMs + 7 * DAY_MS
    expect((await owner.get(`/players/${playerId}`)).body.ban).toMatchObject({ by: 'Olha', until })
    await liftDueBans(office.db, new Date(until - 1))
    expect((await owner.get(`/players/${playerId}`)).body.state).toBe('banned')
    await liftDueBans(office.db, new Date(until))
    expect((await owner.get(`/players/${playerId}`)).body).toMatchObject({ state: 'active', ban: null })
    expect((await actsOf(playerId)).map(([verb, actor]) => [verb, actor])).toEqual([
      ['players.ban', 'Olha'],
      ['players.unban', 'bans'],
    ])
  })

  it('has the limits that the player set, and their orders with their states', async () => {
    const playerId = await player()
    await office.db.queries.insert(depositLimits).values({ playerId, window: 'week', amount: 5_000 })
    const id = await insertOrder(office.db.queries, { playerId, amount: 700 })
    expect((await owner.get(`/players/${playerId}`)).body).toMatchObject({
      limits: [{ window: 'week', amount: 5_000, pendingAt: null }],
      orders: [{ id, state: 'created', amount: 700, returned: 0 }],
      disputes: [],
      withdrawals: [],
    })
  })
})
