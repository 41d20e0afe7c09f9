// The proof of a raffle: all that it was drawn from, the file that it is kept in, and the check that computes everything anew. The
// browser and `npm run verify` both run this, each with the hashes and curves of its own platform.
import { type BeaconChain, drawRound } from './beacon.ts'
import { drawRollAsync } from './fairness.ts'
import type { Hashing, Step } from './proof.ts'
import { raffleRollInput, readEntries } from './raffle.ts'
import type { RaffleKind } from './rewards.ts'
import { sealOf } from './roll-export.ts'

/** How the file begins. Its form never changes; another form gets another name. */
export const RAFFLE_FORMAT = 'spacedrop-raffle-1'

/** Moments are milliseconds since 1970. */
export interface RaffleProof {
  readonly format: typeof RAFFLE_FORMAT
  readonly id: string
  /** Counts all raffles; the nonce of the roll. */
  readonly number: number
  readonly kind: RaffleKind
  readonly opensAt: number
  readonly closesAt: number
  readonly state: 'open' | 'frozen' | 'drawn' | 'returned'
  /** When the list was frozen and its hash shown. */
  readonly frozenAt: number | null
  readonly drawnAt: number | null
  /** The prize: its market name, and its price in cents. */
  readonly item: string
  readonly price: number
  /** Players, the list itself, and its SHA-256; null while it is open. */
  readonly entries: number | null
  readonly list: string | null
  readonly entriesHash: string | null
  readonly source: 'seed' | 'drand'
  /** Of a seed: the SHA-256 that was shown when the raffle opened, and the seed once it is drawn. */
  readonly commit: string | null
  readonly serverSeed: string | null
  /** Of a beacon: its chain, the round that was fixed when the raffle opened, and what was signed in it. */
  readonly chain: string | null
  readonly round: number | null
  readonly signature: string | null
  /** The place in the list that won, from 1, and the player there; null where nobody joined. */
  readonly roll: number | null
  readonly winner: number | null
}

export const RAFFLE_STEPS = ['list', 'hash', 'source', 'roll', 'winner'] as const

export type RaffleStep = (typeof RAFFLE_STEPS)[number]

/**
 * `list`: it is this raffle's, each player once, as many as are said. `hash`: its SHA-256 is the one that was shown. `source`: the seed
 * is the one whose commit was shown, or the signature the beacon's of the round that closing time fixes. `roll`: both give this place.
 * `winner`: the player at that place.
 */
export type RaffleVerification = Readonly<Record<RaffleStep, Step>>

export interface RaffleChecking {
  readonly hashing: Hashing
  /** The chains that are trusted. */
  readonly chains: readonly BeaconChain[]
  /** The randomness of a round; null when the signature is not the chain's. */
  randomness(chain: BeaconChain, signed: { readonly round: number; readonly signature: string }): Promise<string | null>
}

const SECRET: Step = { verdict: 'secret', computed: null }
const WRONG: Step = { verdict: 'wrong', computed: null }

const judge = (computed: string, recorded: string): Step => ({
  verdict: computed === recorded ? 'right' : 'wrong',
  computed,
})

/** What stands where nobody joined. */
const NOBODY = 'none'

interface Source {
  readonly step: Step
  /** What the roll is drawn with, as hex; null where it is not known or not right. */
  readonly key: string | null
}

/** What is not there yet is secret; what should be there and is not, is wrong. */
const missing = ({ state }: RaffleProof): Step => (state === 'open' || state === 'frozen' ? SECRET : WRONG)

async function checkSeed(proof: RaffleProof, { hashing }: RaffleChecking): Promise<Source> {
  const { commit, serverSeed } = proof
  if (serverSeed === null) return { step: missing(proof), key: null }
  return { step: judge(await hashing.sha256(serverSeed), commit ?? ''), key: serverSeed }
}

async function checkBeacon(proof: RaffleProof, { chains, randomness }: RaffleChecking): Promise<Source> {
  const { round, signature, state } = proof
  const chain = chains.find(({ hash }) => hash === proof.chain)
  if (chain === undefined || round === null) return { step: WRONG, key: null }
  const due = drawRound(chain, proof.closesAt)
  if (round !== due) return { step: { verdict: 'wrong', computed: `round ${due}` }, key: null }
  // Where nobody joined the beacon was not asked: its round is all that there is to check.
  if (signature === null && state === 'returned') return { step: judge(String(due), String(round)), key: null }
  if (signature === null) return { step: missing(proof), key: null }
  const key = await randomness(chain, { round, signature })
  return key === null ? { step: WRONG, key } : { step: { verdict: 'right', computed: key }, key }
}

/** Draws from as many as the list holds: how many the proof says there are may be wrong. */
async function checkRoll(proof: RaffleProof, entries: number, key: string | null, hashing: Hashing): Promise<Step> {
  const { number, entriesHash, roll } = proof
  if (key === null || entriesHash === null) return missing(proof)
  const drawn = await drawRollAsync(hashing.hmac(key), raffleRollInput({ number, entries, entriesHash }))
  return judge(String(drawn), String(roll ?? NOBODY))
}

/** Takes every step that the proof allows; what is still to come is `secret`. */
export async function verifyRaffle(proof: RaffleProof, checking: RaffleChecking): Promise<RaffleVerification> {
  const { list, entries, entriesHash, roll, winner, state } = proof
  const { step: source, key } = await (proof.source === 'seed' ? checkSeed : checkBeacon)(proof, checking)
  if (list === null || entries === null || entriesHash === null) {
    const step = state === 'open' ? SECRET : WRONG
    return { list: step, hash: step, source, roll: step, winner: step }
  }
  const players = readEntries(list, proof)
  const hash = judge(await checking.hashing.sha256(list), entriesHash)
  if (players === null) return { list: WRONG, hash, source, roll: WRONG, winner: WRONG }
  const counted = judge(String(players.length), String(entries))
  // Only a raffle that nobody joined gives its prize back.
  if (players.length === 0 || state === 'returned') {
    const nobody = (recorded: number | null): Step =>
      players.length === 0 && state === 'returned' ? judge(NOBODY, String(recorded ?? NOBODY)) : WRONG
    return { list: counted, hash, source, roll: nobody(roll), winner: nobody(winner) }
  }
  if (state === 'frozen') return { list: counted, hash, source, roll: SECRET, winner: SECRET }
  const place = players[(roll ?? 0) - 1]
  return {
    list: counted,
    hash,
    source,
    roll: await checkRoll(proof, players.length, key, checking.hashing),
    winner: judge(String(place ?? NOBODY), String(winner ?? NOBODY)),
  }
}

/** The proof as a file: one line of JSON whose last field seals every byte before it. */
export async function raffleFile(proof: RaffleProof, sha256: Hashing['sha256']): Promise<string> {
  const before = `${JSON.stringify(proof).slice(0, -1)},`
  return before + sealOf(await sha256(before))
}
