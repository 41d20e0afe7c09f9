// The lists of the room Withdrawals: all of them, the queue with a player once, and what does not go on.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CLAIM_MS } from '../../../src/game/office/times.ts'
import type { CaseRow, CasesReply, WithdrawalRow, WithdrawalsReply } from '../../../src/protocol/office/withdrawals.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { openTestOffice } from '../../support/office/office.ts'
import { addCase, statesOf } from '../../support/office/office-withdrawals.ts'
import { HOUR_MS, openWithdrawalsFixture, REFUSAL } from './withdrawals-fixture.ts'

describe.each(SUITE_KINDS)('withdrawals in the office on %s', (kind) => {
  const fixture = openWithdrawalsFixture(kind)
  const { act } = fixture

  describe('all withdrawals', () => {
    /** All pages of a query. */
    async function all(query: string): Promise<WithdrawalRow[]> {
      const rows: WithdrawalRow[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { status, body } = await fixture.risk.get(
          `/withdrawals/all?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        )
        expect(status).toBe(200)
        const page: WithdrawalsReply = body
        rows.push(...page.rows)
        cursor = page.cursor
      }
      return rows
    }

    it('has every one, the newest first, by state and by player, over all its pages', async () => {
      const prices = Array.from({ length: 52 }, (_, place) => 100 + place)
      const sent = await addCase(fixture.office, { state: 'sent', prices })
      const done = await addCase(fixture.office, { state: 'done', playerId: sent.playerId, prices: [700] })
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
      expect((await fixture.risk.get('/withdrawals/all?cursor=1_2')).status).toBe(400)
      expect((await fixture.risk.get('/withdrawals/all?state=lost')).status).toBe(400)
    })

    it('names who decided, a person or the site', async () => {
      const { playerId, ids } = await addCase(fixture.office)
      expect((await act(fixture.risk, playerId, 'refuse', REFUSAL)).body).toEqual({ outcome: 'done' })
      const decision = {
        verb: 'withdrawals.refuse',
        by: { name: 'Rik', isJob: false },
        reason: 'rules: Looks like a farm',
      }
      expect(await all(`player=${playerId}`)).toMatchObject([{ id: ids[0], state: 'refused', decision }])
      expect((await fixture.risk.get(`/withdrawals/${ids[0]}`)).body).toMatchObject({ state: 'refused', decision })
    })
  })

  describe('the queue', () => {
    /** All pages of a query. */
    async function queue(query = '', browser = fixture.risk): Promise<CaseRow[]> {
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
        const sinceMs = fixture.office.nowMs - (100 - place) * HOUR_MS
        // Several wait since the same moment.
        made.push(
          (
            await addCase(fixture.office, {
              prices: [100, 200],
              sinceMs: place < 10 ? sinceMs : fixture.office.nowMs - HOUR_MS,
            })
          ).playerId,
        )
      }
      const rows = await queue()
      const own = rows.filter(({ player }) => made.includes(player.id))
      expect(own.map(({ player }) => player.id)).toEqual(made)
      expect(own[0]).toMatchObject({ items: 2, won: 300, reasons: ['no-deposit'], claim: null, isProposed: false })
      expect(rows.map(({ since }) => since)).toEqual(rows.map(({ since }) => since).toSorted((a, b) => a - b))
    })

    it('says whether this shop holds withdrawals at all', async () => {
      expect((await fixture.risk.get('/withdrawals')).body.isChecking).toBe(false)
      const checking = await openTestOffice(kind, { environment: { WITHDRAWAL_CHECKS: 'on' } })
      try {
        const reader = await checking.member('risk', 'Ron')
        expect((await reader.get('/withdrawals')).body).toEqual({ cases: [], cursor: null, isChecking: true })
      } finally {
        await checking.close()
      }
    })

    it('is filtered by claim, reason, sum and age, and refuses a cursor of another list', async () => {
      const rich = await addCase(fixture.office, { prices: [30_000, 30_001], review: ['value', 'shared-card'] })
      const old = await addCase(fixture.office, { sinceMs: fixture.office.nowMs - 500 * HOUR_MS })
      await act(fixture.risk, rich.playerId, 'claim')
      const ids = async (query: string, browser = fixture.risk): Promise<number[]> =>
        (await queue(query, browser)).map(({ player }) => player.id)
      expect(await ids('claim=mine')).toEqual([rich.playerId])
      expect(await ids('claim=mine', fixture.other)).toEqual([])
      expect(await ids('claim=free')).not.toContain(rich.playerId)
      expect(await ids('reason=shared-card')).toEqual([rich.playerId])
      expect(await ids('least=60001')).toEqual([rich.playerId])
      expect(await ids('least=60002')).toEqual([])
      expect(await ids('hours=500')).toEqual([old.playerId])
      expect((await fixture.risk.get('/withdrawals?cursor=nowhere')).status).toBe(400)
      expect((await fixture.risk.get('/withdrawals?reason=odds')).status).toBe(400)
    })

    it('tells in a light call who has what, and that something changed', async () => {
      const before = (await fixture.risk.get('/withdrawals/live')).body
      const { playerId } = await addCase(fixture.office)
      await act(fixture.risk, playerId, 'claim')
      const after = (await fixture.risk.get('/withdrawals/live')).body
      expect(after.waiting).toBe(before.waiting + 1)
      expect(after.newest).toBe(fixture.office.nowMs)
      expect(after.claims).toContainEqual({
        player: playerId,
        by: fixture.risk.staffId,
        until: fixture.office.nowMs + CLAIM_MS,
      })
    })
  })

  describe('what does not go on', () => {
    it('is listed with what to buy, tried again, and given up', async () => {
      const lacking = await addCase(fixture.office, { state: 'unavailable', prices: [100, 100] })
      const late = await addCase(fixture.office, { state: 'approved', sinceMs: fixture.office.nowMs - 2 * HOUR_MS })
      const list = async (kind: string) => (await fixture.risk.get(`/withdrawals/stuck?kind=${kind}`)).body
      const unavailable = await list('unavailable')
      expect(unavailable.rows.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([...lacking.ids]))
      expect(unavailable.lacking[0].count).toBeGreaterThanOrEqual(2)
      expect(unavailable.lacking[0].item.name.ru).toBeTypeOf('string')
      expect((await list('stuck')).rows.map(({ id }: { id: string }) => id)).toContain(late.ids[0])

      expect((await fixture.risk.post(`/withdrawals/${lacking.ids[0]}/retry`)).body).toEqual({ outcome: 'done' })
      const gone = { reason: 'Nobody sells it', byHand: false }
      expect((await fixture.risk.post(`/withdrawals/${lacking.ids[1]}/fail`, gone)).body).toEqual({ outcome: 'done' })
      expect(await statesOf(fixture.office, lacking.ids)).toEqual(['requested', 'returned'])
      const { body } = await fixture.risk.get(`/withdrawals/${lacking.ids[1]}`)
      expect(body.steps.at(-1)).toMatchObject({ state: 'returned', note: 'by the operator: Nobody sells it' })

      // Nobody can ask whether the player has it, so that a person has to.
      const sent = await addCase(fixture.office, { state: 'sent' })
      expect((await fixture.risk.post(`/withdrawals/${sent.ids[0]}/fail`, gone)).body.code).toBe('possible-trade')
      await fixture.office.db.queries
        .update(withdrawals)
        .set({ leasedUntil: new Date(fixture.office.nowMs + 1), lease: newId() })
        .where(eq(withdrawals.id, sent.ids[0] ?? ''))
      expect((await fixture.risk.post(`/withdrawals/${sent.ids[0]}/retry`)).body.code).toBe('busy')
      expect(await statesOf(fixture.office, sent.ids)).toEqual(['sent'])
    })
  })
})
