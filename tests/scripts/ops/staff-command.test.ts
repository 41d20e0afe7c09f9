// npm run ops -- staff, and the rows of the audit that commands write.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLedger } from '../../../scripts/ops/program.ts'
import { osUser } from '../../../src/server/base/author.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { passkeys, staff } from '../../../src/server/db/schema-office.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type CommandDatabase, openCommandDatabase, runProgram } from '../../support/runner/command.ts'

const ANNA = '019bd9f0-0000-7000-8000-000000000001'

describe.each(SUITE_KINDS)('npm run ops -- staff on %s', (kind) => {
  let place: CommandDatabase

  beforeEach(async () => {
    place = await openCommandDatabase(kind)
  })

  afterEach(() => place.remove())

  const auditRows = () =>
    queryRows<{ verb: string; actor: string; reason: string; kind: string }>(
      place.db.queries,
      'select verb, actor, reason, actor_kind as kind from audit order by position',
    )
  const hire = () => place.db.queries.insert(staff).values({ id: ANNA, name: 'Anna K', role: 'owner' })

  it('invites a person by a link, and records who did', async () => {
    const { code, out } = await place.run('staff', 'invite', 'Anna K', '--role', 'owner', '--reason', 'Founder')
    expect(code).toBe(0)
    expect(out).toMatch(/^http:\/\/localhost:4400\/invitation\/[\w-]{43}\nThe link lets Anna K in once, until /)
    expect(await auditRows()).toEqual([{ verb: 'staff.invite', actor: osUser(), reason: 'Founder', kind: 'command' }])
    expect((await place.run('staff', 'list')).out).toMatch(/Anna K +owner +invited until/)
  })

  it('lets in who lost their passkeys, and nobody else by that name', async () => {
    await hire()
    await place.db.queries.insert(passkeys).values({
      id: ANNA,
      staffId: ANNA,
      credentialId: 'x',
      publicKey: new Uint8Array([1]),
      counter: 0,
      transports: [],
      label: 'phone',
      synced: false,
    })
    const done = await place.run('staff', 'invite', 'Anna K', '--again', '--reason', 'Lost her phone')
    expect(done.out).toMatch(/When it is used, all older passkeys and sessions of that person end\./)
    const unknown = await place.run('staff', 'invite', 'Bob', '--again', '--reason', 'Lost his phone')
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringMatching(/Nobody of the staff is called "Bob"/)])
  })

  it('asks for a role or --again, and a reason', async () => {
    expect((await place.run('staff', 'invite', 'Anna K', '--reason', 'x')).code).toBe(1)
    expect((await place.run('staff', 'invite', 'Anna K', '--role', 'owner')).code).toBe(2)
    expect((await place.run('staff', 'invite', 'Anna K', '--role', 'king', '--reason', 'x')).code).toBe(2)
    expect(await auditRows()).toEqual([])
  })

  it('closes the office to a member, but not to the last owner', async () => {
    await hire()
    const last = await place.run('staff', 'disable', 'Anna K', '--reason', 'Left')
    expect([last.code, last.err]).toEqual([1, expect.stringMatching(/The last owner stays/)])
    await place.db.queries.insert(staff).values({ id: ANNA.replace(/1$/, '2'), name: 'Bea', role: 'owner' })
    expect((await place.run('staff', 'disable', 'Anna K', '--reason', 'Left')).out).toMatch(
      /is disabled: sessions ended: 0/,
    )
    expect((await place.run('staff', 'disable', 'Anna K', '--reason', 'Left')).err).toMatch(/Anna K is disabled/)
    expect((await place.run('staff', 'list')).out).toMatch(/Anna K +owner +disabled/)
    expect(await auditRows()).toMatchObject([{ verb: 'staff.disable', reason: 'Left' }])
  })

  it('says when nobody works here', async () => {
    expect((await place.run('staff', 'list')).out).toMatch(/Nobody works in the office yet/)
  })

  it('is checked by npm run ledger -- check, which names a row that was changed by hand', async () => {
    await place.run('staff', 'invite', 'Anna K', '--role', 'owner', '--reason', 'Founder')
    const check = () => runProgram(createLedger, ['check'], { DATA_DIR: place.folder, PORT: '1' }, place.db)
    expect((await check()).out).toMatch(/The audit is intact to #0; 1 waits for a running site to seal it\./)
    const { sealAudit } = await import('../../../src/server/audit/chain.ts')
    await sealAudit(place.db, Date.now())
    expect((await check()).out).toMatch(/The audit is intact to #1\./)
    const owned = place.db as typeof place.db & { asOwner(statements: string): Promise<unknown> }
    await owned.asOwner("alter table audit disable trigger all; update audit set reason = 'Friend'")
    const broken = await check()
    expect(broken.code).toBe(1)
    expect(broken.err).toMatch(/Broken: a row of the audit is as it was sealed\n\{"sequence":1,.*"verb":"staff.invite"/)
  })
})
