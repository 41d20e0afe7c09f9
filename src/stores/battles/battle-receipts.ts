// What this browser keeps of battles, so that no claim of the server has to be believed: the id of its seat, which the lock has to name,
// and the locks that it received, with its own time.
import type { ReceivedLock } from '../../game/battles/receipt.ts'
import { QUICKNET, roundTime } from '../../game/fairness/beacon.ts'
import type { LockView } from '../../protocol/battle.ts'
import { browserStorage } from '../kernel/browser-storage.ts'
import { fieldsOf, parseJson } from '../kernel/unknown-value.ts'

const KEY = 'spacedrop:battle-receipts'
/** Receipts of more battles than anybody looks back at. */
const MOST = 50
/** A battle has one lock, seldom two. */
const MOST_LOCKS = 5

export interface BattleReceipt {
  /** The id of this browser's own seat; null without one. */
  readonly seat: string | null
  /** The first received first. */
  readonly locks: readonly ReceivedLock[]
}

type Stored = BattleReceipt & { readonly battle: string }

const NONE: BattleReceipt = { seat: null, locks: [] }

function isLock(value: unknown): value is ReceivedLock {
  const { hash, roundAt, receivedAt } = fieldsOf(value)
  return typeof hash === 'string' && Number.isFinite(receivedAt) && (roundAt === null || Number.isFinite(roundAt))
}

function isStored(value: unknown): value is Stored {
  const { battle, seat, locks } = fieldsOf(value)
  return (
    typeof battle === 'string' &&
    (seat === null || typeof seat === 'string') &&
    Array.isArray(locks) &&
    locks.every(isLock)
  )
}

/** Reads what is stored, the last changed first; anything may be in storage, and what is not ours is ignored. */
function readAll(): readonly Stored[] {
  const { receipts } = fieldsOf(parseJson(browserStorage('localStorage')?.getItem(KEY) ?? ''))
  return Array.isArray(receipts) ? receipts.filter(isStored) : []
}

/** Changes the receipt of a battle. Of too many, those of battles that were only watched are dropped first, then the oldest. */
function change(battle: string, next: (receipt: BattleReceipt) => BattleReceipt): void {
  const others = readAll().filter((one) => one.battle !== battle)
  const isPlayed = ({ seat }: Stored): boolean => seat !== null
  const all = [{ battle, ...next(receiptOf(battle) ?? NONE) }, ...others]
  const dropped = new Set([...all.filter(isPlayed), ...all.filter((one) => !isPlayed(one))].slice(MOST))
  const receipts = all.filter((one) => !dropped.has(one))
  try {
    browserStorage('localStorage')?.setItem(KEY, JSON.stringify({ receipts }))
  } catch {
    // Storage is full or read-only: the battle is checked without a receipt.
  }
}

/** Keeps the id of this browser's seat in a battle; null once it was left. */
export function keepSeat(battleId: string, seatId: string | null): void {
  if (seatId === (receiptOf(battleId)?.seat ?? null)) return
  change(battleId, (receipt) => ({ ...receipt, seat: seatId }))
}

/** Returns the battle that a lock is of, and when its round exists; null for a text that is no lock. */
function readLock(text: string): { battle: string; roundAt: number | null } | null {
  const { battle, source, chain, round } = fieldsOf(parseJson(text))
  if (typeof battle !== 'string') return null
  const isKnown = source === 'drand' && chain === QUICKNET.hash && Number.isSafeInteger(round)
  return { battle, roundAt: isKnown ? roundTime(QUICKNET, Number(round)) : null }
}

/**
 * Keeps a lock that this browser received; a lock that it has already keeps its first time.
 *
 * @param nowMs the time of the browser's own clock, never the server's
 */
export function keepReceipt({ text, hash }: Pick<LockView, 'text' | 'hash'>, nowMs: number): void {
  const lock = readLock(text)
  if (lock === null || receiptOf(lock.battle)?.locks.some((one) => one.hash === hash)) return
  const received: ReceivedLock = { hash, roundAt: lock.roundAt, receivedAt: nowMs }
  change(lock.battle, ({ seat, locks }) => ({ seat, locks: [...locks, received].slice(-MOST_LOCKS) }))
}

/** Returns what this browser keeps of a battle; null for nothing. */
export function receiptOf(battleId: string): BattleReceipt | null {
  return readAll().find(({ battle }) => battle === battleId) ?? null
}
