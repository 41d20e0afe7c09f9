// Letters between a player and the shop, from both sides: the one appeal against a decision, which goes to somebody else.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { recordAct } from '../../../src/server/audit/record-act.ts'
import { databaseFault } from '../../../src/server/db/database.ts'
import { letters } from '../../../src/server/db/schema-letters.ts'
import { staff } from '../../../src/server/db/schema-office.ts'
import { answerLetterIn, closeLetterIn } from '../../../src/server/services/letters/staff-letters.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import type { Browser } from '../../support/sites/site.ts'
import { DAY_MS, openLettersFixture } from './letters-fixture.ts'

describe.each(SUITE_KINDS)('letters on %s', (kind) => {
  const fixture = openLettersFixture(kind)
  const { addWithdrawal, appeal, kindsTold, write } = fixture

  const stateOf = async (id: string) => (await fixture.bea.get(`/letters/${id}`)).body.state

  describe('the appeal', () => {
    async function closedLetter(player: Browser): Promise<string> {
      const { letter } = await write(player)
      await fixture.bea.post(`/letters/${letter.id}/close`, { text: 'We cannot help with that.' })
      return letter.id
    }

    it('goes to another person, by the screen, the call, the statement and the database', async () => {
      const player = await fixture.site.newPlayer()
      const id = await closedLetter(player)
      expect((await player.post(`/api/letters/${id}/answer`, { text: 'But' })).body.code).toBe('letter-closed')
      const { letter } = (await player.get(`/api/letters/${id}`)).body
      expect(letter).toMatchObject({ state: 'closed', appeal_until: fixture.office.nowMs + 30 * DAY_MS })
      expect((await appeal(player, id)).body.letter).toMatchObject({ state: 'waiting', appealed: true })

      expect((await fixture.bea.get(`/letters/${id}`)).body).toMatchObject({ isAppeal: true, hasDecided: true })
      for (const act of ['answer', 'close']) {
        const refused = await fixture.bea.post(`/letters/${id}/${act}`, { text: 'No.' })
        expect(refused, act).toMatchObject({ status: 403, body: { why: 'second' } })
      }
      const by = { kind: 'staff', name: 'Bea', staffId: fixture.bea.staffId, sessionId: null, address: '' } as const
      const decided = { letterId: id, text: 'No.', by }
      await expect(fixture.site.db.transaction((tx) => answerLetterIn(tx, decided))).rejects.toThrow(
        /The member who decided/,
      )
      await expect(fixture.site.db.transaction((tx) => closeLetterIn(tx, decided))).rejects.toThrow(
        /The member who decided/,
      )
      const decidesAgain = fixture.site.db.queries
        .update(letters)
        .set({ appealStaffId: fixture.bea.staffId })
        .where(eq(letters.id, id))
        .then(
          () => 'done',
          (error: unknown) => databaseFault(error)?.constraint,
        )
      expect(await decidesAgain).toBe('letter_appeal_of_another')
      expect(await stateOf(id)).toBe('waiting')

      expect((await fixture.taras.post(`/letters/${id}/close`, { text: 'You are right.' })).status).toBe(200)
      expect(await kindsTold(player.playerId)).toContain('letterClosed')
      expect((await player.get(`/api/letters/${id}`)).body.letter.appeal_until).toBeNull()
    })

    it('is made once, also twice at once', async () => {
      const player = await fixture.site.newPlayer()
      const id = await closedLetter(player)
      const answers = await Promise.all([appeal(player, id), appeal(player, id)])
      expect(answers.map(({ body }) => body.success).toSorted()).toEqual([false, true])
      await fixture.taras.post(`/letters/${id}/close`, {})
      expect((await appeal(player, id)).body).toMatchObject({ success: false, code: 'letter-appealed' })
    })

    it('is not offered where nobody else could decide, nor after thirty days', async () => {
      const player = await fixture.site.newPlayer()
      const id = await closedLetter(player)
      const others = await fixture.site.db.queries.select().from(staff)
      const away = others.filter((member) => member.id !== fixture.bea.staffId)
      for (const { id: member } of away) {
        await fixture.site.db.queries.update(staff).set({ state: 'disabled' }).where(eq(staff.id, member))
      }
      expect((await player.get(`/api/letters/${id}`)).body.letter.appeal_until).toBeNull()
      expect((await appeal(player, id)).body).toMatchObject({ success: false, code: 'letter-nobody' })
      for (const { id: member } of away) {
        await fixture.site.db.queries.update(staff).set({ state: 'active' }).where(eq(staff.id, member))
      }
      const longAgo = new Date(fixture.office.nowMs - 30 * DAY_MS - 1)
      await fixture.site.db.queries.update(letters).set({ since: longAgo }).where(eq(letters.id, id))
      expect((await appeal(player, id)).body).toMatchObject({ success: false, code: 'letter-late' })
    })

    it('against a refused withdrawal goes to somebody who did not refuse it, once', async () => {
      const player = await fixture.site.newPlayer()
      const waiting = await addWithdrawal(player, 'review')
      const early = await write(player, { about: { kind: 'withdrawal', id: waiting }, appeal: true })
      expect(early).toMatchObject({ success: false, code: 'letter-open' })
      const refused = await addWithdrawal(player, 'refused')
      const about = { kind: 'withdrawal', id: refused }
      const by = { kind: 'staff', name: 'Taras', staffId: fixture.taras.staffId, sessionId: null, address: '' } as const
      await fixture.site.db.transaction((tx) =>
        recordAct(tx, { by, verb: 'withdrawals.refuse', kind: 'withdrawal', subject: refused }),
      )
      const { letter } = await write(player, { about, appeal: true })
      expect(letter).toMatchObject({ state: 'waiting', appealed: true })
      expect((await fixture.taras.post(`/letters/${letter.id}/answer`, { text: 'No' })).body.why).toBe('second')
      const opens = await fixture.taras.post('/letters', { player: player.playerId, about, text: 'No' })
      expect(opens).toMatchObject({ status: 409, body: { code: 'letter-decided' } })
      expect((await fixture.bea.post(`/letters/${letter.id}/close`, { text: 'You were right' })).status).toBe(200)
      expect(await write(player, { about, appeal: true })).toMatchObject({ success: false, code: 'letter-appealed' })
    })
  })
})
