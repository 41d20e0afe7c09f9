// Verifies a roll by recomputing everything from its record. The browser and `npm run verify` both run this, with the hashes of
// their platform.
import type { BeaconChain, Sha256 } from './beacon.ts'
import { drawRollAsync, type HmacAsync } from './fairness.ts'
import { lineOfRoll, readOdds } from './odds-text.ts'
import type { RollRecord } from './proof-fields.ts'

/** `secret` until the server seed is revealed. */
export type Verdict = 'right' | 'wrong' | 'secret'

export interface Step {
  readonly verdict: Verdict
  /** The recomputed value, to compare with the record; null where nothing was computed. */
  readonly computed: string | null
}

export const STEPS = ['commit', 'roll', 'odds', 'item'] as const

/**
 * `commit`: the SHA-256 of the server seed is the commitment that was shown before the roll. `roll`: the seeds and the nonce give
 * this roll. `odds`: the table is the one that the roll committed to. `item`: the ticket of the roll wins this item at this price,
 * this amount, or nothing.
 */
export type Verification = Readonly<Record<(typeof STEPS)[number], Step>>

/** Returns the verdict of a whole proof: wrong if a step is wrong, secret if a step is secret. */
export function verdictOf(steps: readonly Step[]): Verdict {
  const verdicts = steps.map(({ verdict }) => verdict)
  return verdicts.includes('wrong') ? 'wrong' : verdicts.includes('secret') ? 'secret' : 'right'
}

/** The hash functions of a platform: a text as UTF-8 in, hex out; bytes in and out; and the HMAC under a seed. */
export interface Hashing {
  sha256(text: string): Promise<string>
  readonly sha256Bytes: Sha256
  hmac(seed: string): HmacAsync
}

/** What a draw by a seed or a beacon is verified with. */
export interface DrawChecking {
  readonly hashing: Hashing
  /** The trusted chains. */
  readonly chains: readonly BeaconChain[]
  /** Returns the randomness of a round; null when the signature is not the chain's. */
  randomness(chain: BeaconChain, signed: { readonly round: number; readonly signature: string }): Promise<string | null>
}

/** A step that cannot be checked yet. */
export const SECRET: Step = { verdict: 'secret', computed: null }

/** A step that is wrong by its form, so that nothing was computed. */
export const WRONG: Step = { verdict: 'wrong', computed: null }

/** Compares a computed value with the recorded one. */
export const judge = (computed: string, recorded: string): Step => ({
  verdict: computed === recorded ? 'right' : 'wrong',
  computed,
})

/** Compared for a roll that won nothing. */
export const NOTHING = 'nothing'

/** Formats a prize for comparison and display: `item-id $12.34`, or `balance $0.50` for an amount of money. */
export function prizeText(item: string | null, priceCents: number): string {
  return item === null ? NOTHING : `${item} $${(priceCents / 100).toFixed(2)}`
}

function checkItem({ game, odds: text, n, roll, won }: RollRecord): Step {
  const odds = readOdds(text)
  // The table of another game, or with another number of tickets, cannot be the table of this roll.
  if (odds === null || odds.game !== game || odds.tickets !== n) return WRONG
  const line = lineOfRoll(odds, roll)
  if (line === undefined) return WRONG
  return judge(prizeText(line.item, line.priceCents), prizeText(won?.item ?? null, won?.price ?? 0))
}

async function drawAgain(record: RollRecord, serverSeed: string, hashing: Hashing): Promise<Step> {
  const { game, clientSeed, nonce, n: range, roll } = record
  const drawn = await drawRollAsync(hashing.hmac(serverSeed), { game, clientSeed, nonce, range })
  return judge(String(drawn), String(roll))
}

/** Verifies every step that the record allows. */
export async function verifyRecord(record: RollRecord, hashing: Hashing): Promise<Verification> {
  const { serverSeed } = record
  return {
    commit: serverSeed === null ? SECRET : judge(await hashing.sha256(serverSeed), record.commit),
    roll: serverSeed === null ? SECRET : await drawAgain(record, serverSeed, hashing),
    odds: judge(await hashing.sha256(record.odds), record.oddsHash),
    item: checkItem(record),
  }
}
