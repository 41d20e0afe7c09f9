// The client seed of a test's player, supplied as a browser does: for the commitment that the server has shown.
import { randomBytes } from 'node:crypto'
import type { CurrentUser } from '../../../src/protocol/user.ts'
import type { Services } from '../../../src/server/services/services.ts'

/** Draws a client seed as browsers do. */
export const drawClientSeed = (): string => randomBytes(8).toString('hex')

/** Supplies a client seed through the services, where a player has no browser. */
export async function supplyClientSeed(
  { players, seeds }: Pick<Services, 'players' | 'seeds'>,
  playerId: number,
): Promise<void> {
  const user: CurrentUser | undefined = await players.currentUser(playerId)
  if (user?.unseeded != null) await seeds.supply(playerId, { commit: user.unseeded, clientSeed: drawClientSeed() })
}
