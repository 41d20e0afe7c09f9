// npm run ops -- raffles: lists raffles, shows one, prints a proof that `npm run verify` accepts.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVerify } from '../../../scripts/verify/program.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { accounts } from '../../../src/server/db/schema.ts'
import { raffleEntries, raffles } from '../../../src/server/db/schema-rewards.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { createRaffleLifecycle } from '../../../src/server/services/raffle/lifecycle.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type CommandDatabase, openCommandDatabase, runProgram } from '../../support/runner/command.ts'
import { openTestShop } from '../../support/shop/shop.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

/** Creates a raffle that one player won, and the next of its kind, which is open. Returns the id of the first, and the player's. */
async function fill(db: Database): Promise<{ drawn: string; playerId: number }> {
  const shop = await openTestShop(db)
  const { catalogue } = shop
  let nowMs = Date.now()
  const care = createRaffleLifecycle({
    db,
    catalogue: () => catalogue.current,
    events: createEvents(),
    now: () => nowMs,
    timeZone: 'UTC',
    beacon: null,
  })
  const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: false })
  const consent = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: new Date() }
  const profile = { steamid: '76561197960265729', name: 'Nova', avatar: '/x.svg', level: 10 }
  const playerId = await upsertPlayer(profile, consent)
  await care.open('hourly')
  const [open] = await db.queries.select().from(raffles)
  if (open === undefined) throw new Error('No raffle was opened')
  await db.queries.insert(raffleEntries).values({ raffleId: open.id, playerId })
  // Ten times the dearest prize.
  await db.queries.update(accounts).set({ margin: 2_000e6 }).where(eq(accounts.id, playerId))
  nowMs = open.closesAt.getTime()
  await care.freeze()
  await care.draw(open.id)
  await care.open('hourly')
  shop.close()
  return { drawn: open.id, playerId }
}

describe.each(SUITE_KINDS)('npm run ops -- raffles on %s', { timeout: 90_000 }, (kind) => {
  let database: CommandDatabase
  let drawn: string
  let playerId: number
  const said = (...args: readonly string[]) => database.run('raffles', ...args)

  beforeAll(async () => {
    database = await openCommandDatabase(kind)
    ;({ drawn, playerId } = await fill(database.db))
  }, 60_000)

  afterAll(() => database.remove())

  it('lists them, the newest first, by state and by winner', async () => {
    const all = await said('list')
    expect(all.code).toBe(0)
    const [head, newest, last, ...others] = all.out.trimEnd().split('\n')
    expect(head).toMatch(/^RAFFLE +NUMBER +KIND +CLOSES +STATE +ENTRIES +PRICE +ITEM +WINNER$/)
    expect(newest).toMatch(/ 2 +hourly .* open +0 .* -$/)
    expect(last).toMatch(new RegExp(`^${drawn} +1 +hourly .* drawn +1 .* ${playerId} Nova$`))
    expect(others).toEqual([])
    expect((await said('list', '--state', 'drawn', '--player', String(playerId))).out).toContain(drawn)
    expect((await said('list', '--state', 'returned')).out).toBe('There are no such raffles.\n')
  })

  it('shows a raffle', async () => {
    const { out } = await said('show', drawn)
    expect(out).toMatch(/^entries +1$/m)
    expect(out).toMatch(/^hash +[0-9a-f]{64}$/m)
    expect(out).toMatch(/^drawn from +a seed with the commit [0-9a-f]{64}$/m)
    expect(out).toMatch(/^roll +1 of 1$/m)
    expect(out).toMatch(new RegExp(`^winner +${playerId} Nova$`, 'm'))
  })

  it('finds a raffle by the number in the list', async () => {
    expect(await said('show', '1')).toEqual(await said('show', drawn))
    const proof = await said('proof', '1')
    expect(proof).toEqual(await said('proof', drawn))
    expect(proof.err).toBe('')
    expect((await said('show', '99')).err).toBe('There is no raffle 99. Look it up: npm run ops -- raffles list\n')
  })

  it('says that an open raffle has no draw yet, beside its proof', async () => {
    const { code, out, err } = await said('proof', '2')
    expect({ code, err }).toEqual({
      code: 0,
      err: 'Raffle 2 is open: it has no draw yet, only what was published before it.\n',
    })
    expect(JSON.parse(out)).toMatchObject({ number: 2, state: 'open' })
  })

  it('prints a proof that npm run verify accepts', async () => {
    const file = join(database.folder, 'raffle.json')
    const { out } = await said('proof', drawn)
    await writeFile(file, out)
    expect(await runProgram(createVerify, [file])).toMatchObject({ code: 0, err: '' })
    await writeFile(file, out.replace(/"winner":\d+/, '"winner":1'))
    expect((await runProgram(createVerify, [file])).code).toBe(1)
  })

  it('has no command that chooses a winner, and refuses unknown raffles', async () => {
    expect(await said('draw', drawn)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: unknown command 'draw'\n/),
    })
    const unknown = '00000000-0000-7000-8000-000000000000'
    for (const command of ['show', 'proof']) {
      expect(await said(command, unknown)).toMatchObject({
        code: 1,
        err: `There is no raffle ${unknown}. Look it up: npm run ops -- raffles list\n`,
      })
    }
    expect((await said('show', 'nine')).code).toBe(2)
  })
})
