// Parses what is typed or pasted into the fairness page: the values of a roll, or a whole proof.
import { GAME_NAMES, type GameName } from '../../../game/base/games.ts'
import { BALANCE_PRIZE, readOdds } from '../../../game/fairness/odds-text.ts'
import { fits, isRecord, PROOF_FIELDS, type ProofField, type RollRecord } from '../../../game/fairness/proof-fields.ts'

/** The text of the form's fields. */
export interface TypedValues {
  readonly serverSeed: string
  readonly clientSeed: string
  readonly nonce: string
  readonly game: string
  readonly n: string
  /** Empty when it is left out. */
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

/** `odds`: not a table. `oddsGame`: a table of another game. `oddsTickets`: its tickets are not N. Others name a field. */
export type ValueFault = 'serverSeed' | 'clientSeed' | 'nonce' | 'n' | 'odds' | 'oddsGame' | 'oddsTickets'

export type ValueFaults = Readonly<Partial<Record<keyof TypedValues, ValueFault>>>

export type ReadValues =
  | { readonly ok: true; readonly values: RollValues }
  | { readonly ok: false; readonly faults: ValueFaults }

/** Reads a whole number with or without thousands separators: 1000000, 1,000,000, 1 000 000. */
function wholeIn(text: string): number {
  const digits = text.replace(/[\s,.’']/g, '')
  return /^\d{1,16}$/.test(digits) ? Number(digits) : Number.NaN
}

function oddsFault(text: string, game: string, n: number): ValueFault | null {
  const odds = readOdds(text)
  if (odds === null) return 'odds'
  if (odds.game !== game) return 'oddsGame'
  // A wrong N is reported at its own field.
  return odds.tickets === n || Number.isNaN(n) ? null : 'oddsTickets'
}

/** Parses the form; returns the values, or the fault of each invalid field. */
export function readValues(typed: TypedValues): ReadValues {
  const [serverSeed, clientSeed] = [typed.serverSeed.trim(), typed.clientSeed.trim()]
  const [nonce, n] = [wholeIn(typed.nonce), wholeIn(typed.n)]
  const odds = typed.odds.trim()
  const game = GAME_NAMES.find((name) => name === typed.game) ?? 'case'
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

/** `json`: not JSON. `proof`: JSON, but not the proof of a roll. `field`: a proof with an invalid field. */
export type ReadProof =
  | { readonly kind: 'record'; readonly record: RollRecord }
  | { readonly kind: 'json' }
  | { readonly kind: 'proof' }
  | { readonly kind: 'field'; readonly field: ProofField }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the prize as the odds name it: the id of the item, or an amount when there is no item. */
function prizeIn(won: unknown): unknown {
  if (isObject(won) && won.item === null) return { item: BALANCE_PRIZE, price: won.price }
  if (!isObject(won) || !isObject(won.item)) return won
  return { item: won.item.id, price: won.price }
}

/** Parses a proof as `GET /api/fairness/roll/{id}` returns it, the whole reply or its `roll`. */
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
