// The correction of a balance: what it would do to the cent, and the act, which a second person approves.
import { z } from 'zod'
import { cents } from '../../../game/base/money.ts'
import type { CorrectionPreview } from '../../../protocol/office/corrections.ts'
import { jobActor } from '../../audit/actor.ts'
import { newId } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { accountOf } from '../account/lookup.ts'
import { dryRun, inPreview } from '../calls/dry-run.ts'
import { lockPlayer } from '../calls/player.ts'
import {
  type Correction,
  CorrectionRefused,
  type CorrectionWish,
  correctBalanceIn,
  isCorrected,
} from '../money/corrections.ts'
import { lockBalance } from '../money/pay.ts'
import { defineAct } from './acts.ts'
import { playerOf, playerState } from './player-acts.ts'

const correctionBody = z.object({ playerId: z.int(), key: z.uuid(), amount: z.int() })

const wishOf = ({ amount, ...wish }: z.output<typeof correctionBody>): CorrectionWish => ({
  ...wish,
  amount: cents(amount),
})

/** Who a dry run is by: its rows are undone. */
const NOBODY = jobActor('preview')

/** Does a correction and undoes it; the player and the account stay locked. */
async function preview(tx: Queries, wish: CorrectionWish): Promise<Correction> {
  await lockPlayer(tx, wish.playerId)
  await lockBalance(tx, wish.playerId)
  return dryRun(tx, (inner) => correctBalanceIn(inner, wish, { by: NOBODY, reason: '', at: 0 }))
}

/** Refuses what the balance does not cover in the words of the office. */
async function covered<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof CorrectionRefused)) throw error
    throw new ProtocolError(409, 'balance-short', error.message, { most: error.most })
  }
}

/** What a correction does besides the change of the balance. The balance itself is no part of it: a player may play until it is approved. */
function differenceOf({ debtPaid, locked }: Correction, debt: number) {
  return [
    ...(debtPaid === 0 ? [] : [{ field: 'debt', before: debt, after: debt - debtPaid } as const]),
    ...(locked === 0 ? [] : [{ field: 'fromLocked', before: null, after: locked } as const]),
  ]
}

export const playerCorrect = defineAct({
  verb: 'players.correct',
  body: correctionBody,
  isDone: (tx, body) => isCorrected(tx, wishOf(body)),
  look: async (tx, body) => {
    const { playerId, amount } = body
    await playerOf(tx, playerId)
    const { debt } = await accountOf(tx, playerId)
    const correction = await covered(preview(tx, wishOf(body)))
    return {
      kind: 'player',
      subject: String(playerId),
      state: await playerState(tx, playerId),
      amount,
      difference: differenceOf(correction, debt),
      entries: correction.entries,
    }
  },
  run: async (tx, body, doing) => {
    await covered(correctBalanceIn(tx, wishOf(body), doing))
    return {}
  },
})

/** Returns what a correction would do, and how much can be taken at most. Throws ProtocolError 'unknown', and PreviewBusy. */
export function correctionPreview(db: Database, playerId: number, amount: number): Promise<CorrectionPreview> {
  return inPreview(db, async (tx) => {
    await playerOf(tx, playerId)
    await lockPlayer(tx, playerId)
    const balance = await lockBalance(tx, playerId)
    const wish = { playerId, key: newId(), amount: cents(amount) }
    if (amount === 0 || balance + amount < 0)
      return { before: balance, after: balance, debtPaid: 0, locked: 0, entries: [], most: balance, isPossible: false }
    const correction = await preview(tx, wish)
    const { before, balance: after, debtPaid, locked, entries } = correction
    return { before, after, debtPaid, locked, entries: [...entries], most: balance, isPossible: true }
  })
}
