// Published days of any content, chained as the shop does it, but signed by nobody.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { PAID_GAMES } from '../../../src/game/base/games.ts'
import { addDays } from '../../../src/game/base/site-time.ts'
import { type ChainDay, FIRST_PREVIOUS, linkText } from '../../../src/game/transparency/chain.ts'
import { type Figures, paymentFigures, WAIT_BOUNDS } from '../../../src/game/transparency/day.ts'

export const sha256 = async (text: string): Promise<string> => createHash('sha256').update(text).digest('hex')

const count = fc.nat(1000)
const payments = fc.tuple(count, fc.nat(1_000_000)).map(([times, cents]) => paymentFigures(times, cents))
const prizes = fc.record({ paid: count, rolledOver: count, cents: count })
const games = fc.uniqueArray(fc.constantFrom(...PAID_GAMES), { maxLength: 5 }).chain((names) =>
  fc.tuple(
    ...names.toSorted().map((game) =>
      fc.record({
        game: fc.constant(game),
        rolls: count,
        staked: count,
        won: count,
        expected: count,
        variance: count,
      }),
    ),
  ),
)

/** The figures of a day. */
export const figures: fc.Arbitrary<Figures> = fc.record({
  withdrawals: fc.record({
    requested: count,
    sent: count,
    delivered: count,
    refused: count,
    declined: count,
    unavailable: count,
    reversed: count,
    waits: fc.array(fc.nat(20), { minLength: WAIT_BOUNDS.length + 1, maxLength: WAIT_BOUNDS.length + 1 }),
  }),
  deposits: fc.record({ paid: payments, refunded: payments, disputed: payments }),
  returns: games,
  bots: games,
  gifts: fc.record({
    given: count,
    referral: count,
    margin: count,
    ownPercent: fc.constant(40),
    state: fc.constant(null),
  }),
  raffles: prizes,
  leaderboards: prizes,
})

/** Chains texts of days. */
export async function chainOf(texts: readonly string[]): Promise<ChainDay[]> {
  const days: ChainDay[] = []
  for (const [at, note] of texts.entries()) {
    const day = addDays('2026-11-21', at)
    const previous = days.at(-1)?.hash ?? FIRST_PREVIOUS
    const text = JSON.stringify({ day, key: 'ab', note, sequence: at + 1 })
    const hash = await sha256(linkText({ previous, text }))
    days.push({ sequence: at + 1, day, previous, text, hash, signature: `signed ${hash}` })
  }
  return days
}
