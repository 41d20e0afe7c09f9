// The public view of a drop's player.

import { expOfSpending, levelOf } from '../../../game/levels.ts'
import type { Cents } from '../../../game/money.ts'
import type { LiveDrop } from '../../../protocol/live.ts'
import type { Player } from './player.ts'

/** A player with everything that a drop shows of them. */
export interface DropPlayer extends Player {
  /** Spent on games since the account was made. */
  readonly spent: Cents
  readonly hidden: boolean
}

/** Returns the public view of a player: no name and no picture for one who hides. */
export function dropPlayer({ id, username, avatar, spent, hidden }: DropPlayer): LiveDrop['user'] {
  return {
    id,
    username: hidden ? null : username,
    avatar: hidden ? null : avatar,
    lvl: levelOf(expOfSpending(spent)),
  }
}
