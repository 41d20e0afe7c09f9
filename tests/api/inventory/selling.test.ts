// Selling through the whole app: what is paid, what is refused, and who wins when many requests sell the same item.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sellReplySchema } from '../../../src/protocol/user.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { RefusalError } from '../../../src/server/base/refusal.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { CROWD, REPEATS, raceRounds, SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const SELL = '/api/user/items/sell'
const CHEAP = 'first-step'
const RACERS = 10
const TIMEOUT_MS = 240_000

interface Won {
  readonly id: string
  readonly price: number
}

const sumOf = (items: readonly Won[]): number => items.reduce((sum, { price }) => sum + price, 0)
const idsOf = (items: readonly Won[]): string[] => items.map(({ id }) => id)

describe.each(SUITE_KINDS)('selling on %s', (kind) => {
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  beforeEach(async () => {
    player = await site.newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  }, TIMEOUT_MS)

  async function win(count: number, who = player): Promise<Won[]> {
    const { body } = await who.post(`/api/case/${CHEAP}/open`, { count })
    expect(body.drops).toHaveLength(count)
    return body.drops
  }

  const sell = (ids: readonly string[], isAll = false, who = player): Promise<Answer> => who.post(SELL, { ids, isAll })

  const balance = async (who = player): Promise<number> => (await who.get('/api/user/get')).body.user.balance

  async function expectRefused(answer: Answer, code: string): Promise<void> {
    expect(sellReplySchema.parse(answer.body)).toMatchObject({ success: false, code })
    expect(answer.status).toBe(200)
  }

  it('pays for one item what it was worth when it was won', async () => {
    const [item] = await win(1)
    const before = await balance()
    const { body } = await sell([item?.id ?? ''])
    const price = item?.price ?? 0
    expect(sellReplySchema.parse(body)).toMatchObject({ success: true, sold: 1, sum: price, balance: before + price })
    expect(body.message).toBe(`1 item sold for $${(price / 100).toFixed(2)}`)
    expect(await balance()).toBe(before + price)
  })

  it('sells several together, in any order, and keeps the others', async () => {
    const items = await win(10)
    const some = items.filter((_, index) => index % 3 === 0)
    const { body } = await sell(idsOf(some).reverse())
    expect(body).toMatchObject({ success: true, sold: 4, sum: sumOf(some) })
    expect((await sell([], true)).body).toMatchObject({ sold: 6, sum: sumOf(items) - sumOf(some) })
  })

  it('sells all and ignores the ids that are sent, and then there is nothing to sell', async () => {
    const items = await win(7)
    expect((await sell([items[0]?.id ?? ''], true)).body).toMatchObject({ sold: 7, sum: sumOf(items) })
    await expectRefused(await sell([], true), 'nothing-selected')
  })

  it('works the same at the route of a case', async () => {
    const items = await win(2)
    const { body } = await player.post(`${SELL}/case`, { ids: idsOf(items), isAll: false })
    expect(body).toMatchObject({ success: true, sold: 2, sum: sumOf(items) })
  })

  it('sells all drops of the opening there, named or not, that are still owned, and nothing of another opening', async () => {
    const [others, opened] = [await win(2), await win(5)]
    const [first, gone] = opened
    await sell([gone?.id ?? ''])
    const { body } = await player.post(`${SELL}/case`, { ids: [first?.id], isAll: true })
    expect(body).toMatchObject({ success: true, sold: 4, sum: sumOf(opened) - (gone?.price ?? 0) })
    expect((await sell(idsOf(others))).body).toMatchObject({ success: true, sold: 2 })
  })

  it('sells all there only for drops of the player’s own', async () => {
    const other = await site.newPlayer()
    const theirs = await win(2, other)
    await expectRefused(await player.post(`${SELL}/case`, { ids: idsOf(theirs), isAll: true }), 'nothing-selected')
    await expectRefused(await player.post(`${SELL}/case`, { ids: [], isAll: true }), 'nothing-selected')
    expect((await sell([], true, other)).body).toMatchObject({ sold: 2 })
  })

  it('counts a duplicate id once', async () => {
    const [item] = await win(2)
    const id = item?.id ?? ''
    expect((await sell([id, id, id.toUpperCase()])).body).toMatchObject({ sold: 1, sum: item?.price })
  })

  it('refuses to sell nothing', async () => {
    await win(1)
    await expectRefused(await sell([]), 'nothing-selected')
  })

  it('refuses an item that was sold, and sells none of the others in the call', async () => {
    const [first, second] = await win(2)
    await sell([first?.id ?? ''])
    const before = await balance()
    await expectRefused(await sell([first?.id ?? '', second?.id ?? '']), 'item-gone')
    await expectRefused(await sell([second?.id ?? '', randomUUID()]), 'item-gone')
    expect(await balance()).toBe(before)
    expect((await sell([second?.id ?? ''])).body.success).toBe(true)
  })

  it('refuses another player’s item, alone and among own items', async () => {
    const other = await site.newPlayer()
    const [theirs] = await win(1, other)
    const [own] = await win(1)
    await expectRefused(await sell([theirs?.id ?? '']), 'item-gone')
    await expectRefused(await sell([own?.id ?? '', theirs?.id ?? '']), 'item-gone')
    expect((await sell([], true)).body).toMatchObject({ sold: 1, sum: own?.price })
    expect((await sell([theirs?.id ?? ''], false, other)).body).toMatchObject({ success: true })
  })

  it('returns the stored response for the same key, also when everything is sold', async () => {
    const items = await win(3)
    const key = { 'idempotency-key': randomUUID() }
    const first = await player.post(SELL, { ids: idsOf(items), isAll: false }, key)
    expect(first.body.success).toBe(true)
    const again = await player.post(SELL, { ids: idsOf(items), isAll: false }, key)
    expect(again.body).toEqual(first.body)
    const other = await player.post(SELL, { ids: [], isAll: true }, key)
    expect(other).toMatchObject({ status: 422, body: { code: 'key-reused' } })
    const elsewhere = await player.post(`${SELL}/case`, { ids: idsOf(items), isAll: false }, key)
    expect(elsewhere).toMatchObject({ status: 422, body: { code: 'key-reused' } })
  })

  it('pays once when one key is sent many times in parallel', async () => {
    const items = await win(5)
    const before = await balance()
    const key = { 'idempotency-key': randomUUID() }
    const body = { ids: idsOf(items), isAll: false }
    const answers = await Promise.all(Array.from({ length: REPEATS }, () => player.post(SELL, body, key)))
    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(done.map((answer) => JSON.stringify(answer.body)))).toEqual(new Set([JSON.stringify(done[0]?.body)]))
    expect(done[0]?.body).toMatchObject({ success: true, sold: 5 })
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await balance()).toBe(before + sumOf(items))
  })

  it('sells an item to one of many parallel requests', async () => {
    const [item] = await win(1)
    const before = await balance()
    const answers = await Promise.all(Array.from({ length: CROWD }, () => sell([item?.id ?? ''])))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'item-gone')).toHaveLength(CROWD - 1)
    expect(await balance()).toBe(before + (item?.price ?? 0))
  })

  it(
    'has one winner for each item in every race',
    async () => {
      const rounds = raceRounds(kind, 200)
      let expected = await balance()
      for (let round = 0; round < rounds; round++) {
        if (round % 20 === 19) player = await site.newPlayer()
        expected = await balance()
        const { drops } = (await player.post(`/api/case/${CHEAP}/open`, { count: 3 })).body as { drops: Won[] }
        expected += sumOf(drops) - 150
        // Overlapping lists in different orders, one of them for everything: late requests sell nothing.
        const racers = Array.from({ length: RACERS }, (_, racer) => {
          if (racer === RACERS - 1) return sell([], true)
          const from = racer % 3
          return sell(idsOf([...drops.slice(from), ...drops.slice(0, from)].slice(0, 1 + (racer % 3))))
        })
        const answers = await Promise.all(racers)
        const paid = answers.reduce((sum, { body }) => sum + (body.success ? body.sum : 0), 0)
        const sold = answers.reduce((sum, { body }) => sum + (body.success ? body.sold : 0), 0)
        expect(answers.every(({ status }) => status === 200)).toBe(true)
        expect(sold).toBeGreaterThan(0)
        expect(sold).toBeLessThanOrEqual(3)
        const rest = await sell([], true)
        expect(sold + (rest.body.success ? rest.body.sold : 0)).toBe(3)
        expect(paid + (rest.body.success ? rest.body.sum : 0)).toBe(sumOf(drops))
        expect(await balance()).toBe(expected)
      }
    },
    TIMEOUT_MS,
  )

  it(
    'keeps the balance exact, also in the responses, while one player opens and sells in parallel',
    async () => {
      const rounds = raceRounds(kind, 60)
      const bought: Won[] = await win(10)
      let paid = 0
      let opened = 10
      for (let round = 0; round < rounds; round++) {
        const mine = bought.splice(0, 4)
        const sales = [...mine.map((item) => [item.id]), idsOf(mine)].map(
          (ids) => [SELL, { ids, isAll: false }] as const,
        )
        const openings = [2, 1].map((count) => [`/api/case/${CHEAP}/open`, { count }] as const)
        const calls = [...openings, ...sales].map(
          ([path, body]) => [path, body, { 'idempotency-key': randomUUID() }] as const,
        )
        const answers = await Promise.all(calls.map((call) => player.post(...call)))
        for (const [place, { status, body }] of answers.entries()) {
          expect(status).toBe(200)
          const call = calls[place]
          if (body.success && call !== undefined) expect((await player.post(...call)).body).toEqual(body)
          if (!body.success) {
            expect(['item-gone', 'balance']).toContain(body.code)
            continue
          }
          if (body.drops === undefined) paid += body.sum
          else {
            bought.push(...body.drops)
            opened += body.drops.length
          }
        }
        expect(await balance()).toBe(10_000 - opened * 50 + paid)
        if (bought.length >= 4) continue
        bought.push(...(await win(4)))
        opened += 4
      }
    },
    TIMEOUT_MS,
  )

  it(
    'causes no deadlock among many players of two processes who open, sell and rotate in parallel',
    async () => {
      const processes = [site.services, await createServices({ ...site.components, events: createEvents() })]
      const crowd = await Promise.all(Array.from({ length: 10 }, () => site.newPlayer()))
      const idempotencyKey = (id: number) => idempotencyKeyOf(id, randomUUID(), 'race', null)
      const refusalsOnly = (error: unknown): void => {
        if (!(error instanceof RefusalError)) throw error
      }
      const rounds = raceRounds(kind, 40)
      for (let round = 0; round < rounds; round++) {
        const work = crowd.flatMap(({ playerId: id }, place) => {
          const { opening, selling, seeds } = processes[(round + place) % 2] ?? site.services
          const other = processes[(round + place + 1) % 2] ?? site.services
          const who = { id, username: 'x', avatar: 'x' }
          const open = (count: number, at = opening) =>
            at
              .open(who, { url: CHEAP, count, price: undefined, idempotencyKey: idempotencyKey(id) })
              .catch(refusalsOnly)
          const sellAll = () => selling.sell(id, { kind: 'all' }, idempotencyKey(id)).catch(refusalsOnly)
          return [
            open(1),
            sellAll(),
            open(2, other.opening),
            sellAll(),
            seeds.rotate(id, 'x').catch(refusalsOnly),
            sellAll(),
          ]
        })
        await Promise.all(work)
      }
      for (const { playerId } of crowd)
        expect((await site.services.players.currentUser(playerId))?.balance).toBeGreaterThanOrEqual(0)
    },
    TIMEOUT_MS,
  )
})
