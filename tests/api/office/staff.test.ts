// The room Staff: what changes a member, who has to approve it, and what a stolen session cannot do.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FRESH_MS, PROPOSAL_MS } from '../../../src/game/office/times.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'

const reason = 'a reason'

describe.each(SUITE_KINDS)('staff of the office on %s', (kind) => {
  let office: TestOffice
  let anna: OfficeBrowser
  let bea: OfficeBrowser

  beforeEach(async () => {
    office = await openTestOffice(kind)
    anna = await office.member('owner', 'Anna')
    bea = await office.member('support', 'Bea')
  })

  afterEach(() => office.close())

  const roleOf = async (browser: OfficeBrowser): Promise<string | undefined> =>
    (await browser.get('/session')).body.staff?.role
  const proposeRole = async (): Promise<string> =>
    (await anna.post(`/staff/${bea.staffId}/role`, { role: 'risk', reason })).body.proposal
  const stateOf = async (id: string): Promise<string> => {
    const { proposals } = (await anna.get('/proposals')).body
    return proposals.find((one: { id: string }) => one.id === id)?.state
  }
  const verbs = async (): Promise<string[]> => {
    const rows = await queryRows<{ verb: string }>(office.db.queries, 'select verb from audit order by position')
    return rows.map(({ verb }) => verb)
  }

  it('is proposed by one and approved by another, in one transaction with both rows of the audit', async () => {
    const carl = await office.member('owner', 'Carl')
    const id = await proposeRole()
    expect(await roleOf(bea)).toBe('support')
    const [proposal] = (await carl.get('/proposals?state=open')).body.proposals
    expect(proposal).toMatchObject({
      id,
      verb: 'staff.role',
      subject: { kind: 'staff', id: bea.staffId },
      reason,
      proposer: { name: 'Anna' },
      expiresAt: office.nowMs + PROPOSAL_MS,
      difference: [
        { field: 'name', before: 'Bea', after: 'Bea' },
        { field: 'role', before: 'support', after: 'risk' },
      ],
    })
    expect((await carl.post(`/proposals/${id}/approve`)).body).toEqual({ done: true })
    expect(await roleOf(bea)).toBe('risk')
    expect((await verbs()).slice(-3)).toEqual(['staff.role', 'proposals.approve', 'staff.role'])
    const [last] = (await carl.get('/audit?verb=staff.role')).body.rows
    const entry = (await carl.get(`/audit/${last.id}`)).body
    expect(entry).toMatchObject({
      actor: { kind: 'staff', name: 'Carl' },
      before: { role: 'support' },
      after: { role: 'risk', proposal: { id, proposer: anna.staffId } },
      alone: false,
      reason,
    })
    expect((await carl.post(`/proposals/${id}/approve`)).body.why).toBe('state')
  })

  it('is not approved by its proposer, not even past the calls', async () => {
    const id = await proposeRole()
    expect((await anna.post(`/proposals/${id}/approve`)).body.why).toBe('second')
    const forced = office.db.queries.execute(
      `update proposals set state = 'approved', decider_id = proposer_id, decided_at = proposed_at where id = '${id}'`,
    )
    await expect(forced).rejects.toMatchObject({ cause: { constraint: 'proposal_second_person' } })
    expect(await roleOf(bea)).toBe('support')
  })

  it('is over after a day, and cannot be approved late past the calls', async () => {
    const id = await proposeRole()
    office.nowMs += PROPOSAL_MS
    const carl = await office.member('owner', 'Carl')
    const late = office.db.queries.execute(
      `update proposals set state = 'approved', decider_id = '${carl.staffId}', decided_at = expires_at where id = '${id}'`,
    )
    await expect(late).rejects.toMatchObject({ cause: { constraint: 'proposal_decided_in_time' } })
    expect((await carl.post(`/proposals/${id}/approve`)).body.why).toBe('state')
    await anna.signIn()
    expect(await stateOf(id)).toBe('expired')
    expect(await roleOf(await office.member('support'))).toBe('support')
  })

  it('may be refused with a reason, or taken back', async () => {
    const carl = await office.member('owner', 'Carl')
    const [one, two] = [await proposeRole(), await proposeRole()]
    expect((await carl.post(`/proposals/${one}/refuse`, { reason: 'not yet' })).status).toBe(200)
    expect((await carl.post(`/proposals/${two}/withdraw`)).body.why).toBe('second')
    expect((await anna.post(`/proposals/${two}/withdraw`)).status).toBe(200)
    expect([await stateOf(one), await stateOf(two)]).toEqual(['refused', 'withdrawn'])
  })

  it('is not approved when it would do something else by now, or its proposer lost the right', async () => {
    const carl = await office.member('owner', 'Carl')
    const [one, two] = [await proposeRole(), await proposeRole()]
    await carl.post(`/proposals/${one}/approve`)
    expect((await carl.post(`/proposals/${two}/approve`)).body.code).toBe('changed')
    const other = (await anna.post(`/staff/${bea.staffId}/role`, { role: 'finance', reason })).body.proposal
    expect((await carl.post(`/staff/${anna.staffId}/disable`, { reason })).body).toEqual({ outcome: 'done' })
    expect((await carl.post(`/proposals/${other}/approve`)).body.why).toBe('role')
    expect(await roleOf(bea)).toBe('risk')
  })

  it('is decided by those alone who may do it themselves', async () => {
    const risk = await office.member('risk')
    const id = await proposeRole()
    expect((await risk.post(`/proposals/${id}/approve`)).body.why).toBe('role')
    const logged = office.log.map((line) => JSON.parse(line)).find(({ security }) => security === 'not-allowed')
    expect(logged).toMatchObject({ code: 'role', staff: risk.staffId, call: 'POST /office/api/proposals/:id/approve' })
  })

  it('runs at once in a shop of one, and the audit says so', async () => {
    office.setRules({ secondPerson: false })
    expect((await anna.get('/session')).body.alone).toBe(true)
    expect((await anna.post(`/staff/${bea.staffId}/role`, { role: 'risk', reason })).body).toEqual({ outcome: 'done' })
    expect(await roleOf(bea)).toBe('risk')
    const [row] = (await anna.get('/audit?verb=staff.role')).body.rows
    expect(row.alone).toBe(true)
  })

  it('takes a right away at once, with all sessions', async () => {
    expect((await anna.post(`/staff/${bea.staffId}/disable`, { reason })).body).toEqual({ outcome: 'done' })
    expect(await roleOf(bea)).toBeUndefined()
    expect((await bea.signIn()).status).toBe(401)
    expect((await anna.post(`/staff/${bea.staffId}/disable`, { reason })).body.why).toBe('state')
  })

  it('ends sessions, after which one may sign in again', async () => {
    await anna.post(`/staff/${bea.staffId}/sessions/end`, { reason })
    expect(await roleOf(bea)).toBeUndefined()
    expect((await bea.signIn()).status).toBe(200)
  })

  it('keeps its last owner', async () => {
    expect((await anna.post(`/staff/${anna.staffId}/disable`, { reason })).body.code).toBe('owner-last')
    office.setRules({ secondPerson: false })
    expect((await anna.post(`/staff/${anna.staffId}/role`, { role: 'risk', reason })).body.code).toBe('owner-last')
    expect(await roleOf(anna)).toBe('owner')
  })

  it('shows the link of an invitation to whoever approves it, once', async () => {
    const carl = await office.member('owner', 'Carl')
    const { proposal } = (await anna.post('/staff/invitations', { name: 'Dan', role: 'risk', reason })).body
    const { link } = (await carl.post(`/proposals/${proposal}/approve`)).body
    expect((await anna.get('/staff')).body.invitations).toMatchObject([
      { name: 'Dan', role: 'risk', invitedBy: 'Carl' },
    ])
    const dan = office.guest()
    expect((await dan.accept(new URL(link).pathname)).body.staff).toMatchObject({ name: 'Dan', role: 'risk' })
    expect((await anna.get('/staff')).body.invitations).toEqual([])
  })

  it('lets a stolen session do nothing that asks for a fresh assertion', async () => {
    office.setRules({ secondPerson: false })
    office.nowMs += FRESH_MS
    const thief = new OfficeBrowser(office.app)
    thief.cookies.set('office', anna.cookies.get('office') ?? '')
    const before = await verbs()
    const wishes = [
      thief.post('/staff/invitations', { name: 'Thief', role: 'owner', reason }),
      thief.post(`/staff/${bea.staffId}/role`, { role: 'owner', reason }),
      thief.post(`/staff/${bea.staffId}/disable`, { reason }),
      thief.post('/passkeys/options'),
    ]
    for (const answer of await Promise.all(wishes)) expect(answer.body.why).toBe('fresh')
    // A passkey of the thief's own is nobody's.
    expect((await thief.makeFresh()).status).toBe(401)
    expect((await thief.post('/session/sandbox', {})).body.staff.name).toBe('Sandbox')
    expect(await verbs()).toEqual([...before, 'session'])
  })

  it('lists who works here', async () => {
    const { staff } = (await anna.get('/staff')).body
    expect(staff).toMatchObject([
      { name: 'Anna', role: 'owner', state: 'active', passkeys: 1, sessions: 1, seenAt: office.nowMs },
      { name: 'Bea', role: 'support', state: 'active', passkeys: 1, sessions: 1 },
    ])
  })
})
