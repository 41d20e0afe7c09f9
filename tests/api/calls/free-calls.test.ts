// Calls that cost nothing and leave rows: a player makes so many a day, whichever instance they ask, and docs/retention.md says how long each
// row stays.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BATTLE_REFUNDS_DAY, ORDERS_UNPAID_DAY, SEEDS_UNUSED_DAY } from '../../../src/game/base/economy.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { seeds } from '../../../src/server/db/schema.ts'
import { TABLES } from '../../../src/server/db/schema-check.ts'
import { RETENTION_TABLES } from '../../../src/server/services/operations/retention.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { createBattle } from '../../support/players/battles.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

describe.each(SUITE_KINDS)('free calls on %s', (kind) => {
  let site: TestSite
  let beside: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
    beside = await openTestSite(kind, { beside: site })
  })

  afterAll(async () => {
    await beside.close()
    await site.close()
  })

  /** The same player at the other instance. */
  function elsewhere(player: Browser): Browser {
    const other = beside.guest()
    for (const [name, value] of player.cookies) other.cookies.set(name, value)
    return other
  }

  async function newBattle(player: Browser): Promise<Answer> {
    const [box] = [...site.catalogue.current.catalogue.cases.values()]
      .filter(({ enabled }) => enabled)
      .sort((one, other) => one.priceCents - other.priceCents)
    return player.post('/api/battles', {
      ...{ format: '1v1', mode: 'normal', crazy: false, fast: true, isPrivate: false, percent: 100, fund: 0 },
      ...{ rounds: [box?.url], price: box?.priceCents, seed: '0123456789abcdef' },
    })
  }

  const refunds = (player: Browser, count: number): Promise<unknown> =>
    site.db.asOwner(`with battle as (select id::text as id, -number as account from battles order by number desc limit 1)
      insert into transfers (id, kind, debit_id, credit_id, amount, reference, at)
      select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n), 3, '0') || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
        'battle-back', battle.account, ${player.playerId}, 1, battle.id, now() from battle, generate_series(1, ${count}) n`)

  it('battles: so many stakes are paid back a day, then neither a new one nor a seat', async () => {
    const [player, other] = [await site.newPlayer(), await site.newPlayer()]
    const { battle } = (await newBattle(other)).body
    const first = await newBattle(player)
    expect(first.body.success).toBe(true)
    expect((await player.post(`/api/battles/${first.body.battle.id}/cancel`)).body.success).toBe(true)
    await refunds(player, BATTLE_REFUNDS_DAY - 2)
    const last = await newBattle(player)
    expect(last.body.success).toBe(true)
    expect((await player.post(`/api/battles/${last.body.battle.id}/cancel`)).body.success).toBe(true)
    expect((await newBattle(elsewhere(player))).body).toMatchObject({ success: false, code: 'battles-day' })
    const join = { slot: 2, percent: 100, pays: battle.price, seed: 'fedcba9876543210' }
    expect((await player.post(`/api/battles/${battle.id}/join`, join)).body).toMatchObject({ code: 'battles-day' })
    expect((await newBattle(other)).body.success).toBe(true)
  })

  it('battles: seats that their creator pays count too, at both instances', async () => {
    const [player, friend] = [await site.newPlayer(), await site.newPlayer()]
    const [box] = [...site.catalogue.current.catalogue.cases.values()].filter(({ enabled }) => enabled)
    if (box === undefined) throw new Error('There is no case')
    const battle = await createBattle(friend, box, { format: '1v1v1', isPrivate: true, fund: 50 })
    const join = (who: Browser, percent: number, pays: number) =>
      who.post(`/api/battles/${battle.id}/join`, { slot: 2, percent, pays, seed: 'fedcba9876543210' })
    const leave = async (): Promise<void> => {
      expect((await join(player, 50, 0)).body.success).toBe(true)
      expect((await player.post(`/api/battles/${battle.id}/leave`)).body).toMatchObject({ success: true })
    }
    await leave()
    await leave()
    await refunds(player, BATTLE_REFUNDS_DAY - 3)
    await leave()
    expect((await join(elsewhere(player), 50, 0)).body).toMatchObject({ success: false, code: 'battles-day' })
    expect((await newBattle(player)).body).toMatchObject({ code: 'battles-day' })
    await site.db.asOwner(
      `update accounts set unpaid_leaves_since = now() - interval '25 hours' where id = ${player.playerId}`,
    )
    expect((await join(elsewhere(player), 50, 0)).body.success).toBe(true)
  })

  it('seeds: so many pairs are revealed without a roll a day; a roll makes a pair count no more', async () => {
    const player = await site.newPlayer()
    const rotate = (who: Browser) => who.post('/api/fairness/rotate', { clientSeed: 'again' })
    await player.post('/api/case/first-step/open', { count: 1 })
    for (let turn = 0; turn <= SEEDS_UNUSED_DAY; turn++) expect((await rotate(player)).body.success).toBe(true)
    expect((await rotate(elsewhere(player))).body).toMatchObject({ success: false, code: 'seeds-day' })
    await site.db.asOwner(
      `update seeds set revealed_at = revealed_at - interval '25 hours' where player_id = ${player.playerId}`,
    )
    expect((await rotate(player)).body.success).toBe(true)
  })

  it('seeds: hiding a name renews a pair after a roll alone, and leaves the player their own rotations', async () => {
    const player = await site.newPlayer()
    const open = async (): Promise<void> => {
      expect((await player.post('/api/case/first-step/open', { count: 1 })).body.success).toBe(true)
    }
    const commit = async (): Promise<string> => (await player.get('/api/fairness')).body.seeds.commit
    await open()
    const named = await commit()
    for (let turn = 0; turn <= SEEDS_UNUSED_DAY; turn++) {
      for (const hidden of [true, false])
        expect((await player.post('/api/user/privacy', { hidden })).body.success).toBe(true)
    }
    const hidden = await commit()
    expect(hidden).not.toBe(named)
    expect(await site.db.queries.$count(seeds, eq(seeds.playerId, player.playerId))).toBe(3)
    expect((await player.post('/api/fairness/rotate', { clientSeed: 'own' })).body.success).toBe(true)
    await open()
    const own = await commit()
    await player.post('/api/user/privacy', { hidden: true })
    expect(await commit()).not.toBe(own)
  })

  it('payments: so many are opened a day without being paid, cancelled or not', async () => {
    const player = await site.newPlayer()
    const pay = { method_name: 'sandbox-card', sum: 5, promocode: '', user_id: player.playerId }
    const create = (who: Browser) => who.post('/api/payment/create/sandbox?currency=USD', pay)
    for (let turn = 0; turn < ORDERS_UNPAID_DAY; turn++) {
      const { body } = await create(player)
      expect(body.success).toBe(true)
      await site.db.asOwner(`update orders set state = 'cancelled' where id = '${body.order.id}'`)
    }
    expect((await create(elsewhere(player))).body).toMatchObject({ success: false, code: 'orders-day' })
    await site.db.asOwner(`update orders set created_at = created_at - interval '25 hours'`)
    expect((await create(player)).body.success).toBe(true)
  })
})

it.each(LANGUAGES)('refusals of free calls have their number in %s', (language) => {
  for (const code of ['battles-day', 'seeds-day', 'orders-day'] as const)
    expect(textFor(language, 'replies')(`refusal.${code}`, { most: 77, count: 77 })).toContain('77')
})

describe('docs/retention.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/retention.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(([, table, who, rate, kept]) => ({
    table: String(table),
    who,
    rate,
    kept: String(kept),
  }))

  it('names every table once', () => {
    expect(rows.map(({ table }) => table).toSorted()).toEqual(TABLES.map(({ name }) => name).toSorted())
  })

  it('says of every table whose rows are removed after which time, and of all others that they stay', () => {
    const removed = rows.filter(({ kept }) => /^\d+ (hour|day)/.test(kept)).map(({ table }) => table)
    expect(removed.toSorted()).toEqual([...RETENTION_TABLES].toSorted())
  })

  it('has the numbers of the rules', () => {
    for (const most of [BATTLE_REFUNDS_DAY, SEEDS_UNUSED_DAY, ORDERS_UNPAID_DAY])
      expect(text).toContain(`${most} a day`)
  })
})
