// Announces changes of battles to browsers and to this process, after the transaction. No result depends on an announcement.
import type { Cents } from '../../../game/base/money.ts'
import type { BattleCard, LockView } from '../../../protocol/battle.ts'
import { createBatcher } from '../../base/batcher.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { Database } from '../../db/database.ts'
import { cardOf, readBattles } from './cards.ts'
import type { Refunds } from './refunds.ts'

/** Cards of battles that change at the same time are read together. */
const READ_EVERY_MS = 50

export interface BattleAnnouncer {
  /** Announces that seats were taken or left, or that battles ended; reads their cards a moment later. */
  changed(battleIds: readonly string[]): void
  /** Announces that a battle was locked. The event is sent when this returns: nothing is read in between. */
  locked(card: BattleCard, lock: LockView): void
  /** Announces that battles were drawn. */
  drawn(rows: readonly DrawnBattleRow[]): void
  /** Invites the spectators of a battle to its rematch. */
  rematch(battleId: string, rematch: string): void
  balance(playerId: number, balance: Cents): void
  /** Announces what battles paid back. */
  refunded(refunds: Refunds): void
  /** Informs the job when a step of a battle is due. */
  due(at: Date): void
  /** Discards cards that were not read yet. */
  stop(): void
}

export interface DrawnBattleRow {
  readonly id: string
  /** The beacon's signature, or the server seed. */
  readonly secret: string
  readonly startsAt: Date
}

export interface AnnouncerParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly log: { error(fields: object, message: string): void }
}

/** Makes the announcer over a database and the events of the process. */
export function createBattleAnnouncer({ db, events, log }: AnnouncerParts): BattleAnnouncer {
  const cardsOf = async (battleIds: readonly string[]): Promise<BattleCard[]> =>
    (await readBattles(db, battleIds)).map((battle) => cardOf(battle, null))

  function tellLobby(cards: readonly BattleCard[]): void {
    const listed = cards.filter(({ isPrivate }) => !isPrivate)
    if (listed.length > 0) events.emit('battleCards', listed)
  }

  async function tellChanged(battleIds: readonly string[]): Promise<void> {
    try {
      const cards = await cardsOf([...new Set(battleIds)])
      for (const card of cards) events.emit('battle', { id: card.id, kind: 'changed', card })
      tellLobby(cards)
    } catch (error) {
      log.error({ err: error }, 'changes of battles could not be sent')
    }
  }

  const changes = createBatcher<string>(READ_EVERY_MS, (battleIds) => void tellChanged(battleIds))

  const balance: BattleAnnouncer['balance'] = (playerId, amount) =>
    void events.emit('balance', { playerId, balance: amount })

  return {
    balance,
    refunded: ({ battleIds, balances, notified }) => {
      for (const [playerId, amount] of balances) balance(playerId, amount)
      for (const { playerId, notification } of notified) events.emit('notification', { playerId, notification })
      if (battleIds.length > 0) changes.add(battleIds)
    },
    changed: (battleIds) => changes.add(battleIds),
    locked: (card, lock) => {
      events.emit('battle', { id: card.id, kind: 'locked', card, lock })
      tellLobby([card])
    },
    drawn: (rows) => {
      for (const { id, secret, startsAt } of rows) {
        events.emit('battle', { id, kind: 'drawn', secret, startsAt: startsAt.getTime() })
      }
      changes.add(rows.map(({ id }) => id))
    },
    rematch: (battleId, rematch) => void events.emit('battle', { id: battleId, kind: 'rematch', rematch }),
    stop: changes.stop,
    due: (at) => void events.emit('battleDue', at.getTime()),
  }
}
