// Opens the panel of an order beside the list.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Id } from '../../parts/Plain.tsx'

export function OrderLink({ id }: { id: string }): ReactElement {
  return (
    <Link from="/payments" to="/payments" search={(search) => ({ ...search, order: id })} resetScroll={false}>
      <Id id={id} />
    </Link>
  )
}

/** Leads to the page of a player. */
export function PlayerLink({ player }: { player: { readonly id: number; readonly username: string } }): ReactElement {
  return (
    <Link to="/players" search={{ player: String(player.id) }}>
      {player.username}
    </Link>
  )
}
