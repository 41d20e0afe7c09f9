// The counts beside the rooms: what waits now, for those who may read it, and never more than a hundred rows.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COUNT_MOST } from '../../../src/game/office/counted-rooms.ts'
import { PROPOSAL_MS } from '../../../src/game/office/times.ts'
import { countsReplySchema } from '../../../src/protocol/office/counts.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { proposals } from '../../../src/server/db/schema-office.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'

/** Of the rooms that everyone at the desk reads. */
const NONE = { withdrawals: 0, letters: 0, payments: 0, 'safer-play': 0 }
const OWNERS = { ...NONE, bots: 0, system: 0 }

describe.each(SUITE_KINDS)('the counts of the office on %s', (kind) => {
  let office: TestOffice
  let anna: OfficeBrowser

  beforeEach(async () => {
    office = await openTestOffice(kind)
    anna = await office.member('owner', 'Anna')
  })

  afterEach(() => office.close())

  const counts = async (who: OfficeBrowser) => countsReplySchema.parse((await who.get('/counts')).body).counts

  async function propose(count: number): Promise<void> {
    const at = office.nowMs
    const one = { verb: 'staff.role', subjectKind: 'staff', subject: anna.staffId, body: {}, reason: 'a test' } as const
    const times = { proposedAt: new Date(at), expiresAt: new Date(at + PROPOSAL_MS), proposerId: anna.staffId }
    const rows = Array.from({ length: count }, () => ({ id: newId(), ...one, ...times, difference: [], entries: [] }))
    await office.db.queries.insert(proposals).values(rows)
  }

  it('are of what waits, and not of what is over', async () => {
    expect(await counts(anna)).toEqual({ ...OWNERS, proposals: 0 })
    await propose(3)
    expect(await counts(anna)).toEqual({ ...OWNERS, proposals: 3 })
    office.nowMs += PROPOSAL_MS
    await propose(1)
    await anna.signIn()
    expect(await counts(anna)).toEqual({ ...OWNERS, proposals: 1 })
  })

  it('end at a hundred', async () => {
    await propose(COUNT_MOST + 20)
    expect(await counts(anna)).toEqual({ ...OWNERS, proposals: COUNT_MOST })
  })

  it('are for those who may read the room', async () => {
    await propose(1)
    expect(await counts(await office.member('finance'))).toEqual({ ...NONE, bots: 0, proposals: 1 })
    expect(await counts(await office.member('support'))).toEqual(NONE)
    // What was proposed is about the staff.
    expect(await counts(await office.member('content'))).toEqual({ proposals: 0 })
    expect((await office.guest().get('/counts')).status).toBe(401)
  })
})
