// A desk where referrals are asked for, over the one of payments: what earns a share is a deposit.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { type OwnReferral, referralReplySchema } from '../../src/contract/referral.ts'
import { players } from '../../src/server/db/schema.ts'
import type { DatabaseKind } from '../support/databases.ts'
import type { Answer, Browser } from '../support/site.ts'
import { type Desk, openDesk } from './payment-desk.ts'

/** Where a player enters the code of another, and where he chooses his own. */
export const CODE = '/api/referral/code'
export const OWN = '/api/referral/own'

export interface ReferralDesk {
  readonly desk: Desk
  own(who: Browser): Promise<OwnReferral>
  codeOf(who: Browser): Promise<string>
  enter(who: Browser, code: string, headers?: Record<string, string>): Promise<Answer>
  choose(who: Browser, code: string, headers?: Record<string, string>): Promise<Answer>
  /** Who brought a player, as it was written down. */
  referrerOf(id: number): Promise<number | null | undefined>
  /** New players. */
  arrivals(count: number): Promise<Browser[]>
}

/** Opens a site before the tests of a file, and gives each a new player. */
export function openReferralDesk(kind: DatabaseKind): ReferralDesk {
  const desk = openDesk(kind)
  const own = async (who: Browser): Promise<OwnReferral> => {
    const found = referralReplySchema.parse((await who.get('/api/referral')).body).own
    if (found === null) throw new Error('A player has no standing')
    return found
  }
  return {
    desk,
    own,
    codeOf: async (who) => (await own(who)).code,
    enter: (who, code, headers) => who.post(CODE, { code }, headers),
    choose: (who, code, headers) => who.post(OWN, { code }, headers),
    referrerOf: async (id) => {
      const [row] = await desk.site.db.queries
        .select({ referrerId: players.referrerId })
        .from(players)
        .where(eq(players.id, id))
      return row?.referrerId
    },
    arrivals: async (count) => {
      const made: Browser[] = []
      for (let place = 0; place < count; place++) made.push(await desk.site.newPlayer())
      return made
    },
  }
}

/** A refusal in words. */
export async function expectRefused(answer: Answer, code: string): Promise<void> {
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ success: false, code })
  expect(answer.body.message.length).toBeGreaterThan(10)
}
