// The proof of a raffle: everything it was drawn from, its file, and its verification by recomputing everything. The browser and
// `npm run verify` both run this, with the hashes and curves of their platform.
import { drawRound } from '../fairness/beacon.ts'
import { drawRollAsync } from '../fairness/fairness.ts'
import { type DrawChecking, type Hashing, judge, SECRET, type Step, WRONG } from '../fairness/proof.ts'
import { raffleRollInput, readEntries } from './raffle.ts'
import type { RaffleKind } from './rewards.ts'

/** Names the format of the file, which never changes; another format gets another name. */
export const RAFFLE_FORMAT = 'spacedrop-raffle-1'

/** Times are milliseconds since 1970. */
export interface RaffleProof {
  readonly format: typeof RAFFLE_FORMAT
  readonly id: string
  /** Counts all raffles; the nonce of its roll. */
  readonly number: number
  readonly kind: RaffleKind
  readonly opensAt: number
  readonly closesAt: number
  readonly state: 'open' | 'frozen' | 'drawn' | 'returned'
  /** When the list was frozen and its hash published. */
  readonly frozenAt: number | null
  readonly drawnAt: number | null
  /** The prize: market name, and price in cents. */
  readonly item: string
  readonly price: number
  /** The number of players, the list, and its SHA-256; null while the raffle is open. */
  readonly entries: number | null
  readonly list: string | null
  readonly entriesHash: string | null
  readonly source: 'seed' | 'drand'
  /** Of a committed seed: its SHA-256, published when the raffle opened, and the seed once it is drawn. */
  readonly commit: string | null
  readonly serverSeed: string | null
  /** Of a beacon: its chain, the round that was fixed when the raffle opened, and the round's signature. */
  readonly chain: string | null
  readonly round: number | null
  readonly signature: string | null
  /** The winning place in the list, from 1, and the number there, which stands for a player; null where nobody joined. */
  readonly roll: number | null
  readonly winner: number | null
}

export const RAFFLE_STEPS = ['list', 'hash', 'source', 'roll', 'winner'] as const

export type RaffleStep = (typeof RAFFLE_STEPS)[number]

/**
 * `list`: it belongs to this raffle, has each player once, and has the stated length. `hash`: its SHA-256 is the published one.
 * `source`: the seed fits the published commitment, or the signature is the beacon's for the round of the closing time. `roll`:
 * both give this place. `winner`: the number at that place.
 */
export type RaffleVerification = Readonly<Record<RaffleStep, Step>>

/** Shown as the winner where nobody joined. */
const NOBODY = 'none'

interface Source {
  readonly step: Step
  /** The key of the roll as hex; null where it is unknown or wrong. */
  readonly key: string | null
}

/** A value that is missing is secret while it cannot exist yet, and wrong afterwards. */
const missing = ({ state }: RaffleProof): Step => (state === 'open' || state === 'frozen' ? SECRET : WRONG)

async function checkSeed(proof: RaffleProof, { hashing }: DrawChecking): Promise<Source> {
  const { commit, serverSeed } = proof
  if (serverSeed === null) return { step: missing(proof), key: null }
  return { step: judge(await hashing.sha256(serverSeed), commit ?? ''), key: serverSeed }
}

async function checkBeacon(proof: RaffleProof, { chains, randomness }: DrawChecking): Promise<Source> {
  const { round, signature, state } = proof
  const chain = chains.find(({ hash }) => hash === proof.chain)
  if (chain === undefined || round === null) return { step: WRONG, key: null }
  const due = drawRound(chain, proof.closesAt)
  if (round !== due) return { step: { verdict: 'wrong', computed: `round ${due}` }, key: null }
  // Where nobody joined, the beacon was not asked: only the round can be verified.
  if (signature === null && state === 'returned') return { step: judge(String(due), String(round)), key: null }
  if (signature === null) return { step: missing(proof), key: null }
  const key = await randomness(chain, { round, signature })
  return key === null ? { step: WRONG, key } : { step: { verdict: 'right', computed: key }, key }
}

/** Draws by the length of the list, because the proof's number of entries may be wrong. */
async function checkRoll(proof: RaffleProof, entries: number, key: string | null, hashing: Hashing): Promise<Step> {
  const { number, entriesHash, roll } = proof
  if (key === null || entriesHash === null) return missing(proof)
  const drawn = await drawRollAsync(hashing.hmac(key), raffleRollInput({ number, entries, entriesHash }))
  return judge(String(drawn), String(roll ?? NOBODY))
}

/** Verifies every step that the proof allows; the steps that are still to come are `secret`. */
export async function verifyRaffle(proof: RaffleProof, checking: DrawChecking): Promise<RaffleVerification> {
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
  // Only a raffle without players returns its prize.
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
