// The player of a drop as everyone is told of him.
import type { LiveDrop } from '../../contract/live.ts'
import { expOfSpending, levelOf } from '../../game/levels.ts'
import type { Cents } from '../../game/money.ts'

/** A player with what a drop has to know of him, read where the drop was made or is read. */
export interface DropPlayer {
  readonly id: number
  readonly username: string
  readonly avatar: string
  /** On games, in all the time. */
  readonly spent: Cents
  readonly hidden: boolean
}

/** Name and picture stay away for a player who hides. */
export function dropPlayer({ id, username, avatar, spent, hidden }: DropPlayer): LiveDrop['user'] {
  return {
    id,
    username: hidden ? null : username,
    avatar: hidden ? null : avatar,
    lvl: levelOf(expOfSpending(spent)),
  }
}
