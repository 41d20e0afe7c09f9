// What the command line, jobs and files did without an author until now: each act leaves one row in its own transaction.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/server/audit/actor.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { banPlayer, keepWithdrawals, unbanPlayer } from '../../../src/server/services/account/bans.ts'
import { signOutEverywhere } from '../../../src/server/services/account/end-sessions.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

describe.each(SUITE_KINDS)('acts in the audit on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  const rowsOf = (subject: number) =>
    queryRows<{ verb: string; before: unknown; after: unknown; reason: string | null; actor: string }>(
      site.db.queries,
      `select verb, before, after, reason, actor_kind || ' ' || actor as actor from audit
        where subject_kind = 'player' and subject = '${subject}' order by position`,
    )

  it('name who banned, changed and lifted a ban, and what it was', async () => {
    const { playerId } = await site.newPlayer()
    await banPlayer(site.db, playerId, 'Two accounts', OPERATOR)
    expect(await banPlayer(site.db, playerId, 'again', OPERATOR)).toBe(false)
    await keepWithdrawals(site.db, playerId, OPERATOR)
    await unbanPlayer(site.db, playerId, 'It was their brother', OPERATOR)
    expect(await unbanPlayer(site.db, playerId, 'again', OPERATOR)).toBe(false)
    const actor = 'command anna@shop1'
    expect(await rowsOf(playerId)).toEqual([
      {
        verb: 'players.ban',
        before: { banned: false },
        after: { banned: true, keepsWithdrawals: false, sessions: 1 },
        reason: 'Two accounts',
        actor,
      },
      {
        verb: 'players.ban',
        before: { keepsWithdrawals: false },
        after: { keepsWithdrawals: true },
        reason: null,
        actor,
      },
      {
        verb: 'players.unban',
        before: { banned: true, reason: 'Two accounts' },
        after: { banned: false },
        reason: 'It was their brother',
        actor,
      },
    ])
  })

  it('name who signed a player out', async () => {
    const { playerId } = await site.newPlayer()
    await signOutEverywhere(site.db, playerId, OPERATOR)
    expect(await rowsOf(playerId)).toMatchObject([{ verb: 'players.signOut', after: { sessions: 1 } }])
  })

  it('name the job that carried out an erasure, and no name of the player', async () => {
    const player = await site.newPlayer()
    await site.services.erasures.request(player.playerId)
    await site.db.queries.execute(
      `update erasures set due_at = now() - interval '1 hour' where player_id = ${player.playerId}`,
    )
    await site.jobs.erasures.runOnce()
    const rows = await rowsOf(player.playerId)
    expect(rows).toMatchObject([{ verb: 'players.erase', actor: 'job erasures', after: { erased: true } }])
    expect(JSON.stringify(rows)).not.toContain('Player ')
  })

  it('are there with the act or not at all', async () => {
    const { playerId } = await site.newPlayer()
    const nobody = {
      kind: 'staff',
      name: 'Nobody',
      staffId: '019bd9f0-0000-7000-8000-000000000009',
      sessionId: null,
      address: '',
    }
    await expect(banPlayer(site.db, playerId, 'a reason', nobody as Actor)).rejects.toThrow()
    await expect(erasePlayer(site.db, playerId, new Date(), nobody as Actor)).rejects.toThrow()
    expect(await rowsOf(playerId)).toEqual([])
    expect(await site.services.bans.reasonOf(playerId)).toBeNull()
  })
})
