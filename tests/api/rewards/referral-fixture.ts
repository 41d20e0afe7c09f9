// A fixture for referrals, on top of the one for payments, because deposits earn commissions.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { type OwnReferral, referralReplySchema } from '../../../src/protocol/referral.ts'
import { players } from '../../../src/server/db/schema.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import type { Answer, Browser } from '../../support/sites/site.ts'
import { openPaymentFixture, type PaymentFixture } from '../payments/payment-fixture.ts'

/** The routes to enter another player's code, and to choose one's own. */
export const CODE = '/api/referral/code'
export const OWN = '/api/referral/own'

export interface ReferralFixture {
  readonly payments: PaymentFixture
  own(who: Browser): Promise<OwnReferral>
  codeOf(who: Browser): Promise<string>
  enter(who: Browser, code: string, headers?: Record<string, string>): Promise<Answer>
  choose(who: Browser, code: string, headers?: Record<string, string>): Promise<Answer>
  /** Returns the recorded referrer of a player. */
  referrerOf(id: number): Promise<number | null | undefined>
  /** Creates new players. */
  newPlayers(count: number): Promise<Browser[]>
}

/** Opens a site before the tests of a file, and gives each test a new player. */
export function openReferralFixture(kind: DatabaseKind): ReferralFixture {
  const payments = openPaymentFixture(kind)
  const own = async (who: Browser): Promise<OwnReferral> => {
    const found = referralReplySchema.parse((await who.get('/api/referral')).body).own
    if (found === null) throw new Error('A player has no standing')
    return found
  }
  return {
    payments,
    own,
    codeOf: async (who) => (await own(who)).code,
    enter: (who, code, headers) => who.post(CODE, { code }, headers),
    choose: (who, code, headers) => who.post(OWN, { code }, headers),
    referrerOf: async (id) => {
      const [row] = await payments.site.db.queries
        .select({ referrerId: players.referrerId })
        .from(players)
        .where(eq(players.id, id))
      return row?.referrerId
    },
    newPlayers: async (count) => {
      const made: Browser[] = []
      for (let place = 0; place < count; place++) made.push(await payments.site.newPlayer())
      return made
    },
  }
}

/** A refusal with its message. */
export async function expectRefused(answer: Answer, code: string): Promise<void> {
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ success: false, code })
  expect(answer.body.message.length).toBeGreaterThan(10)
}
