// Bonuses through the whole app: the status, and the social bonus, which is paid once for any number of requests.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FIRST_DEPOSIT_PERCENT, SOCIAL_BONUS } from '../../../src/game/base/economy.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { SOCIAL_NETWORKS, type SocialNetwork } from '../../../src/game/base/social.ts'
import { bonusesReplySchema, socialReplySchema } from '../../../src/protocol/bonuses.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { RefusalError } from '../../../src/server/base/refusal.ts'
import { players, transfers } from '../../../src/server/db/schema.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { CROWD, REPEATS, SUITE_KINDS } from '../../support/databases/databases.ts'
import { insertOrder } from '../../support/players/deposits.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const SOCIAL = '/api/bonuses/social'
const START = 10_000
const ACCOUNTS = {
  SOCIAL_INSTAGRAM: 'https://instagram.example/spacedrop',
  SOCIAL_TELEGRAM: 'https://telegram.example/spacedrop',
  SOCIAL_X: 'https://x.example/spacedrop',
}
const OWN: readonly SocialNetwork[] = ['instagram', 'telegram', 'x']

describe.each(SUITE_KINDS)('bonuses on %s', (kind) => {
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind, { environment: ACCOUNTS })
  })

  beforeEach(async () => {
    player = await site.newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  })

  const claim = (opened: readonly string[] = OWN, who = player, headers?: Record<string, string>): Promise<Answer> =>
    who.post(SOCIAL, { opened }, headers)

  const balance = async (who = player): Promise<number> => (await who.get('/api/user/get')).body.user.balance

  const standing = async (who = player) => bonusesReplySchema.parse((await who.get('/api/bonuses')).body)

  const payments = (who = player): Promise<number> =>
    site.db.queries.$count(transfers, eq(transfers.reference, String(who.playerId)))

  async function expectRefused(answer: Answer, code: string): Promise<void> {
    expect(socialReplySchema.parse(answer.body)).toMatchObject({ success: false, code })
    expect(answer.status).toBe(200)
  }

  describe('the status', () => {
    const order = (values: Omit<Parameters<typeof insertOrder>[1], 'playerId'> = {}): Promise<string> =>
      insertOrder(site.db.queries, { playerId: player.playerId, ...values })

    const refer = async (): Promise<void> => {
      const friend = await site.newPlayer()
      await site.db.queries.update(players).set({ referrerId: friend.playerId }).where(eq(players.id, player.playerId))
    }

    const state = async (): Promise<string> => (await standing()).firstDeposit.state

    it('lists what is offered: the percentage, the amount, the accounts that the operator has', async () => {
      expect(await standing()).toEqual({
        success: true,
        firstDeposit: { percent: FIRST_DEPOSIT_PERCENT, state: 'code' },
        giftRefusal: null,
        social: {
          amount: SOCIAL_BONUS,
          claimed: false,
          links: [
            { network: 'instagram', url: ACCOUNTS.SOCIAL_INSTAGRAM },
            { network: 'telegram', url: ACCOUNTS.SOCIAL_TELEGRAM },
            { network: 'x', url: ACCOUNTS.SOCIAL_X },
          ],
        },
      })
    })

    it('is visible only to the player', async () => {
      const guest = site.guest()
      expect((await guest.get('/api/bonuses')).status).toBe(401)
    })

    it('has the first deposit bonus available for a referred player', async () => {
      await refer()
      expect(await state()).toBe('open')
    })

    it('is not used by an unpaid order', async () => {
      await refer()
      const id = await order()
      expect(await state()).toBe('open')
      await site.db.queries.execute(`update orders set state = 'expired' where id = '${id}'`)
      expect(await state()).toBe('open')
    })

    it('shows that a deposit has used it, also for a player without a referrer, and also after a refund', async () => {
      const paid = { key: randomUUID(), state: 'failed' as const }
      await order(paid)
      expect(await state()).toBe('code')
      // The ledger has no such transfer: reset through the player's row only.
      const id = await order()
      await site.db.queries.execute(`update orders set paid_at = now(), state = 'refunded' where id = '${id}'`)
      expect(await state()).toBe('used')
      await refer()
      expect(await state()).toBe('used')
      await site.db.queries.execute(`update orders set paid_at = null, state = 'expired' where id = '${id}'`)
    })
  })

  describe('the social bonus', () => {
    it('is paid by the house after every link was opened, and pushed to the player’s other pages', async () => {
      const told: unknown[] = []
      site.events.on('balance', (change) => told.push(change))
      const { body } = await claim()
      expect(socialReplySchema.parse(body)).toEqual({
        success: true,
        message: '$0.50 is on your balance',
        amount: SOCIAL_BONUS,
        balance: START + SOCIAL_BONUS,
      })
      expect(await balance()).toBe(START + SOCIAL_BONUS)
      expect(told).toEqual([{ playerId: player.playerId, balance: START + SOCIAL_BONUS }])
      expect((await standing()).social.claimed).toBe(true)
      site.events.removeAllListeners('balance')
    })

    it('is announced in the language of the player', async () => {
      for (const language of LANGUAGES) {
        const other = await site.newPlayer()
        const { body } = await claim(OWN, other, { 'accept-language': language })
        expect(body.message).toContain('$0.50')
        const again = await claim(OWN, other, { 'accept-language': language })
        expect(again.body.message).toMatch({ en: /already/, ru: /уже/, uk: /вже/ }[language])
      }
    })

    it('is not paid while any link is missing', async () => {
      await fc.assert(
        fc.asyncProperty(fc.subarray([...SOCIAL_NETWORKS]), async (opened) => {
          if (OWN.every((network) => opened.includes(network))) return
          await expectRefused(await claim(opened), 'social-unopened')
        }),
        { numRuns: 16 },
      )
      expect(await balance()).toBe(START)
      expect((await standing()).social.claimed).toBe(false)
    })

    it('ignores networks that the operator has no account with, and duplicates', async () => {
      expect((await claim(['x', 'tiktok', 'telegram', 'instagram'])).body.success).toBe(true)
      const other = await site.newPlayer()
      expect((await claim(['x', 'x', 'telegram', 'instagram'], other)).body.success).toBe(true)
    })

    it.each([{ opened: ['facebook'] }, { opened: 'x' }, {}, { opened: [], amount: 100 }, null])(
      'refuses another body: %j',
      async (body) => {
        expect((await player.post(SOCIAL, body)).status).toBe(400)
        expect(await balance()).toBe(START)
      },
    )

    it('is paid once per player', async () => {
      await claim()
      await expectRefused(await claim(), 'social-claimed')
      expect(await balance()).toBe(START + SOCIAL_BONUS)
      const other = await site.newPlayer()
      expect((await claim(OWN, other)).body.success).toBe(true)
    })

    it('returns the stored response for the same key, and 422 for another request with it', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const first = await claim(OWN, player, key)
      await player.post('/api/case/first-step/open', { count: 1 })
      expect((await claim(OWN, player, key)).body).toEqual(first.body)
      expect(await claim([...SOCIAL_NETWORKS], player, key)).toMatchObject({
        status: 422,
        body: { code: 'key-reused' },
      })
    })

    it('requires a key', async () => {
      expect(await claim(OWN, player, { 'idempotency-key': '' })).toMatchObject({
        status: 400,
        body: { code: 'no-key' },
      })
    })

    it('is closed to self-excluded players', async () => {
      await player.post('/api/limits/self-exclude', { days: 1 })
      await expectRefused(await claim(), 'excluded')
      expect(await balance()).toBe(START)
    })

    it('is paid to one of many simultaneous requests with different keys', async () => {
      const answers = await Promise.all(Array.from({ length: CROWD }, () => claim()))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'social-claimed')).toHaveLength(CROWD - 1)
      expect(await balance()).toBe(START + SOCIAL_BONUS)
      expect(await payments()).toBe(1)
    })

    it('is paid once when one key is sent many times in parallel', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(Array.from({ length: REPEATS }, () => claim(OWN, player, key)))
      const done = answers.filter(({ status }) => status === 200)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(new Set(done.map(({ body }) => JSON.stringify(body)))).toEqual(new Set([JSON.stringify(done[0]?.body)]))
      expect(done[0]?.body.success).toBe(true)
      expect(await balance()).toBe(START + SOCIAL_BONUS)
    })

    it('is paid once by two processes while the player opens cases', async () => {
      const processes = [site.services, await createServices({ ...site.components, events: createEvents() })]
      const key = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, place) => {
          const { bonuses } = processes[place % 2] ?? site.services
          const id = player.playerId
          const own = idempotencyKeyOf(id, place < 10 ? key : randomUUID(), 'race', null)
          if (place >= 30) {
            const who = { id, username: 'x', avatar: 'x' }
            return site.services.opening
              .open(who, { url: 'first-step', count: 1, price: undefined, idempotencyKey: own })
              .then(() => null)
          }
          return bonuses.claimSocial(id, OWN, own).catch((error: unknown) => error)
        }),
      )
      const paid = answers.filter((answer) => answer !== null && !(answer instanceof Error))
      const refused = answers.filter((answer) => answer instanceof RefusalError)
      expect(paid.length).toBeGreaterThan(0)
      expect(new Set(paid.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(refused.every(({ code }) => code === 'social-claimed')).toBe(true)
      expect(await balance()).toBe(START + SOCIAL_BONUS - 10 * 50)
      expect(await payments()).toBe(1)
    })
  })

  describe('the ledger check', () => {
    class Undo extends Error {}

    /** Returns the rule that the check reports after damage by the owner of the tables; rolls the damage back. */
    async function ruleBrokenBy(statements: readonly string[]): Promise<string | undefined> {
      let rule: string | undefined
      const work = site.db.transaction(async (tx) => {
        await tx.execute('set local role none')
        await tx.execute('set local session_replication_role = replica')
        for (const statement of statements) await tx.execute(statement)
        rule = (await checkLedger({ ...site.db, transaction: (check) => check(tx) })).difference?.rule
        throw new Undo()
      })
      await expect(work).rejects.toBeInstanceOf(Undo)
      return rule
    }

    it.each([
      ['a bonus that names another player', "reference = '1'"],
      ['a bonus from another account', 'debit_id = 3'],
    ])('reports %s', async (_what, damage) => {
      await claim()
      const rule = await ruleBrokenBy([
        `update transfers set ${damage} where kind = 'social' and credit_id = ${player.playerId}`,
      ])
      expect(rule).toBe('a social bonus comes from the bonuses and goes to the player whom it names')
    })
  })

  it('does not offer the social bonus where the operator has no account', async () => {
    const bare = await openTestSite(kind)
    try {
      const other = await bare.newPlayer()
      expect((await standing(other)).social).toEqual({ amount: SOCIAL_BONUS, claimed: false, links: [] })
      for (const opened of [[], [...SOCIAL_NETWORKS]]) await expectRefused(await claim(opened, other), 'social-off')
      expect(await balance(other)).toBe(START)
    } finally {
      await bare.close()
    }
  })
})
