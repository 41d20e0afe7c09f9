// The services of players' accounts.
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createAccount } from './account.ts'
import { createBans } from './bans.ts'
import { createErasures } from './erasure.ts'
import { createGiftAccess } from './gift-access.ts'
import { createHistory } from './history.ts'
import { createOwnCases } from './own-cases.ts'
import { playerData } from './player-data.ts'
import { createPlayers } from './players.ts'
import { createProfiles } from './profile.ts'
import { createProtection } from './protection.ts'
import { createRealityCheck } from './reality-check.ts'
import { recordTraces, type SignInTraces } from './related-players.ts'
import { createSessions } from './sessions.ts'

export type AccountServices = ReturnType<typeof createAccountServices>

/** Makes the services of accounts. */
export function createAccountServices(parts: ServiceParts) {
  const { db } = parts
  const bans = createBans(parts)
  const erasures = createErasures(parts)
  return {
    bans,
    erasures,
    players: createPlayers(parts),
    sessions: createSessions({ ...parts, bans, idleDays: parts.sessionIdleDays }),
    account: createAccount(parts),
    profiles: createProfiles({ ...parts, erasureOf: erasures.of }),
    history: createHistory(parts),
    ownCases: createOwnCases(parts),
    protection: createProtection(parts),
    realityCheck: createRealityCheck(parts),
    giftAccess: createGiftAccess(parts),
    /** Records the device and the address of a sign-in. */
    recordTraces: (traces: SignInTraces) => recordTraces(db.queries, traces),
    /** Returns everything that is stored about a player, as the parts of one JSON document. */
    playerData: (playerId: number) => playerData(db, playerId),
  }
}
