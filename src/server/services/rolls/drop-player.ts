// The public view of a drop's player.

import { expOfSpending, levelOf } from '../../../game/base/levels.ts'
import type { Cents } from '../../../game/base/money.ts'
import type { LiveDrop } from '../../../protocol/live.ts'
import type { Player } from '../calls/player.ts'

/** A player with everything that a drop shows of them. */
export interface DropPlayer extends Player {
  /** Spent on games since the account was made. */
  readonly spent: Cents
  readonly hidden: boolean
}

/** Returns the public view of a player. One who hides has no name, no picture and no id: an id leads to all drops that anybody has seen. */
export function dropPlayer({ id, username, avatar, spent, hidden }: DropPlayer): LiveDrop['user'] {
  return {
    id: hidden ? null : id,
    username: hidden ? null : username,
    avatar: hidden ? null : avatar,
    lvl: levelOf(expOfSpending(spent)),
  }
}
