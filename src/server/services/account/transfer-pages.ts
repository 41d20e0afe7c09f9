// Reads the transfers of a player in pages. Each kind is a short index scan on either side of the transfer, and the scans are
// merged: a rare kind costs no more than a common one, however large the ledger is.
import type { Localized } from '../../../game/base/language.ts'
import type { TransferKind } from '../../../game/base/transfers.ts'
import { FIRST_ID, LAST_ID } from '../../base/ids.ts'
import type { Database, Statement } from '../../db/database.ts'

/** A transfer from the player's point of view. */
export interface OwnTransfer {
  readonly id: string
  readonly kind: TransferKind
  readonly reference: string
  /** The change of the balance, in cents: below zero when the player paid. */
  readonly amount: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Of a case that was opened. */
  readonly caseName: Localized | null
}

/** $1 player, $2 kinds, $3 after this id, $4 before that id, $5 how many; null for all. */
function pageStatement(name: string, direction: 'asc' | 'desc'): Statement {
  const side = (account: 'debit_id' | 'credit_id', sign: '' | '-'): string => `
      (select id, transfers.kind, reference, ${sign}amount as amount, at from transfers
        where ${account} = $1 and ${account} >= 1000 and transfers.kind = wanted.kind and id > $3 and id < $4
        order by id ${direction} limit $5)`
  return {
    name,
    text: `
select found.id, found.kind, found.reference, found.amount, extract(epoch from found.at) * 1000 as at,
  catalogue_cases.view->'name' as case_name
from (
  select either.* from unnest($2::text[]) as wanted (kind) cross join lateral (
    ${side('debit_id', '-')} union all ${side('credit_id', '')}
  ) either order by either.id ${direction} limit $5
) found
left join catalogue_cases on found.kind = 'open' and catalogue_cases.url = found.reference
order by found.id ${direction}`,
  }
}

const NEWEST = pageStatement('transfers-newest', 'desc')
const OLDEST = pageStatement('transfers-oldest', 'asc')

interface TransferRow {
  id: string
  kind: TransferKind
  reference: string
  amount: string | number
  at: string | number
  case_name: Localized | null
}

export interface TransferQuery {
  readonly kinds: readonly TransferKind[]
  /** Ids, both excluded. */
  readonly after?: string
  readonly before?: string
  /** Null for all. */
  readonly most: number | null
}

/** Returns transfers of a player between two ids, the newest or the oldest first. */
export async function readTransfers(
  db: Database,
  playerId: number,
  from: 'newest' | 'oldest',
  { kinds, after = FIRST_ID, before = LAST_ID, most }: TransferQuery,
): Promise<OwnTransfer[]> {
  const statement = from === 'newest' ? NEWEST : OLDEST
  const rows = await db.run<TransferRow>(statement, [playerId, kinds, after, before, most])
  return rows.map(({ id, kind, reference, amount, at, case_name }) => ({
    id,
    kind,
    reference,
    amount: Number(amount),
    at: Math.round(Number(at)),
    caseName: case_name,
  }))
}
