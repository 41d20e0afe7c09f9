// What was pasted into the page: typed values, or a whole proof. It is data and unknown until it has been read here.
import { GAMES, type GameName } from '../../game/fairness.ts'
import { BALANCE_PRIZE, readOdds } from '../../game/odds-text.ts'
import { fits, isRecord, PROOF_FIELDS, type ProofField, type RollRecord } from '../../game/proof-fields.ts'

/** The fields of the form as they were typed. */
export interface TypedValues {
  readonly serverSeed: string
  readonly clientSeed: string
  readonly nonce: string
  readonly game: string
  readonly n: string
  /** Empty where it was left out. */
  readonly odds: string
}

export interface RollValues {
  readonly serverSeed: string
  readonly clientSeed: string
  readonly nonce: number
  readonly game: GameName
  readonly n: number
  readonly odds: string | null
}

/** `odds`: no table. `oddsGame`: another game's. `oddsTickets`: its tickets are not N. Others: the field of that name. */
export type ValueFault = 'serverSeed' | 'clientSeed' | 'nonce' | 'n' | 'odds' | 'oddsGame' | 'oddsTickets'

export type ValueFaults = Readonly<Partial<Record<keyof TypedValues, ValueFault>>>

export type ReadValues =
  | { readonly ok: true; readonly values: RollValues }
  | { readonly ok: false; readonly faults: ValueFaults }

/** A whole number as people write and copy it, with or without groups: 1000000, 1,000,000, 1 000 000. */
function wholeIn(text: string): number {
  const digits = text.replace(/[\s,.’']/g, '')
  return /^\d{1,16}$/.test(digits) ? Number(digits) : Number.NaN
}

function oddsFault(text: string, game: string, n: number): ValueFault | null {
  const odds = readOdds(text)
  if (odds === null) return 'odds'
  if (odds.game !== game) return 'oddsGame'
  // Where N is wrong too, that is said at N.
  return odds.tickets === n || Number.isNaN(n) ? null : 'oddsTickets'
}

/** Reads the form; every field that is wrong is named. */
export function readValues(typed: TypedValues): ReadValues {
  const [serverSeed, clientSeed] = [typed.serverSeed.trim(), typed.clientSeed.trim()]
  const [nonce, n] = [wholeIn(typed.nonce), wholeIn(typed.n)]
  const odds = typed.odds.trim()
  const game = GAMES.find((name) => name === typed.game) ?? 'case'
  const wrong = odds === '' ? null : oddsFault(odds, game, n)
  const faults: ValueFaults = {
    ...(fits('serverSeed', serverSeed) ? {} : { serverSeed: 'serverSeed' as const }),
    ...(fits('clientSeed', clientSeed) ? {} : { clientSeed: 'clientSeed' as const }),
    ...(fits('nonce', nonce) ? {} : { nonce: 'nonce' as const }),
    ...(fits('n', n) ? {} : { n: 'n' as const }),
    ...(wrong === null ? {} : { odds: wrong }),
  }
  if (Object.keys(faults).length > 0) return { ok: false, faults }
  return { ok: true, values: { serverSeed, clientSeed, nonce, game, n, odds: odds === '' ? null : odds } }
}

/** `json`: no JSON. `proof`: JSON, but no proof of a roll. `field`: a proof with one field that cannot be. */
export type ReadProof =
  | { readonly kind: 'record'; readonly record: RollRecord }
  | { readonly kind: 'json' }
  | { readonly kind: 'proof' }
  | { readonly kind: 'field'; readonly field: ProofField }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The prize as records hold it: of the item that a proof shows, only the id counts; where there is none, it is an amount. */
function prizeIn(won: unknown): unknown {
  if (isObject(won) && won.item === null) return { item: BALANCE_PRIZE, price: won.price }
  if (!isObject(won) || !isObject(won.item)) return won
  return { item: won.item.id, price: won.price }
}

/** Reads a proof as `GET /api/fairness/roll/{id}` answers it, whole or its part `roll` alone. */
export function readProof(text: string): ReadProof {
  let pasted: unknown
  try {
    pasted = JSON.parse(text)
  } catch {
    return { kind: 'json' }
  }
  const proof = isObject(pasted) && isObject(pasted.roll) ? pasted.roll : pasted
  if (!isObject(proof) || !PROOF_FIELDS.some((field) => Object.hasOwn(proof, field))) return { kind: 'proof' }
  const { game, commit, serverSeed, clientSeed, nonce, n, roll, oddsHash, odds } = proof
  const parts = { game, commit, serverSeed, clientSeed, nonce, n, roll, oddsHash, odds, won: prizeIn(proof.won) }
  if (isRecord(parts)) return { kind: 'record', record: parts }
  return { kind: 'field', field: PROOF_FIELDS.find((field) => !fits(field, parts[field])) ?? 'game' }
}
