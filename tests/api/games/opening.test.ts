// Opening cases through the whole app: what it charges, gives, and refuses.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryOfRoll } from '../../../src/game/cases/case.ts'
import { drawRoll } from '../../../src/game/fairness/fairness.ts'
import { openReplySchema } from '../../../src/protocol/case.ts'
import { rollReplySchema } from '../../../src/protocol/fairness.ts'
import { liveReplySchema } from '../../../src/protocol/live.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { REPEATS, SUITE_KINDS } from '../../support/databases/databases.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const CASE = 'orion'

describe.each(SUITE_KINDS)('opening a case on %s', (kind) => {
  let site: TestSite
  let price: number

  beforeAll(async () => {
    site = await openTestSite(kind)
    price = site.services.shop.caseAt(CASE)?.price ?? 0
    expect(price).toBeGreaterThan(0)
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    await site.close()
  })

  it('charges the price, gives an item and publishes it', async () => {
    const player = await site.newPlayer()
    const { body } = await player.post(`/api/case/${CASE}/open`, { count: 1 })
    expect(openReplySchema.parse(body)).toMatchObject({ success: true, balance: 10_000 - price })
    const feed = liveReplySchema.parse((await site.guest().get('/api/live')).body)
    expect(feed.all[0]).toMatchObject({
      id: body.drops[0].id,
      type: 'case',
      case: { url: CASE },
      proof: `/fairness?roll=${body.drops[0].id}`,
      user: { id: player.playerId },
    })
  })

  it.each([1, 3, 10])('opens %i at once, each with its own nonce', async (count) => {
    const player = await site.newPlayer()
    const { body } = await player.post(`/api/case/${CASE}/open`, { count })
    expect(body.drops).toHaveLength(count)
    expect(body.rolls.map((roll: { nonce: number }) => roll.nonce)).toEqual(
      Array.from({ length: count }, (_, i) => i + 1),
    )
    expect(body.balance).toBe(10_000 - count * price)
  })

  it('makes rolls that anyone can recompute once the seed is revealed', async () => {
    const player = await site.newPlayer()
    const before = (await player.get('/api/fairness')).body.seeds
    const { body } = await player.post(`/api/case/${CASE}/open`, { count: 5 })
    const after = (await player.post('/api/fairness/rotate', { clientSeed: 'my-own-seed' })).body
    expect(after.seeds).toMatchObject({ commit: before.nextCommit, clientSeed: 'my-own-seed', nonce: 1 })
    for (const drop of body.drops) {
      const { roll: proof } = rollReplySchema.parse((await site.guest().get(`/api/fairness/roll/${drop.id}`)).body)
      const serverSeed = proof.serverSeed ?? ''
      expect(createHash('sha256').update(serverSeed).digest('hex')).toBe(before.commit)
      expect(createHash('sha256').update(proof.odds).digest('hex')).toBe(proof.oddsHash)
      const hmac = (message: string) => createHmac('sha256', serverSeed).update(message).digest()
      const roll = drawRoll(hmac, { game: 'case', clientSeed: proof.clientSeed, nonce: proof.nonce })
      expect(roll).toBe(drop.roll)
      const entries: { item: string; tickets: number }[] = JSON.parse(proof.odds).entries
      expect(entryOfRoll(entries, roll).item).toBe(drop.item.id)
    }
  })

  it('keeps the server seed secret until it is rotated away', async () => {
    const player = await site.newPlayer()
    const { body } = await player.post(`/api/case/${CASE}/open`, { count: 1 })
    const proof = (await player.get(`/api/fairness/roll/${body.drops[0].id}`)).body.roll
    expect(proof.serverSeed).toBeNull()
    expect(proof.commit).toMatch(/^[0-9a-f]{64}$/)
  })

  it('returns the identical stored response for the same key', async () => {
    const player = await site.newPlayer()
    const key = { 'idempotency-key': randomUUID() }
    const first = await player.post(`/api/case/${CASE}/open`, { count: 2 }, key)
    const second = await player.post(`/api/case/${CASE}/open`, { count: 2 }, key)
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body))
    expect((await player.get('/api/user/get')).body.user.balance).toBe(10_000 - 2 * price)
  })

  it('returns the stored response even when the money is gone', async () => {
    const player = await site.newPlayer()
    const key = { 'idempotency-key': randomUUID() }
    const first = await player.post('/api/case/first-step/open', { count: 1 }, key)
    await site.db.transaction(async (tx) => {
      await tx.execute(`update accounts set balance = 0 where id = ${player.playerId}`)
    })
    const second = await player.post('/api/case/first-step/open', { count: 1 }, key)
    expect(second.body).toEqual(first.body)
    await site.db.transaction(async (tx) => {
      await tx.execute(`update accounts set balance = ${first.body.balance} where id = ${player.playerId}`)
    })
  })

  it('refuses a key that was used for another request', async () => {
    const player = await site.newPlayer()
    const key = { 'idempotency-key': randomUUID() }
    await player.post(`/api/case/${CASE}/open`, { count: 1 }, key)
    const other = await player.post(`/api/case/${CASE}/open`, { count: 2 }, key)
    expect(other).toMatchObject({ status: 422, body: { code: 'key-reused' } })
  })

  it('opens once when one key is sent many times in parallel', async () => {
    const player = await site.newPlayer()
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: REPEATS }, () => player.post(`/api/case/${CASE}/open`, { count: 1 }, key)),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true)
    expect((await player.get('/api/user/get')).body.user.balance).toBe(10_000 - price)
  })

  it('accepts one of two openings when the balance covers only one', async () => {
    const player = await site.newPlayer()
    const dear = site.services.shop
      .categories()
      .flatMap(({ cases }) => cases)
      .find((box) => box.price > 5_000 && box.price <= 10_000)
    expect(dear).toBeDefined()
    const both = await Promise.all([1, 2].map(() => player.post(`/api/case/${dear?.url}/open`, { count: 1 })))
    expect(both.map(({ body }) => body.success).sort()).toEqual([false, true])
    expect(both.find(({ body }) => !body.success)).toMatchObject({ status: 200, body: { code: 'balance' } })
  })

  it('changes nothing when it refuses', async () => {
    const player = await site.newPlayer()
    const dear = site.services.shop
      .categories()
      .flatMap(({ cases }) => cases)
      .find((box) => box.price > 10_000)
    const before = (await player.get('/api/fairness')).body.seeds
    expect((await player.post(`/api/case/${dear?.url}/open`, { count: 1 })).body).toMatchObject({
      success: false,
      code: 'balance',
    })
    expect((await player.get('/api/fairness')).body.seeds).toEqual(before)
    expect((await player.get('/api/user/get')).body.user).toMatchObject({ balance: 10_000, exp: 0 })
  })

  it('shows a demo to a guest and moves nothing', async () => {
    const guest = site.guest()
    await guest.get('/api/settings')
    const { body } = await guest.post(`/api/case/${CASE}/open`, { count: 10, demo: true })
    expect(openReplySchema.parse(body)).toMatchObject({ success: true, balance: null, rolls: [] })
    expect(body.drops).toHaveLength(10)
    expect(body.drops.every((drop: { id: unknown }) => drop.id === null)).toBe(true)
  })

  it('refuses another price than the one the player saw', async () => {
    const player = await site.newPlayer()
    const { body } = await player.post(`/api/case/${CASE}/open`, { count: 1, price: price + 1 })
    expect(body).toMatchObject({ success: false, code: 'price-changed' })
    expect((await player.get('/api/user/get')).body.user.balance).toBe(10_000)
  })

  it('asks a guest to sign in and answers 404 for an unknown case', async () => {
    const guest = site.guest()
    await guest.get('/api/settings')
    expect((await guest.post(`/api/case/${CASE}/open`, { count: 1 })).status).toBe(401)
    const player = await site.newPlayer()
    const answer = await player.post('/api/case/nowhere/open', { count: 1 }, { 'accept-language': 'uk' })
    expect(answer).toMatchObject({
      status: 200,
      body: { code: 'case-unknown', message: expect.stringContaining('кейса') },
    })
  })

  it('counts openings', async () => {
    const before = (await site.guest().get('/api/live/statistic')).body
    const player = await site.newPlayer()
    await player.post(`/api/case/${CASE}/open`, { count: 4 })
    const after = (await site.guest().get('/api/live/statistic')).body
    expect(after).toEqual({ ...before, users: before.users + 1, cases: before.cases + 4 })
  })
})
