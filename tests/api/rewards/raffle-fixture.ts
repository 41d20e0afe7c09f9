// A site with raffles for the tests of a file, and what its players do with them.
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { RaffleKind } from '../../../src/game/rewards/rewards.ts'
import {
  type ClosedRaffle,
  joinReplySchema,
  type OpenRaffle,
  raffleProofReplySchema,
  rafflesReplySchema,
} from '../../../src/protocol/raffle.ts'
import { items } from '../../../src/server/db/schema.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { PAID, TestProvider } from '../../support/outside/payment-provider.ts'
import { depositPaid } from '../../support/players/gifts.ts'
import { offerCheapPrizes, playForRaffle } from '../../support/players/raffles.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

export const HOUR = 3_600_000

/** The states that a deposit goes through. */
const DEPOSITS = { open: [], paid: [PAID], refunded: [PAID, { kind: 'refunded' }] } as const

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Opens a site before the tests of a file, gives each test an hour of its own, and checks the ledger at the end. */
export function openRaffleFixture(kind: DatabaseKind) {
  const fixture = {
    site: undefined as unknown as TestSite,
    /** The clock of the site; it starts on a Wednesday. */
    nowMs: Date.parse('2027-03-24T12:30:00Z'),

    /** Returns the list of raffles that somebody sees. */
    seen: async (who: Browser = fixture.site.guest()) => rafflesReplySchema.parse((await who.get('/api/raffle')).body),

    openOf: async (kindOf: RaffleKind, who?: Browser): Promise<OpenRaffle> => {
      const open = (await fixture.seen(who)).raffles.find((raffle) => raffle.kind === kindOf)?.open
      if (!open) throw new Error(`No ${kindOf} raffle is open`)
      return open
    },

    lastOf: async (kindOf: RaffleKind, who?: Browser): Promise<ClosedRaffle> => {
      const last = (await fixture.seen(who)).raffles.find((raffle) => raffle.kind === kindOf)?.last
      if (!last) throw new Error(`No ${kindOf} raffle was closed`)
      return last
    },

    proofOf: async (id: string) =>
      raffleProofReplySchema.parse((await fixture.site.guest().get(`/api/raffle/${id}`)).body).raffle,

    /** Returns the number that stands for a player in the list of a raffle. */
    numberOf: async (who: Browser, id: string) =>
      raffleProofReplySchema.parse((await who.get(`/api/raffle/${id}`)).body).ownNumber,

    /** Deposits $5 and returns the id of the order. */
    deposit: (who: Browser, state: keyof typeof DEPOSITS = 'paid'): Promise<string> =>
      depositPaid(fixture.site, who, 5, DEPOSITS[state]),

    /** Returns a player who may join, and has played enough for the draw. */
    depositor: async (): Promise<Browser> => {
      const who = await fixture.site.newPlayer()
      await fixture.deposit(who)
      await playForRaffle(who)
      return who
    },

    join: (who: Browser, id: string, headers?: Record<string, string>): Promise<Answer> =>
      who.post(`/api/raffle/${id}/join`, {}, headers),

    balanceOf: async (who: Browser): Promise<number> => (await who.get('/api/user/get')).body.user.balance,

    /** Returns the code of a refusal to join; null for a success. */
    refused: (answer: Answer): string | null => {
      const reply = joinReplySchema.parse(answer.body)
      return reply.success ? null : reply.code
    },

    itemsOf: (raffleId: string) => fixture.site.db.queries.select().from(items).where(eq(items.reference, raffleId)),

    /** Lets the open hourly raffle end. */
    endHour: async (): Promise<void> => {
      fixture.nowMs = Math.ceil((fixture.nowMs + 1) / HOUR) * HOUR
      await fixture.site.jobs.raffles.runOnce()
    },
  }

  beforeAll(async () => {
    fixture.site = await openTestSite(kind, {
      now: () => fixture.nowMs,
      environment: { TIME_ZONE: 'Europe/Kyiv' },
      payments: { providers: [new TestProvider()], standIn: undefined },
    })
    offerCheapPrizes(fixture.site)
  })

  beforeEach(async () => {
    // In the middle of the hour.
    fixture.nowMs = Math.ceil(fixture.nowMs / HOUR) * HOUR + HOUR / 2
    await fixture.site.jobs.raffles.runOnce()
  })

  afterEach(() => {
    fixture.site.events.removeAllListeners('drops').removeAllListeners('notification')
  })

  afterAll(async () => {
    expect((await checkLedger(fixture.site.db)).difference).toBeUndefined()
    expect(fixture.site.retries.filter((code) => code === '40P01')).toEqual([])
    await fixture.site.close()
  })

  return fixture
}
