// Ids that grow with time (UUID version 7, RFC 9562), so that the newest rows are at the end of every index.
import { randomBytes } from 'node:crypto'

const POOL_BYTES = 10 * 512

/** The smallest and the greatest id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Tells whether a text has the form of an id. */
export function isId(text: string): boolean {
  return ID.test(text)
}

let clock: () => number = Date.now

/**
 * Sets the clock of new ids, in milliseconds since 1970, for a sandbox with a clock of its own. Missions, histories and returns find rows of a
 * time by their ids, so both have to use the same clock.
 */
export function setIdClock(now: () => number): void {
  clock = now
}

let pool = randomBytes(POOL_BYTES)
let used = 0
let lastMs = 0
let sequence = 0

function tenRandomBytes(): Uint8Array {
  if (used === POOL_BYTES) {
    pool = randomBytes(POOL_BYTES)
    used = 0
  }
  used += 10
  return pool.subarray(used - 10, used)
}

function written(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * Makes a new id. Within a process each is greater than the one before: ids of the same millisecond count up in the next 12 bits.
 *
 * @param nowMs milliseconds since 1970
 */
export function newId(nowMs: number = clock()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs
    sequence = 0
  } else if (++sequence > 0xfff) {
    lastMs += 1
    sequence = 0
  }
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.set(tenRandomBytes().subarray(0, 8), 8)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return written(bytes)
}

/** Returns when an id was made, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/**
 * Returns the least id of a moment: every id made from then on is this one or greater.
 *
 * @param atMs milliseconds since 1970
 */
export function leastIdAt(atMs: number): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(0, atMs), 0, 6)
  bytes[6] = 0x70
  bytes[8] = 0x80
  return written(bytes)
}
