// Reads drops from the database, for the live strip and for profiles.

import { type DropSource, GAMES } from '../../../game/base/games.ts'
import { cents } from '../../../game/base/money.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { LiveDrop } from '../../../protocol/live.ts'
import { dropPlayer } from './drop-player.ts'

/** Selects the columns of a drop; the caller appends its conditions. */
export const SELECT_DROPS = `
  select items.id, items.source as type, items.price, items.roll_id, items.reference, extract(epoch from items.at) * 1000 as created_at,
  catalogue_items.view as item, catalogue_cases.view as box,
  players.id as player_id, players.username, players.avatar, players.hidden, accounts.spent, battles.is_private as private_battle
  from items
  join players on players.id = items.player_id
  join accounts on accounts.id = items.player_id
  join catalogue_items on catalogue_items.id = items.item_id
  left join catalogue_cases on items.source = 'case' and catalogue_cases.url = items.reference
  left join battles on battles.id = case when items.source = 'battle' then items.reference::uuid end`

export interface DropRow {
  id: string
  roll_id: string | null
  reference: string
  type: DropSource
  price: string | number
  created_at: string | number
  item: ItemView
  box: NonNullable<LiveDrop['case']> | null
  player_id: number
  username: string
  avatar: string
  hidden: boolean
  spent: string | number
  /** True where it was won in a battle whose page is for those who have its link. */
  private_battle: boolean | null
}

/** The origin of a drop. */
export interface DropOrigin {
  readonly type: DropSource
  /** The roll that gave it; null when no roll was drawn for this player alone. */
  readonly rollId: string | null
  /** The reference of its item, e.g. the raffle's id. */
  readonly reference: string
  readonly isPrivate?: boolean
}

/** Returns the page that proves how a drop was drawn; null for an item that was given, not drawn, and for a private battle. */
export function proofPath({ type, rollId, reference, isPrivate = false }: DropOrigin): string | null {
  if (rollId !== null) return `/fairness?roll=${rollId}`
  if (type === 'battle') return isPrivate ? null : `${GAMES.battle.path}/${reference}`
  return type === 'raffle' ? `/raffle?proof=${reference}` : null
}

/** Converts a row of `SELECT_DROPS` into a public drop. */
export function dropOf(row: DropRow): LiveDrop {
  const { player_id: id, username, avatar, hidden, private_battle: isPrivate } = row
  return {
    id: row.id,
    type: row.type,
    price: Number(row.price),
    item: row.item,
    ...(row.box === null ? {} : { case: row.box }),
    proof: proofPath({ type: row.type, rollId: row.roll_id, reference: row.reference, isPrivate: isPrivate === true }),
    user: dropPlayer({ id, username, avatar, hidden, spent: cents(Number(row.spent)) }),
    created_at: Math.round(Number(row.created_at)),
  }
}
