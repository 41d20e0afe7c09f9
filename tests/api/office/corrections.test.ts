// The correction of a balance: to the cent, once, by two people, and never below zero.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { FRESH_MS, PROPOSAL_MS } from '../../../src/game/office/times.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { accounts, notifications, transfers } from '../../../src/server/db/schema.ts'
import { audit, balanceCorrections, proposals } from '../../../src/server/db/schema-office.ts'
import { withdrawalFreezes } from '../../../src/server/db/schema-operations.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { RULES } from '../../../src/server/ledger/check.ts'
import { addDebt } from '../../../src/server/services/account/freezes.ts'
import { chargePlayer, openAccount, payPlayer } from '../../../src/server/services/money/pay.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { makePlayer } from '../../support/players/deposits.ts'

/** Rules that hold of players who have no seeds, and of a debt without the order that it came from. */
const HELD = /sum to zero|every balance|correction|negative|a debt is what|who owes has paid|locked part of every/

const REASON = 'The wheel paid twice on Friday'

describe.each(SUITE_KINDS)('corrections of balances on %s', (kind) => {
  let office: TestOffice
  let finance: OfficeBrowser
  let owner: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    finance = await office.member('finance', 'Finn')
    owner = await office.member('owner', 'Olha')
  })

  afterAll(() => office.close())

  /** A player with some free and some locked money. */
  async function player(free: number, locked = 0): Promise<number> {
    const playerId = await makePlayer(office.db)
    await office.db.transaction(async (tx) => {
      await openAccount(tx, playerId)
      const paid = { playerId, reference: randomUUID(), from: HOUSE_ACCOUNTS.sandbox, kind: 'grant' } as const
      if (free > 0) await payPlayer(tx, { ...paid, amount: cents(free), locked: cents(0) })
      if (locked > 0) await payPlayer(tx, { ...paid, amount: cents(locked), locked: cents(locked) })
    })
    return playerId
  }

  /** Lends a player what they have spent, as a reversal does. */
  function owe(playerId: number, debt: number): Promise<void> {
    return office.db.transaction(async (tx) => {
      const of = { playerId, amount: cents(debt), reference: randomUUID() }
      await payPlayer(tx, { ...of, from: HOUSE_ACCOUNTS.debts, locked: cents(0), kind: 'debt' })
      await addDebt(tx, { playerId, orderId: of.reference, debt }, new Date(office.nowMs))
      await chargePlayer(tx, { ...of, to: HOUSE_ACCOUNTS.deposits, kind: 'refund' }, 'refund')
    })
  }

  /** Spends money of a player. */
  async function spend(playerId: number, amount: number): Promise<void> {
    const of = { playerId, amount: cents(amount), reference: randomUUID() }
    await office.db.transaction((tx) =>
      chargePlayer(tx, { ...of, to: HOUSE_ACCOUNTS.deposits, kind: 'difference' }, 'refund'),
    )
  }

  const accountOf = async (id: number) => {
    const [row] = await office.db.queries.select().from(accounts).where(eq(accounts.id, id))
    return { balance: row?.balance, locked: row?.locked, debt: row?.debt }
  }

  const correct = (by: OfficeBrowser, playerId: number, amount: number, key: string = randomUUID()) =>
    by.post(`/players/${playerId}/correction`, { key, amount, reason: REASON })

  const proposalOf = async (id: string) => (await owner.get(`/proposals/${id}`)).body

  const transfersOf = (kinds: readonly string[]) =>
    office.db.queries.$count(transfers, eq(transfers.kind, kinds[0] ?? ''))

  async function expectLedger(): Promise<void> {
    for (const { name, broken } of RULES.filter((rule) => HELD.test(rule.name)))
      expect([name, await queryRows(office.db.queries, broken)]).toEqual([name, []])
  }

  it('gives, once a second person has seen the entries to the cent', async () => {
    const playerId = await player(500)
    const preview = await finance.get(`/players/${playerId}/correction?amount=250`)
    const entries = [
      { account: 'house:corrections', amount: -250 },
      { account: `player:${playerId}`, amount: 250 },
    ]
    expect(preview.body).toEqual({
      ...{ before: 500, after: 750, debtPaid: 0, locked: 0, entries, most: 500, isPossible: true },
    })
    expect(await office.db.queries.$count(balanceCorrections)).toBe(0)
    const { body } = await correct(finance, playerId, 250)
    expect(body).toMatchObject({ outcome: 'proposed' })
    expect(await proposalOf(body.proposal)).toMatchObject({ amount: 250, entries, difference: [], reason: REASON })
    expect((await accountOf(playerId)).balance).toBe(500)

    expect((await finance.post(`/proposals/${body.proposal}/approve`)).body.why).toBe('second')
    expect((await owner.post(`/proposals/${body.proposal}/approve`)).status).toBe(200)
    expect(await accountOf(playerId)).toEqual({ balance: 750, locked: 0, debt: 0 })
    const [row] = await office.db.queries
      .select()
      .from(audit)
      .where(eq(audit.verb, 'players.correct'))
      .then((rows) => rows.filter(({ subjectKind }) => subjectKind === 'player'))
    expect(row).toMatchObject({
      actor: 'Olha',
      reason: REASON,
      alone: false,
      before: { balance: 500 },
      after: { balance: 750, amount: 250, proposal: { id: body.proposal } },
    })
    const told = await office.db.queries.select().from(notifications).where(eq(notifications.playerId, playerId))
    expect(told.map(({ kind: what, amounts }) => [what, amounts])).toEqual([['corrected', { amount: 250 }]])
    const { events } = (await owner.get(`/players/${playerId}/timeline?kinds=correction`)).body
    expect(events).toMatchObject([{ what: 'transfer.correction-up', amount: 250, by: { name: 'Olha', isJob: false } }])
    await expectLedger()
  })

  it('takes free money before locked, and says how much can be taken at most', async () => {
    const playerId = await player(300, 200)
    const tooMuch = await correct(finance, playerId, -501)
    expect([tooMuch.status, tooMuch.body.code, tooMuch.body.most]).toEqual([409, 'balance-short', 500])
    const { body: preview } = await finance.get(`/players/${playerId}/correction?amount=-501`)
    expect(preview).toMatchObject({ isPossible: false, most: 500, entries: [] })
    const { body } = await correct(finance, playerId, -400)
    expect(await proposalOf(body.proposal)).toMatchObject({
      amount: -400,
      difference: [{ field: 'fromLocked', before: null, after: 100 }],
      entries: [
        { account: `player:${playerId}`, amount: -400 },
        { account: 'house:corrections', amount: 400 },
      ],
    })
    await owner.post(`/proposals/${body.proposal}/approve`)
    expect(await accountOf(playerId)).toEqual({ balance: 100, locked: 100, debt: 0 })
    await expectLedger()
  })

  it('pays a debt first, and ends the freeze with it', async () => {
    const playerId = await player(0)
    await owe(playerId, 300)
    const { body } = await correct(finance, playerId, 500)
    expect(await proposalOf(body.proposal)).toMatchObject({
      difference: [{ field: 'debt', before: 300, after: 0 }],
      entries: [
        { account: 'house:corrections', amount: -500 },
        { account: `player:${playerId}`, amount: 500 },
        { account: `player:${playerId}`, amount: -300 },
        { account: 'house:debts', amount: 300 },
      ],
    })
    await owner.post(`/proposals/${body.proposal}/approve`)
    expect(await accountOf(playerId)).toEqual({ balance: 200, locked: 0, debt: 0 })
    const freezes = await office.db.queries
      .select()
      .from(withdrawalFreezes)
      .where(eq(withdrawalFreezes.playerId, playerId))
    expect(freezes.every(({ liftedAt }) => liftedAt !== null)).toBe(true)
    await expectLedger()
  })

  it('happens once for a key, proposed and done', async () => {
    const playerId = await player(100)
    const key = randomUUID()
    const first = await correct(finance, playerId, 50, key)
    expect((await correct(finance, playerId, 50, key)).body).toEqual(first.body)
    expect((await correct(finance, playerId, 60, key)).body.code).toBe('key-used')
    await owner.post(`/proposals/${first.body.proposal}/approve`)
    expect((await correct(finance, playerId, 50, key)).body).toEqual({ outcome: 'done' })
    expect((await correct(finance, playerId, 60, key)).body.code).toBe('key-used')
    expect((await accountOf(playerId)).balance).toBe(150)
    await expectLedger()
  })

  it('is refused where it would do something else by now', async () => {
    const playerId = await player(600)
    const short = (await correct(finance, playerId, -500)).body.proposal
    await spend(playerId, 200)
    expect((await owner.post(`/proposals/${short}/approve`)).body).toMatchObject({ code: 'balance-short', most: 400 })
    const indebted = (await correct(finance, playerId, 100)).body.proposal
    await spend(playerId, 400)
    await owe(playerId, 50)
    expect((await owner.post(`/proposals/${indebted}/approve`)).body.code).toBe('changed')
    expect(await accountOf(playerId)).toEqual({ balance: 0, locked: 0, debt: 50 })
    expect((await proposalOf(short)).state).toBe('open')
  })

  it('moves no cent for a role without the right, a stolen session, or a sum above the cap', async () => {
    const playerId = await player(100)
    const before = await transfersOf(['correction-up'])
    const support = await office.member('support')
    expect((await correct(support, playerId, 50)).body.why).toBe('role')
    expect((await correct(finance, playerId, 1_000_001)).body.why).toBe('limit')
    expect((await correct(finance, playerId, 0)).status).toBe(400)
    const open = (await correct(finance, playerId, 50)).body.proposal
    const [startedMs, thief] = [office.nowMs, await office.member('owner', 'Thief')]
    try {
      office.nowMs += FRESH_MS
      expect((await correct(thief, playerId, 50)).body.why).toBe('fresh')
      expect((await thief.post(`/proposals/${open}/approve`)).body.why).toBe('fresh')
    } finally {
      office.nowMs = startedMs
    }
    expect(await transfersOf(['correction-up'])).toBe(before)
    expect((await accountOf(playerId)).balance).toBe(100)
  })

  it('is over after a day', async () => {
    const playerId = await player(100)
    const { proposal } = (await correct(finance, playerId, 50)).body
    const startedMs = office.nowMs
    try {
      office.nowMs += PROPOSAL_MS
      const late = await office.member('owner', 'Late')
      expect((await late.post(`/proposals/${proposal}/approve`)).body.why).toBe('state')
      const [row] = await office.db.queries.select().from(proposals).where(eq(proposals.id, proposal))
      expect(row?.state).toBe('expired')
    } finally {
      office.nowMs = startedMs
    }
    expect((await accountOf(playerId)).balance).toBe(100)
  })

  it('runs at once in a shop of one, once for a key, and the audit says so', async () => {
    office.setRules({ secondPerson: false })
    const playerId = await player(100)
    const key = randomUUID()
    expect((await correct(finance, playerId, -30, key)).body).toEqual({ outcome: 'done' })
    expect((await correct(finance, playerId, -30, key)).body).toEqual({ outcome: 'done' })
    expect((await accountOf(playerId)).balance).toBe(70)
    const rows = await office.db.queries
      .select()
      .from(audit)
      .where(eq(audit.subject, String(playerId)))
    expect(rows.map(({ verb, alone }) => [verb, alone])).toEqual([['players.correct', true]])
    await expectLedger()
    office.setRules({ secondPerson: true })
  })
})
