// Computes a roll from the seeds: the same code draws it on the server and verifies it in a browser. The formula and its test
// vectors are on the public page: commit = SHA-256(serverSeed), roll = unbiased chunk of an HMAC stream.
import type { GameName } from '../base/games.ts'

/** Rolls are from 1 to this number unless a game uses another range: one millionth is the finest published chance. */
export const ROLL_RANGE = 1_000_000

/** A valid client seed. No colon, which separates the fields of the hashed message. */
export const CLIENT_SEED = /^[A-Za-z0-9_-]{1,64}$/

/** A client seed that was drawn for a player, as the server and the browser draw them: the player typed none. */
export const RANDOM_CLIENT_SEED = /^[0-9a-f]{16}$/

const CHUNK_BYTES = 6
const CHUNKS_A_BLOCK = 5
/** 2^48, the number of values of a chunk: well below 2^53, so that all arithmetic is exact in a double. */
const CHUNK_VALUES = 2 ** 48

/** The widest range that a roll can have. */
export const MAX_RANGE = CHUNK_VALUES

/** Everything that determines a roll besides the server seed. */
export interface RollInput {
  readonly game: GameName
  readonly clientSeed: string
  /** Counts the rolls of a pair of seeds; 0 or more, never used twice. */
  readonly nonce: number
  /** The upper bound of the roll; ROLL_RANGE when left out. */
  readonly range?: number
}

/** Returns the HMAC-SHA-256 of a message under the server seed: key and message as UTF-8, 32 bytes. */
export type Hmac = (message: string) => Uint8Array

export type HmacAsync = (message: string) => Promise<Uint8Array>

/**
 * Returns the smallest chunk that is skipped: below it every roll has equally many chunks, so `mod` is unbiased.
 *
 * @param range a whole number from 1 to 2^48
 */
export function chunkLimit(range: number): number {
  return CHUNK_VALUES - (CHUNK_VALUES % range)
}

/** A draw step by step: yields the messages to hash, receives their HMACs, and returns what was drawn. */
export type DrawSteps<Drawn> = Generator<string, Drawn, Uint8Array>

/**
 * Draws a number from the HMAC stream of a message: yields `${message}:0`, `${message}:1`, … until a chunk is unbiased.
 *
 * @param message what determines the number besides the key
 * @param range a whole number from 1 to 2^48
 * @returns a number from 1 to `range`
 * @throws RangeError for any other range
 */
export function* drawSteps(message: string, range: number): DrawSteps<number> {
  if (!Number.isSafeInteger(range) || range < 1 || range > CHUNK_VALUES) throw new RangeError(`Not a range: ${range}`)
  const limit = chunkLimit(range)
  for (let block = 0; ; block++) {
    const bytes = yield `${message}:${block}`
    for (let chunk = 0; chunk < CHUNKS_A_BLOCK; chunk++) {
      const value = readChunk(bytes, chunk * CHUNK_BYTES)
      if (value < limit) return (value % range) + 1
    }
  }
}

/** Runs a draw with a synchronous HMAC (on the server). */
export function runDraw<Drawn>(hmac: Hmac, steps: DrawSteps<Drawn>): Drawn {
  let step = steps.next()
  while (!step.done) step = steps.next(hmac(step.value))
  return step.value
}

/** Runs a draw with an asynchronous HMAC (WebCrypto in a browser). */
export async function runDrawAsync<Drawn>(hmac: HmacAsync, steps: DrawSteps<Drawn>): Promise<Drawn> {
  let step = steps.next()
  while (!step.done) step = steps.next(await hmac(step.value))
  return step.value
}

/** @throws RangeError when the input is invalid */
function rollSteps(input: RollInput): DrawSteps<number> {
  assertRollable(input)
  return drawSteps(`${input.game}:${input.clientSeed}:${input.nonce}`, input.range ?? ROLL_RANGE)
}

/**
 * Draws a roll with a synchronous HMAC.
 *
 * @returns the roll, from 1 to `input.range`
 * @throws RangeError when the input is invalid
 */
export function drawRoll(hmac: Hmac, input: RollInput): number {
  return runDraw(hmac, rollSteps(input))
}

/** Draws a roll with an asynchronous HMAC; see `drawRoll`. */
export async function drawRollAsync(hmac: HmacAsync, input: RollInput): Promise<number> {
  return runDrawAsync(hmac, rollSteps(input))
}

function assertRollable({ clientSeed, nonce }: RollInput): void {
  if (!CLIENT_SEED.test(clientSeed)) throw new RangeError(`Not a client seed: ${JSON.stringify(clientSeed)}`)
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new RangeError(`Not a nonce: ${nonce}`)
}

/** Reads six bytes, big-endian, as a number below 2^48. */
function readChunk(bytes: Uint8Array, offset: number): number {
  let value = 0
  for (let at = offset; at < offset + CHUNK_BYTES; at++) {
    const byte = bytes[at]
    if (byte === undefined) throw new RangeError(`An HMAC block of ${bytes.length} bytes is too short`)
    value = value * 256 + byte
  }
  return value
}
