// What each part of a proof has to look like before anything is computed from it. Proofs are pasted and files are edited: whatever
// comes from there is unknown until it has been read here.
import { CLIENT_SEED, GAMES, type GameName, MAX_RANGE } from './fairness.ts'

/** A hash as it is written everywhere: 64 hex digits. */
export const SHA_256 = /^[0-9a-f]{64}$/

/** 32 random bytes as hex digits. The text itself is what is hashed, so capitals would make another seed. */
export const SERVER_SEED = /^[0-9a-f]{64}$/

/** A roll with all that it was made of. */
export interface RollRecord {
  readonly game: GameName
  readonly commit: string
  /** Null while it is secret. */
  readonly serverSeed: string | null
  readonly clientSeed: string
  readonly nonce: number
  readonly n: number
  readonly roll: number
  readonly oddsHash: string
  /** The text that `oddsHash` is the hash of. */
  readonly odds: string
  /** Id and price in cents of the item, or `balance` and the amount (odds-text.ts); null where nothing was won. */
  readonly won: { readonly item: string; readonly price: number } | null
}

export type ProofField = keyof RollRecord

const isText = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

const isWhole =
  (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  (value: unknown) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

function isPrize(won: unknown): boolean {
  if (typeof won !== 'object' || won === null || !('item' in won && 'price' in won)) return false
  return typeof won.item === 'string' && isWhole(1)(won.price)
}

const FITS: Readonly<Record<ProofField, (value: unknown) => boolean>> = {
  game: (value) => GAMES.some((name) => name === value),
  commit: isText(SHA_256),
  serverSeed: (value) => value === null || isText(SERVER_SEED)(value),
  clientSeed: isText(CLIENT_SEED),
  nonce: isWhole(0),
  n: isWhole(1, MAX_RANGE),
  roll: isWhole(1, MAX_RANGE),
  oddsHash: isText(SHA_256),
  odds: (value) => typeof value === 'string' && value !== '',
  won: (value) => value === null || isPrize(value),
}

/** The fields in the order in which people read them. */
export const PROOF_FIELDS = Object.keys(FITS) as readonly ProofField[]

/** True for a value that a field of a record can hold. */
export function fits(field: ProofField, value: unknown): boolean {
  return FITS[field](value)
}

/** True when every part is what it has to be. */
export function isRecord(parts: Readonly<Record<ProofField, unknown>>): parts is RollRecord {
  return PROOF_FIELDS.every((field) => FITS[field](parts[field]))
}
