// The link to a battle that is over, which plays it again from its beginning.

export const REPLAY_HASH = '#replay'

/** Returns the path of a battle's page that replays it at once. */
export function replayPath(battleId: string): string {
  return `/battles/${battleId}${REPLAY_HASH}`
}
