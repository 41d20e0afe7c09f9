// The room Withdrawals: cases a player each, claims that one person has at a time, decisions with their record, the second person, races.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLAIM_MS, FRESH_MS } from '../../../src/game/office/times.ts'
import type {
  CaseReply,
  CaseRow,
  CasesReply,
  WithdrawalRow,
  WithdrawalsReply,
} from '../../../src/protocol/office/withdrawals.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { items } from '../../../src/server/db/schema.ts'
import { audit, withdrawalClaims } from '../../../src/server/db/schema-office.ts'
import { accountTraces, withdrawalFreezes } from '../../../src/server/db/schema-operations.ts'
import { disputes, orders } from '../../../src/server/db/schema-payments.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { failWithdrawal } from '../../../src/server/services/withdrawal/operator.ts'
import { approveWithdrawal } from '../../../src/server/services/withdrawal/review.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { addCase, recordItems, statesOf } from '../../support/office/office-withdrawals.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { makePlayer } from '../../support/players/deposits.ts'

const HOUR_MS = 3_600_000

describe.each(SUITE_KINDS)('withdrawals in the office on %s', (kind) => {
  let office: TestOffice
  let risk: OfficeBrowser
  let other: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    risk = await office.member('risk', 'Rik')
    other = await office.member('owner', 'Olena')
    await recordItems(office)
  })

  afterAll(() => office.close())

  const caseOf = async (playerId: number, browser = risk): Promise<CaseReply> =>
    (await browser.get(`/withdrawals/cases/${playerId}`)).body
  const act = (browser: OfficeBrowser, playerId: number, name: string, body: object = {}) =>
    browser.post(`/withdrawals/cases/${playerId}/${name}`, body)
  const refusal = { refusal: 'rules', reason: 'Looks like a farm' }

  describe('all withdrawals', () => {
    /** All pages of a query. */
    async function all(query: string): Promise<WithdrawalRow[]> {
      const rows: WithdrawalRow[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { status, body } = await risk.get(`/withdrawals/all?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        expect(status).toBe(200)
        const page: WithdrawalsReply = body
        rows.push(...page.rows)
        cursor = page.cursor
      }
      return rows
    }

    it('has every one, the newest first, by state and by player, over all its pages', async () => {
      const prices = Array.from({ length: 52 }, (_, place) => 100 + place)
      const sent = await addCase(office, { state: 'sent', prices })
      const done = await addCase(office, { state: 'done', playerId: sent.playerId, prices: [700] })
      const newestFirst = [...sent.ids, ...done.ids].toReversed()
      const ids = async (query: string): Promise<string[]> => (await all(query)).map(({ id }) => id)
      expect((await ids('')).slice(0, 53)).toEqual(newestFirst)
      expect(await ids(`player=${sent.playerId}`)).toEqual(newestFirst)
      expect(await ids(`player=${sent.playerId}&state=done`)).toEqual(done.ids)
      expect((await ids('state=sent')).slice(0, 52)).toEqual(sent.ids.toReversed())
      expect(await ids('state=reversed')).toEqual([])
      const [row] = await all(`player=${sent.playerId}&state=done`)
      expect(row).toMatchObject({ won: 700, state: 'done', player: { id: sent.playerId }, decision: null })
      expect(row?.item.name.uk).toBeTypeOf('string')
      expect((await risk.get('/withdrawals/all?cursor=1_2')).status).toBe(400)
      expect((await risk.get('/withdrawals/all?state=lost')).status).toBe(400)
    })

    it('names who decided, a person or the site', async () => {
      const { playerId, ids } = await addCase(office)
      expect((await act(risk, playerId, 'refuse', refusal)).body).toEqual({ outcome: 'done' })
      const decision = {
        verb: 'withdrawals.refuse',
        by: { name: 'Rik', isJob: false },
        reason: 'rules: Looks like a farm',
      }
      expect(await all(`player=${playerId}`)).toMatchObject([{ id: ids[0], state: 'refused', decision }])
      expect((await risk.get(`/withdrawals/${ids[0]}`)).body).toMatchObject({ state: 'refused', decision })
    })
  })

  describe('the queue', () => {
    /** All pages of a query. */
    async function queue(query = '', browser = risk): Promise<CaseRow[]> {
      const rows: CaseRow[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { status, body } = await browser.get(`/withdrawals?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        expect(status).toBe(200)
        const page: CasesReply = body
        rows.push(...page.cases)
        cursor = page.cursor
      }
      return rows
    }

    it('has a player once, those that wait longest first, over all its pages', async () => {
      const made: number[] = []
      for (let place = 0; place < 60; place++) {
        const sinceMs = office.nowMs - (100 - place) * HOUR_MS
        // Several wait since the same moment.
        made.push(
          (await addCase(office, { prices: [100, 200], sinceMs: place < 10 ? sinceMs : office.nowMs - HOUR_MS }))
            .playerId,
        )
      }
      const rows = await queue()
      const own = rows.filter(({ player }) => made.includes(player.id))
      expect(own.map(({ player }) => player.id)).toEqual(made)
      expect(own[0]).toMatchObject({ items: 2, won: 300, reasons: ['no-deposit'], claim: null, isProposed: false })
      expect(rows.map(({ since }) => since)).toEqual(rows.map(({ since }) => since).toSorted((a, b) => a - b))
    })

    it('says whether this shop holds withdrawals at all', async () => {
      expect((await risk.get('/withdrawals')).body.isChecking).toBe(false)
      const checking = await openTestOffice(kind, { environment: { WITHDRAWAL_CHECKS: 'on' } })
      try {
        const reader = await checking.member('risk', 'Ron')
        expect((await reader.get('/withdrawals')).body).toEqual({ cases: [], cursor: null, isChecking: true })
      } finally {
        await checking.close()
      }
    })

    it('is filtered by claim, reason, sum and age, and refuses a cursor of another list', async () => {
      const rich = await addCase(office, { prices: [30_000, 30_001], review: ['value', 'shared-card'] })
      const old = await addCase(office, { sinceMs: office.nowMs - 500 * HOUR_MS })
      await act(risk, rich.playerId, 'claim')
      const ids = async (query: string, browser = risk): Promise<number[]> =>
        (await queue(query, browser)).map(({ player }) => player.id)
      expect(await ids('claim=mine')).toEqual([rich.playerId])
      expect(await ids('claim=mine', other)).toEqual([])
      expect(await ids('claim=free')).not.toContain(rich.playerId)
      expect(await ids('reason=shared-card')).toEqual([rich.playerId])
      expect(await ids('least=60001')).toEqual([rich.playerId])
      expect(await ids('least=60002')).toEqual([])
      expect(await ids('hours=500')).toEqual([old.playerId])
      expect((await risk.get('/withdrawals?cursor=nowhere')).status).toBe(400)
      expect((await risk.get('/withdrawals?reason=odds')).status).toBe(400)
    })

    it('tells in a light call who has what, and that something changed', async () => {
      const before = (await risk.get('/withdrawals/live')).body
      const { playerId } = await addCase(office)
      await act(risk, playerId, 'claim')
      const after = (await risk.get('/withdrawals/live')).body
      expect(after.waiting).toBe(before.waiting + 1)
      expect(after.newest).toBe(office.nowMs)
      expect(after.claims).toContainEqual({ player: playerId, by: risk.staffId, until: office.nowMs + CLAIM_MS })
    })
  })

  describe('a case', () => {
    it('has each reason with what it rests on', async () => {
      const { queries } = office.db
      const { playerId, ids } = await addCase(office, { prices: [60_000, 5_000], review: ['value', 'shared-address'] })
      const neighbour = await makePlayer(office.db)
      const traces = [playerId, neighbour].map((id) => ({
        playerId: id,
        kind: 'address' as const,
        value: '10.9.9.0/24',
        day: '2026-11-27',
      }))
      await queries.insert(accountTraces).values(traces)
      const order = newId()
      const paidAt = new Date(office.nowMs - HOUR_MS)
      await queries.insert(orders).values({
        id: order,
        playerId,
        state: 'paid',
        provider: 'stripe',
        method: 'stripe',
        amount: 5_000,
        bonus: 0,
        bonusPercent: 0,
        currency: 'USD',
        rate: 1,
        charge: 5_000,
        key: newId(),
        requestHash: '',
        expiresAt: paidAt,
        createdAt: paidAt,
        paidAt,
      })
      const dispute = {
        provider: 'stripe',
        reference: 'dp_1',
        orderId: order,
        state: 'open',
        reason: 'fraudulent',
        minor: 5_000,
        saidAt: paidAt,
      } as const
      await queries.insert(disputes).values(dispute)
      await queries.insert(withdrawalFreezes).values({ playerId, reason: 'dispute', reference: order, at: paidAt })
      await risk.post(`/players/${playerId}/notes`, { text: 'Wrote twice today' })

      const read = await caseOf(playerId)
      expect(read.items.map(({ id, won, reasons }) => [id, won, reasons])).toEqual([
        [ids[0], 60_000, ['value', 'shared-address']],
        [ids[1], 5_000, ['value', 'shared-address']],
      ])
      expect(read.evidence.value).toMatchObject({
        item: 60_000,
        day: 65_000,
        dayCount: 2,
        itemAbove: 50_000,
        dayAbove: 100_000,
      })
      expect(read.evidence.deposits).toMatchObject({ count: 1, sum: 5_000, first: { order, amount: 5_000 } })
      expect(read.evidence.steam).toBeNull()
      expect(read.player.relations).toMatchObject([
        { id: neighbour, reason: 'address', shared: 1, lastDay: '2026-11-27' },
      ])
      expect(read.player.holds).toMatchObject([{ reason: 'dispute' }])
      expect(read.player.notes).toMatchObject([{ by: 'Rik', text: 'Wrote twice today' }])
      expect(read.disputes).toMatchObject([{ order, reason: 'fraudulent', amount: 5_000 }])
      expect(read.colleagues.map(({ name }) => name)).toEqual(['Olena', 'Rik'])
      expect(read.refusals.map(({ id }) => id)).toContain('several-accounts')
      expect((await risk.get('/withdrawals/cases/999999')).status).toBe(404)
    })

    it('is approved in part, with author, reason, and what was before and after', async () => {
      const { playerId, ids } = await addCase(office, { prices: [100, 200, 300] })
      const told: string[] = []
      const listen = ({ withdrawal }: { withdrawal: { id: string; state: string } }): void => {
        told.push(`${withdrawal.id} ${withdrawal.state}`)
      }
      office.events.on('withdrawal', listen)
      const answer = await act(risk, playerId, 'approve', { items: [ids[0], ids[2]], reason: 'Called them' })
      office.events.off('withdrawal', listen)
      expect(answer.body).toEqual({ outcome: 'done' })
      expect(await statesOf(office, ids)).toEqual(['approved', 'review', 'approved'])
      expect(told.toSorted()).toEqual([`${ids[0]} approved`, `${ids[2]} approved`].toSorted())
      const rows = await office.db.queries
        .select()
        .from(audit)
        .where(eq(audit.subject, ids[0] ?? ''))
      expect(rows).toMatchObject([
        {
          verb: 'withdrawals.approve',
          actor: 'Rik',
          staffId: risk.staffId,
          before: { state: 'review', price: 100 },
          after: { state: 'approved' },
          reason: 'Called them',
        },
      ])
      // Whoever decided a part has the rest.
      expect((await caseOf(playerId)).claim?.by.name).toBe('Rik')
      await act(risk, playerId, 'approve', { items: [ids[1]] })
      expect((await caseOf(playerId)).claim).toBeNull()
      expect((await act(risk, playerId, 'approve')).body.why).toBe('state')
    })

    it('is refused with what the player reads in their language', async () => {
      const { playerId, ids } = await addCase(office)
      expect((await act(risk, playerId, 'refuse', { ...refusal, refusal: 'ugly' })).body.code).toBe('refusal')
      expect(await statesOf(office, ids)).toEqual(['review'])
      await act(risk, playerId, 'refuse', { ...refusal, refusal: 'trade-link' })
      const [row] = await office.db.queries.select().from(withdrawals).where(eq(withdrawals.playerId, playerId))
      expect(row).toMatchObject({
        state: 'refused',
        reason: 'identity',
        refusal: { uk: expect.stringMatching(/^Трейд-посилання/) },
      })
      const [item] = await office.db.queries.select().from(items).where(eq(items.playerId, playerId))
      expect(item?.state).toBe('owned')
    })
  })

  describe('a claim', () => {
    it('is had by one person when two take it at once', async () => {
      const { playerId } = await addCase(office)
      const answers = await Promise.all([risk, other, risk, other].map((browser) => act(browser, playerId, 'claim')))
      const winner = (await caseOf(playerId)).claim?.by.id
      const won = answers.map(({ status }) => status === 200)
      expect(won).toEqual(winner === risk.staffId ? [true, false, true, false] : [false, true, false, true])
      expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('claimed')
    })

    it('keeps colleagues from deciding, and is taken over with a word', async () => {
      const { playerId, ids } = await addCase(office)
      await act(risk, playerId, 'claim')
      for (const [name, body] of [
        ['approve', {}],
        ['refuse', refusal],
        ['hand-over', { to: other.staffId }],
        ['release', {}],
      ] as const) {
        expect((await act(other, playerId, name, body)).body.code, name).toBe('claimed')
      }
      expect(await statesOf(office, ids)).toEqual(['review'])
      expect((await act(other, playerId, 'claim', { reason: 'Rik went home' })).body).toEqual({ outcome: 'done' })
      expect((await act(risk, playerId, 'approve')).body.code).toBe('claimed')
      expect((await act(other, playerId, 'approve')).body).toEqual({ outcome: 'done' })
      const rows = await office.db.queries
        .select()
        .from(audit)
        .where(eq(audit.subject, String(playerId)))
      expect(rows.map(({ verb, actor, before, reason }) => [verb, actor, before, reason])).toEqual([
        ['withdrawals.claim', 'Rik', { claim: null }, null],
        ['withdrawals.claim', 'Olena', { claim: 'Rik' }, 'Rik went home'],
      ])
    })

    it('runs out after minutes without an act, which each act puts off', async () => {
      const { playerId } = await addCase(office, { prices: [1, 2] })
      const before = office.nowMs
      await act(risk, playerId, 'claim')
      office.nowMs += CLAIM_MS - 1
      await act(risk, playerId, 'claim')
      office.nowMs += CLAIM_MS - 1
      expect((await act(other, playerId, 'claim')).body.code).toBe('claimed')
      office.nowMs += 1
      expect((await act(other, playerId, 'claim')).body).toEqual({ outcome: 'done' })
      office.nowMs = before
    })

    it('is handed over to who may decide, and given back', async () => {
      const { playerId } = await addCase(office)
      const support = await office.member('support', 'Sol')
      expect((await act(risk, playerId, 'hand-over', { to: support.staffId })).body.code).toBe('colleague')
      await act(risk, playerId, 'hand-over', { to: other.staffId, reason: 'You know them' })
      expect((await caseOf(playerId)).claim?.by.name).toBe('Olena')
      expect((await act(risk, playerId, 'claim')).body.code).toBe('claimed')
      await act(other, playerId, 'release')
      expect((await caseOf(playerId)).claim).toBeNull()
      expect((await act(other, playerId, 'release')).status).toBe(404)
    })
  })

  describe('above the limit', () => {
    it('a second person decides, who sees each item, and the proposer cannot', async () => {
      const { playerId, ids } = await addCase(office, { prices: [30_000, 30_000] })
      const { body } = await act(risk, playerId, 'approve', { items: ids })
      expect(body.outcome).toBe('proposed')
      expect(await statesOf(office, ids)).toEqual(['review', 'review'])
      expect((await caseOf(playerId)).proposal).toMatchObject({ by: { name: 'Rik' }, amount: 60_000 })
      const [proposal] = (await other.get('/proposals?state=open')).body.proposals
      expect(proposal).toMatchObject({ verb: 'withdrawals.approve', amount: 60_000, entries: [] })
      expect(
        proposal.difference.map(({ before, after }: { before: string; after: string }) => [before, after]),
      ).toEqual([
        ['review', 'approved'],
        ['review', 'approved'],
      ])
      expect((await risk.post(`/proposals/${body.proposal}/approve`)).body.why).toBe('second')
      expect((await other.post(`/proposals/${body.proposal}/approve`)).body).toEqual({ done: true })
      expect(await statesOf(office, ids)).toEqual(['approved', 'approved'])
      const rows = await office.db.queries
        .select()
        .from(audit)
        .where(eq(audit.subject, ids[0] ?? ''))
      expect(rows).toMatchObject([
        { actor: 'Olena', after: { proposal: { id: body.proposal, proposer: risk.staffId } } },
      ])
    })

    it('decides on a case that is approved item by item as on one sum', async () => {
      const { playerId, ids } = await addCase(office, { prices: [30_000, 15_000, 6_000] })
      expect((await act(risk, playerId, 'approve', { items: [ids[0]] })).body.outcome).toBe('done')
      expect((await act(risk, playerId, 'approve', { items: [ids[1]] })).body.outcome).toBe('done')
      expect((await act(risk, playerId, 'approve', { items: [ids[2]] })).body.outcome).toBe('proposed')
      expect((await caseOf(playerId)).approved).toBe(45_000)
    })

    it('refuses what has changed since it was proposed', async () => {
      const { playerId, ids } = await addCase(office, { prices: [30_000, 30_000] })
      const { body } = await act(risk, playerId, 'approve', { items: ids })
      await act(risk, playerId, 'refuse', { ...refusal, items: [ids[1]] })
      expect((await other.post(`/proposals/${body.proposal}/approve`)).body.code).toBe('changed')
      expect(await statesOf(office, ids)).toEqual(['review', 'refused'])
    })
  })

  describe('a stolen session', () => {
    it('moves nothing without a fresh assertion', async () => {
      const { playerId, ids } = await addCase(office)
      const stuck = await addCase(office, { state: 'unavailable' })
      const before = office.nowMs
      office.nowMs += FRESH_MS
      for (const [name, body] of [
        ['approve', {}],
        ['refuse', refusal],
      ] as const) {
        expect((await act(risk, playerId, name, body)).body.why, name).toBe('fresh')
      }
      for (const [name, body] of [
        ['retry', {}],
        ['fail', { reason: 'Gone', byHand: true }],
      ] as const) {
        expect((await risk.post(`/withdrawals/${stuck.ids[0]}/${name}`, body)).body.why, name).toBe('fresh')
      }
      office.nowMs = before
      expect(await statesOf(office, [...ids, ...stuck.ids])).toEqual(['review', 'unavailable'])
    })
  })

  describe('at once', () => {
    it('is decided once, whoever approves, refuses, or gives it up at the command line', async () => {
      for (let round = 0; round < 5; round++) {
        const { playerId, ids } = await addCase(office, { prices: [100, 200] })
        const [id = ''] = ids
        const parts = { db: office.db, now: () => office.nowMs, by: OPERATOR }
        await Promise.allSettled([
          act(risk, playerId, 'approve', { items: ids }),
          act(risk, playerId, 'refuse', { ...refusal, items: ids }),
          approveWithdrawal(parts, id),
          failWithdrawal({ ...parts, provider: undefined }, id, { reason: 'Asked to', byHand: false }),
        ])
        const [first, second] = await statesOf(office, ids)
        const rows = (await office.db.queries.select().from(audit)).filter(({ subject }) => subject === id)
        const decisions = rows.filter(({ verb }) => verb !== 'withdrawals.fail')
        expect(decisions.length, first).toBeLessThanOrEqual(1)
        // What was approved can still be given up; each of it is recorded once.
        expect(rows.length - decisions.length).toBe(first === 'declined' ? 1 : 0)
        expect(rows.length).toBeGreaterThan(0)
        // A decision on both takes both, or neither.
        if (second !== 'review') expect([second, second === 'approved' ? 'declined' : second]).toContain(first)
      }
    })

    it('decides on nothing where one of the items no longer waits', async () => {
      const { playerId, ids } = await addCase(office, { prices: [100, 200] })
      await approveWithdrawal({ db: office.db, now: () => office.nowMs, by: OPERATOR }, ids[1] ?? '')
      expect((await act(risk, playerId, 'approve', { items: ids })).body.code).toBe('changed')
      expect((await act(risk, playerId, 'refuse', { ...refusal, items: [ids[1]] })).body.code).toBe('changed')
      expect(await statesOf(office, ids)).toEqual(['review', 'approved'])
    })
  })

  describe('what does not go on', () => {
    it('is listed with what to buy, tried again, and given up', async () => {
      const lacking = await addCase(office, { state: 'unavailable', prices: [100, 100] })
      const late = await addCase(office, { state: 'approved', sinceMs: office.nowMs - 2 * HOUR_MS })
      const list = async (kind: string) => (await risk.get(`/withdrawals/stuck?kind=${kind}`)).body
      const unavailable = await list('unavailable')
      expect(unavailable.rows.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([...lacking.ids]))
      expect(unavailable.lacking[0].count).toBeGreaterThanOrEqual(2)
      expect(unavailable.lacking[0].item.name.ru).toBeTypeOf('string')
      expect((await list('stuck')).rows.map(({ id }: { id: string }) => id)).toContain(late.ids[0])

      expect((await risk.post(`/withdrawals/${lacking.ids[0]}/retry`)).body).toEqual({ outcome: 'done' })
      const gone = { reason: 'Nobody sells it', byHand: false }
      expect((await risk.post(`/withdrawals/${lacking.ids[1]}/fail`, gone)).body).toEqual({ outcome: 'done' })
      expect(await statesOf(office, lacking.ids)).toEqual(['requested', 'returned'])
      const { body } = await risk.get(`/withdrawals/${lacking.ids[1]}`)
      expect(body.steps.at(-1)).toMatchObject({ state: 'returned', note: 'by the operator: Nobody sells it' })

      // Nobody can ask whether the player has it, so that a person has to.
      const sent = await addCase(office, { state: 'sent' })
      expect((await risk.post(`/withdrawals/${sent.ids[0]}/fail`, gone)).body.code).toBe('possible-trade')
      await office.db.queries
        .update(withdrawals)
        .set({ leasedUntil: new Date(office.nowMs + 1), lease: newId() })
        .where(eq(withdrawals.id, sent.ids[0] ?? ''))
      expect((await risk.post(`/withdrawals/${sent.ids[0]}/retry`)).body.code).toBe('busy')
      expect(await statesOf(office, sent.ids)).toEqual(['sent'])
    })
  })

  it('keeps no claim of a case that is decided', async () => {
    const { playerId } = await addCase(office)
    await act(risk, playerId, 'claim')
    await act(risk, playerId, 'refuse', refusal)
    const left = await office.db.queries.select().from(withdrawalClaims).where(eq(withdrawalClaims.playerId, playerId))
    expect(left).toEqual([])
  })
})
