// The services of what waits.
import type { WaitingReply } from '../../../protocol/waiting.ts'
import type { AccountServices } from '../account/services.ts'
import type { ServiceParts } from '../rolls/service-parts.ts'
import type { DecisionTimes } from './decision-times.ts'
import { waitsOf } from './waits.ts'

export interface WaitingParts extends ServiceParts, Pick<AccountServices, 'protection' | 'erasures'> {
  readonly decisionTimes: DecisionTimes
}

/** Makes the services of what waits. */
export function createWaitingServices(parts: WaitingParts) {
  const { db, catalogue, checks, protection, erasures, decisionTimes, now } = parts
  return {
    decisionTimes,
    /** Returns everything that waits for a player, and how long people usually take. */
    waitsFor: async (playerId: number): Promise<Omit<WaitingReply, 'success'>> => {
      const waits = { queries: db.queries, loaded: catalogue(), checks, protection, erasureOf: erasures.of }
      return {
        waits: await waitsOf(waits, { playerId, at: new Date(now()) }),
        usual: await decisionTimes.read(),
      }
    },
  }
}
