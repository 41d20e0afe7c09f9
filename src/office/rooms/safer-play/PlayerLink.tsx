// Selects a player in the room; the list and its page stay.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'

export function PlayerLink({ player: { id, username } }: { player: { id: number; username: string } }): ReactElement {
  return (
    <Link
      from="/safer-play"
      to="/safer-play"
      search={(search) => ({ ...search, player: String(id) })}
      resetScroll={false}
    >
      {username}
    </Link>
  )
}
