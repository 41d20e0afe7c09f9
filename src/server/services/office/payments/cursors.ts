// Places in the lists of the room Payments, as cursors.
import { ProtocolError } from '../../../base/refusal.ts'

/** Reads a cursor by its form. Throws ProtocolError 'invalid'. */
function parts(cursor: string, form: RegExp): readonly string[] {
  const match = form.exec(cursor)
  if (match === null) throw new ProtocolError(400, 'invalid', 'cursor: is not one of this list')
  return match.slice(1)
}

const KEPT = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(payment|excess)$/
const DISPUTE = /^(\d{1,15})_([a-z]{1,40})_(.{1,255})$/
const DEBT = /^(\d{1,15})_(\d{1,10})$/

/** A moment in ms, an order, and a part of its payment. */
export function keptPlace(cursor: string): { readonly at: Date; readonly order: string; readonly part: string } {
  const [at = '', order = '', part = ''] = parts(cursor, KEPT)
  return { at: new Date(Number(at)), order, part }
}

/** A moment in ms, a provider, and its id of a dispute. */
export function disputePlace(cursor: string): { readonly at: Date; readonly provider: string; readonly id: string } {
  const [at = '', provider = '', id = ''] = parts(cursor, DISPUTE)
  return { at: new Date(Number(at)), provider, id }
}

/** A sum in cents, and a player. */
export function debtPlace(cursor: string): { readonly debt: number; readonly player: number } {
  const [debt, player] = parts(cursor, DEBT)
  return { debt: Number(debt), player: Number(player) }
}
