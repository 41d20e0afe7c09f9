// Claims of the room Withdrawals: one person has a case at a time, until minutes without an act, a colleague or the decision end that.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CLAIM_MS } from '../../../src/game/office/times.ts'
import { audit, withdrawalClaims } from '../../../src/server/db/schema-office.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { addCase, statesOf } from '../../support/office/office-withdrawals.ts'
import { openWithdrawalsFixture, REFUSAL } from './withdrawals-fixture.ts'

describe.each(SUITE_KINDS)('withdrawals in the office on %s', (kind) => {
  const fixture = openWithdrawalsFixture(kind)
  const { act, caseOf } = fixture

  describe('a claim', () => {
    it('is had by one person when two take it at once', async () => {
      const { playerId } = await addCase(fixture.office)
      const answers = await Promise.all(
        [fixture.risk, fixture.other, fixture.risk, fixture.other].map((browser) => act(browser, playerId, 'claim')),
      )
      const winner = (await caseOf(playerId)).claim?.by.id
      const won = answers.map(({ status }) => status === 200)
      expect(won).toEqual(winner === fixture.risk.staffId ? [true, false, true, false] : [false, true, false, true])
      expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('claimed')
    })

    it('keeps colleagues from deciding, and is taken over with a word', async () => {
      const { playerId, ids } = await addCase(fixture.office)
      await act(fixture.risk, playerId, 'claim')
      for (const [name, body] of [
        ['approve', {}],
        ['refuse', REFUSAL],
        ['hand-over', { to: fixture.other.staffId }],
        ['release', {}],
      ] as const) {
        expect((await act(fixture.other, playerId, name, body)).body.code, name).toBe('claimed')
      }
      expect(await statesOf(fixture.office, ids)).toEqual(['review'])
      expect((await act(fixture.other, playerId, 'claim', { reason: 'Rik went home' })).body).toEqual({
        outcome: 'done',
      })
      expect((await act(fixture.risk, playerId, 'approve')).body.code).toBe('claimed')
      expect((await act(fixture.other, playerId, 'approve')).body).toEqual({ outcome: 'done' })
      const rows = await fixture.office.db.queries
        .select()
        .from(audit)
        .where(eq(audit.subject, String(playerId)))
      expect(rows.map(({ verb, actor, before, reason }) => [verb, actor, before, reason])).toEqual([
        ['withdrawals.claim', 'Rik', { claim: null }, null],
        ['withdrawals.claim', 'Olena', { claim: 'Rik' }, 'Rik went home'],
      ])
    })

    it('runs out after minutes without an act, which each act puts off', async () => {
      const { playerId } = await addCase(fixture.office, { prices: [1, 2] })
      const before = fixture.office.nowMs
      await act(fixture.risk, playerId, 'claim')
      fixture.office.nowMs += CLAIM_MS - 1
      await act(fixture.risk, playerId, 'claim')
      fixture.office.nowMs += CLAIM_MS - 1
      expect((await act(fixture.other, playerId, 'claim')).body.code).toBe('claimed')
      fixture.office.nowMs += 1
      expect((await act(fixture.other, playerId, 'claim')).body).toEqual({ outcome: 'done' })
      fixture.office.nowMs = before
    })

    it('is handed over to who may decide, and given back', async () => {
      const { playerId } = await addCase(fixture.office)
      const support = await fixture.office.member('support', 'Sol')
      expect((await act(fixture.risk, playerId, 'hand-over', { to: support.staffId })).body.code).toBe('colleague')
      await act(fixture.risk, playerId, 'hand-over', { to: fixture.other.staffId, reason: 'You know them' })
      expect((await caseOf(playerId)).claim?.by.name).toBe('Olena')
      expect((await act(fixture.risk, playerId, 'claim')).body.code).toBe('claimed')
      await act(fixture.other, playerId, 'release')
      expect((await caseOf(playerId)).claim).toBeNull()
      expect((await act(fixture.other, playerId, 'release')).status).toBe(404)
    })
  })

  it('keeps no claim of a case that is decided', async () => {
    const { playerId } = await addCase(fixture.office)
    await act(fixture.risk, playerId, 'claim')
    await act(fixture.risk, playerId, 'refuse', REFUSAL)
    const left = await fixture.office.db.queries
      .select()
      .from(withdrawalClaims)
      .where(eq(withdrawalClaims.playerId, playerId))
    expect(left).toEqual([])
  })
})
