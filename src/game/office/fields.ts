// The fields that a difference may name: the audit and proposals store them, screens have words for each.

export const FIELDS = [
  'name',
  'role',
  'state',
  'reason',
  'until',
  'sessions',
  'sandbox',
  'invitation',
  'passkey',
  'banned',
  'keepsWithdrawals',
  'erased',
  'erasureDue',
  'note',
  'balance',
  'amount',
  'correction',
  'debtPaid',
  'debt',
  'fromLocked',
  'frozen',
  'byHand',
  'bonus',
  'commission',
  'commissionShortfall',
  'itemsSold',
  'itemsWorth',
  'prizesTaken',
  'prizesCharged',
  'raffleEntries',
  'review',
  'price',
  'failures',
  'problem',
  'edition',
  'digest',
  'changes',
  'verb',
  'subject',
  'proposal.id',
  'proposal.proposer',
] as const

export type Field = (typeof FIELDS)[number]

/** Fields whose numbers are cents. */
export const MONEY_FIELDS: readonly Field[] = [
  'balance',
  'amount',
  'debtPaid',
  'debt',
  'fromLocked',
  'bonus',
  'commission',
  'commissionShortfall',
  'itemsWorth',
  'prizesCharged',
  'price',
]

/** Tells whether a name is one of them; older rows may have others. */
export function isField(name: string): name is Field {
  return (FIELDS as readonly string[]).includes(name)
}
