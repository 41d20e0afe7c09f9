// All use cases of battles, made once from shared components.
import type { Rewards } from '../../../game/rewards/rewards.ts'
import type { BotRecord } from '../../../protocol/battle.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { Beacon } from '../../beacon/beacon.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database } from '../../db/database.ts'
import type { GameParts } from '../rolls/play.ts'
import { createBattleAnnouncer } from './announce.ts'
import { gatherBeacons } from './beacons.ts'
import { createBotRecord } from './bot-record.ts'
import { createBattleContents } from './contents.ts'
import { type BattleCreating, createBattleCreating } from './creating.ts'
import { type BattleDrawing, createBattleDrawing } from './drawing.ts'
import { nextDueAfter } from './due-work.ts'
import { type BattleEmotes, createBattleEmotes } from './emotes.ts'
import { type BattleJoining, createBattleJoining } from './joining.ts'
import { type BattleLeaving, createBattleLeaving } from './leaving.ts'
import { type BattleLists, createBattleLists } from './lobby.ts'
import { type BattleLocks, createBattleLocks } from './locking.ts'
import { type BattleProofs, createBattleProofs } from './proof.ts'
import type { Refunds } from './refunds.ts'
import { type BattleSettling, createBattleSettling } from './settling.ts'
import { createUndrawableBattles, type UndrawableBattles } from './undrawable.ts'
import { type BattleViews, createBattleViews } from './view.ts'

export interface BattleServices {
  readonly lists: BattleLists
  readonly views: BattleViews
  readonly proofs: BattleProofs
  readonly creating: BattleCreating
  readonly joining: BattleJoining
  readonly leaving: BattleLeaving
  readonly undrawable: UndrawableBattles
  readonly emotes: BattleEmotes
  readonly locks: Pick<BattleLocks, 'sendDue'>
  readonly drawing: BattleDrawing
  readonly settling: BattleSettling
  /** Announces what battles paid back that another feature has ended. */
  announceRefunds(refunds: Refunds): void
  /** Returns when the next step of any battle is due, later than now; null for none. */
  readonly nextDue: () => Promise<Date | null>
  /** Returns what bots won, and their chances. */
  readonly botRecord: () => Promise<BotRecord>
  /** Forgets what items look like: their pictures were imported. */
  forgetContents(): void
  /** Stops announcing changes. */
  stop(): void
}

export interface BattleComponents
  extends Pick<GameParts, 'idempotency' | 'protection' | 'refreshCatalogue' | 'drawnCatalogue'> {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly rewards: () => Rewards
  readonly events: SiteEvents
  readonly now: () => number
  /** The beacon that new battles are drawn from; null for committed seeds. */
  readonly beacon: Beacon | null
  /** The other chains that battles may have been made with. */
  readonly otherBeacons: readonly Beacon[]
  readonly log: {
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** Makes the services of battles over a database, a catalogue and a source of randomness. */
export function createBattles(components: BattleComponents): BattleServices {
  const { db, events, now, log, rewards } = components
  const beacons = gatherBeacons([components.beacon, ...components.otherBeacons])
  const contents = createBattleContents(db)
  const announce = createBattleAnnouncer({ db, events, log })
  const views = createBattleViews({ db, contents })
  const locks = createBattleLocks({ db, beacons, now, announce, log })
  const parts = { ...components, beacons, views, locks, announce }
  return {
    lists: createBattleLists(db),
    views,
    proofs: createBattleProofs(db),
    creating: createBattleCreating(parts),
    joining: createBattleJoining(parts),
    leaving: createBattleLeaving(parts),
    undrawable: createUndrawableBattles(parts),
    emotes: createBattleEmotes({ db, events }),
    locks,
    drawing: createBattleDrawing({ db, beacons, now, contents, announce, log }),
    settling: createBattleSettling({ db, events, now, gifts: () => rewards().gifts, announce, log }),
    nextDue: () => nextDueAfter(db, new Date(now())),
    botRecord: createBotRecord({ db, now }),
    announceRefunds: announce.refunded,
    forgetContents: contents.forget,
    stop: () => {
      announce.stop()
      locks.stop()
    },
  }
}
