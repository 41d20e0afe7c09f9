// Ids that grow with time (UUID version 7, RFC 9562), so that the newest rows are at the end of every index.
import { randomBytes } from 'node:crypto'

const POOL_BYTES = 8 * 512

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
 * Sets the clock of new ids, and starts again from its time: tests open one site after another in a process. Missions, histories and returns
 * find rows of a time by their ids, so both have to use the same clock.
 *
 * @param now returns milliseconds since 1970
 */
export function setIdClock(now: () => number): void {
  clock = now
  lastMs = 0
}

/** Random digits in hex; an id takes 16 of them. */
let pool = ''
let used = 0
let lastMs = 0
let sequence = 0
/** The digits of `lastMs`, as an id begins. */
let beginning = ''

/** Returns the first digits of the ids of a moment, in milliseconds since 1970. */
function beginningOf(atMs: number): string {
  const hex = Math.trunc(atMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

function advanceTo(ms: number): void {
  lastMs = ms
  sequence = 0
  beginning = beginningOf(ms)
}

/** The digit of the variant, whose first two bits are 10, by a random digit. */
const VARIANT: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 16 }, (_, digit) => [digit.toString(16), ((digit & 3) | 8).toString(16)]),
)

/** Returns the last digits of an id: the variant and 62 random bits. */
function randomEnd(): string {
  if (used === pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex')
    used = 0
  }
  const from = used
  used += 16
  return `${VARIANT[pool.charAt(from)]}${pool.slice(from + 1, from + 4)}-${pool.slice(from + 4, used)}`
}

/**
 * Returns the digits of a new id before its random end: the time, and the place within its millisecond.
 *
 * @param nowMs milliseconds since 1970
 */
export function newIdBeginning(nowMs: number = clock()): string {
  if (nowMs > lastMs) advanceTo(nowMs)
  else if (++sequence > 0xfff) advanceTo(lastMs + 1)
  return `${beginning}-${(0x7000 | sequence).toString(16)}`
}

/**
 * Makes a new id. Within a process each is greater than the one before: ids of the same millisecond count up in the next 12 bits.
 *
 * @param nowMs milliseconds since 1970
 */
export function newId(nowMs: number = clock()): string {
  return `${newIdBeginning(nowMs)}-${randomEnd()}`
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
  return `${beginningOf(Math.max(0, atMs))}-7000-8000-000000000000`
}
