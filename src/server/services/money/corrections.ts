// Corrections of balances by people of the shop. One that gives pays the player's debt first, like every credit, and is free money: it puts right
// what was owed, and is no gift. One that takes takes free money first, then locked, unlocks nothing, and never makes a debt.
import { eq } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { newId } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { ProtocolError, RefusalError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { balanceCorrections } from '../../db/schema-office.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { lockPlayer } from '../calls/player.ts'
import { storeNotification } from '../notices/notifications.ts'
import { entriesOfTransfer, type NamedEntry } from './entries.ts'
import { chargePlayer, lockBalance, payPlayer } from './pay.ts'

/** A correction that a person asks for. */
export interface CorrectionWish {
  /** A UUID that the caller made: a correction happens once for it. */
  readonly key: string
  readonly playerId: number
  /** Cents to give; below zero to take. */
  readonly amount: Cents
}

/** Who corrects, why and when. */
export interface CorrectionCause {
  readonly by: Actor
  readonly reason: string
  readonly at: number
}

/** What a correction did. */
export interface Correction {
  /** The balance before and after it. */
  readonly before: Cents
  readonly balance: Cents
  /** What of it paid a debt. */
  readonly debtPaid: Cents
  /** What of it was locked money. */
  readonly locked: Cents
  readonly entries: readonly NamedEntry[]
}

/** The balance does not cover what a correction takes; `most` cents can be taken. */
export class CorrectionRefused extends Error {
  readonly most: Cents

  constructor(most: Cents) {
    super(`At most ${most} cents can be taken`)
    this.name = 'CorrectionRefused'
    this.most = most
  }
}

/**
 * Locks a player, and tells whether a correction with this key was made.
 *
 * @throws ProtocolError 'key-used' where it was another one
 */
export async function isCorrected(tx: Queries, { key, playerId, amount }: CorrectionWish): Promise<boolean> {
  await lockPlayer(tx, playerId)
  const [known] = await tx.select().from(balanceCorrections).where(eq(balanceCorrections.id, key))
  if (known === undefined) return false
  if (known.playerId === playerId && known.amount === amount) return true
  throw new ProtocolError(422, 'key-used', 'This key was used for another correction')
}

/** Moves the money. */
async function move(
  tx: Queries,
  { key: reference, playerId, amount }: CorrectionWish,
  before: Cents,
): Promise<Pick<Correction, 'balance' | 'locked'> & { readonly transferId: string }> {
  const of = { playerId, reference, amount: cents(Math.abs(amount)) }
  if (amount > 0) {
    const transferId = newId()
    const given = { ...of, id: transferId, locked: cents(0), kind: 'correction-up' } as const
    return {
      transferId,
      balance: await payPlayer(tx, { ...given, from: HOUSE_ACCOUNTS.corrections }),
      locked: cents(0),
    }
  }
  try {
    const taken = { ...of, to: HOUSE_ACCOUNTS.corrections, kind: 'correction-down' } as const
    return await chargePlayer(tx, taken, 'refund')
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'balance') throw new CorrectionRefused(before)
    throw error
  }
}

/** Tells the player. */
function notificationOf(amount: Cents): PlayerNotification {
  return {
    kind: amount > 0 ? 'corrected' : 'correctedDown',
    amounts: { amount: Math.abs(amount) },
    link: '/dashboard?tab=history',
  }
}

/**
 * Corrects a balance, in a transaction.
 *
 * @throws CorrectionRefused when the balance does not cover what is taken: then nothing has changed
 */
export async function correctBalanceIn(
  tx: Queries,
  wish: CorrectionWish,
  { by, reason, at }: CorrectionCause,
): Promise<Correction> {
  const { key: id, playerId, amount } = wish
  await lockPlayer(tx, playerId)
  const before = await lockBalance(tx, playerId)
  const { transferId, balance, locked } = await move(tx, wish, before)
  const author = by.name
  await tx.insert(balanceCorrections).values({ id, playerId, amount, reason, author, at: new Date(at) })
  await storeNotification(tx, playerId, notificationOf(amount))
  const debtPaid = cents(Math.max(0, before + amount - balance))
  const entries = await entriesOfTransfer(tx, transferId)
  const after = { balance, amount, ...(debtPaid === 0 ? {} : { debtPaid }), correction: id }
  await recordAct(tx, {
    by,
    verb: 'players.correct',
    kind: 'player',
    subject: playerId,
    before: { balance: before },
    after,
    reason,
  })
  return { before, balance, debtPaid, locked, entries }
}
