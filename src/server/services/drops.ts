// Drops as they are read from the database, for the live strip and for profiles.
import type { ItemView } from '../../contract/common.ts'
import type { DropType, LiveDrop } from '../../contract/live.ts'
import { cents } from '../../game/money.ts'
import { dropPlayer } from './drop-player.ts'

/** The columns of a drop and the tables that they come from; what follows chooses the rows. */
export const SELECT_DROPS = `
  select items.id, items.source as type, items.price, items.roll_id, items.reference, extract(epoch from items.at) * 1000 as created_at,
  catalogue_items.view as item, catalogue_cases.view as box,
  players.id as player_id, players.username, players.avatar, players.hidden, accounts.spent
  from items
  join players on players.id = items.player_id
  join accounts on accounts.id = items.player_id
  join catalogue_items on catalogue_items.id = items.item_id
  left join catalogue_cases on items.source = 'case' and catalogue_cases.url = items.reference`

export interface DropRow {
  id: string
  roll_id: string | null
  reference: string
  type: DropType
  price: string | number
  created_at: string | number
  item: ItemView
  box: NonNullable<LiveDrop['case']> | null
  player_id: number
  username: string
  avatar: string
  hidden: boolean
  spent: string | number
}

/** What a drop came of. */
export interface DropOrigin {
  readonly type: DropType
  /** The roll that gave it; null where nothing was rolled for its player alone. */
  readonly rollId: string | null
  /** As its item has it: of a raffle's the raffle's id. */
  readonly reference: string
}

/** The page that proves how a drop was drawn; null for what was given, not drawn. */
export function proofPath({ type, rollId, reference }: DropOrigin): string | null {
  if (rollId !== null) return `/fairness?roll=${rollId}`
  return type === 'raffle' ? `/raffle?proof=${reference}` : null
}

/** A row of `SELECT_DROPS` as everyone is told of it. */
export function dropOf(row: DropRow): LiveDrop {
  const { player_id: id, username, avatar, hidden } = row
  return {
    id: row.id,
    type: row.type,
    price: Number(row.price),
    item: row.item,
    ...(row.box === null ? {} : { case: row.box }),
    proof: proofPath({ type: row.type, rollId: row.roll_id, reference: row.reference }),
    user: dropPlayer({ id, username, avatar, hidden, spent: cents(Number(row.spent)) }),
    created_at: Math.round(Number(row.created_at)),
  }
}
