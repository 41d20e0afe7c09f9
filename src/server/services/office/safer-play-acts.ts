// The acts of safer play: a conversation noted, signals looked at, an exclusion by the shop.
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { ExclusionWords } from '../../../game/office/safer-play.ts'
import { conversationBodySchema, lookBodySchema, shopExcludeBodySchema } from '../../../protocol/office/safer-play.ts'
import { recordAct } from '../../audit/record-act.ts'
import { newId } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { playConversations, playSignals } from '../../db/schema-safer-play.ts'
import { excludeIn, isExcludedByShop } from '../account/protection.ts'
import { defineAct, type OfficeAct } from './acts.ts'
import { aboutPlayer } from './player-acts.ts'

const DAY_MS = 86_400_000
/** The next look is within a year. */
const NEXT_LOOK_MOST_MS = 366 * DAY_MS

const playerBody = z.object({ playerId: z.int() })

/** Notes a conversation. The audit says that there is one, not what it says: its rows cannot be erased. */
const conversationNote = defineAct({
  verb: 'saferPlay.note',
  body: playerBody.extend(conversationBodySchema.shape),
  look: (tx, { playerId }) => aboutPlayer(tx, playerId, null),
  run: async (tx, { playerId, text, outcome }, { by, at }) => {
    if (outcome === 'excluded' && !(await isExcludedByShop(tx, playerId, new Date(at)))) {
      throw new ProtocolError(409, 'not-excluded', 'The shop has not excluded the player')
    }
    const id = newId()
    await tx.insert(playConversations).values({ id, playerId, staffId: by.staffId, outcome, text, at: new Date(at) })
    await recordAct(tx, { by, verb: 'saferPlay.note', kind: 'player', subject: playerId, after: { note: id } })
    return {}
  },
})

/** Marks signals of a player as looked at. Until the next look they wait for nobody, and without one never again. */
const signalsLook = defineAct({
  verb: 'saferPlay.look',
  body: playerBody.extend(lookBodySchema.shape),
  look: (tx, { playerId }) => aboutPlayer(tx, playerId, null),
  run: async (tx, { playerId, signals, nextLook }, { by, at }) => {
    if (nextLook !== null && (nextLook <= at || nextLook > at + NEXT_LOOK_MOST_MS)) {
      throw new ProtocolError(400, 'invalid', 'The next look is after now, and within a year')
    }
    const waitsFrom = nextLook === null ? null : new Date(nextLook)
    const changed = await tx
      .update(playSignals)
      .set({ lookedAt: new Date(at), staffId: by.staffId, waitsFrom })
      .where(and(eq(playSignals.playerId, playerId), inArray(playSignals.id, signals)))
      .returning({ kind: playSignals.kind })
    if (changed.length < signals.length) throw new ProtocolError(404, 'unknown', 'There is no such signal')
    const kinds = [...new Set(changed.map(({ kind }) => kind))].toSorted()
    const after = { signals: kinds.join(', '), nextLook: waitsFrom?.toISOString() ?? null }
    await recordAct(tx, { by, verb: 'saferPlay.look', kind: 'player', subject: playerId, after })
    return {}
  },
})

/** Returns the act that excludes a player, in words that the shop has ready. */
function playerExclude(words: () => readonly ExclusionWords[]): OfficeAct {
  return defineAct({
    verb: 'saferPlay.exclude',
    body: playerBody.extend(shopExcludeBodySchema.omit({ reason: true }).shape),
    look: (tx, { playerId }) => aboutPlayer(tx, playerId, null),
    run: async (tx, { playerId, days, words: id }, { by, reason, at }) => {
      const ready = words().find((candidate) => candidate.id === id)
      if (ready === undefined) throw new ProtocolError(400, 'invalid', 'There are no such words')
      const exclusion = await excludeIn(tx, { playerId, days, at: new Date(at), words: ready.text })
      const until = exclusion.until === null ? null : new Date(exclusion.until).toISOString()
      const after = { exclusion: exclusion.kind, until, words: id }
      await recordAct(tx, { by, verb: 'saferPlay.exclude', kind: 'player', subject: playerId, after, reason })
      return { announce: (events) => events.emit('exclusion', { playerId, exclusion }) }
    },
  })
}

export interface SaferPlayActs {
  readonly note: OfficeAct
  readonly look: OfficeAct
  readonly exclude: OfficeAct
}

/** Makes the acts over the words that the catalogue has now. */
export function createSaferPlayActs(words: () => readonly ExclusionWords[]): SaferPlayActs {
  return { note: conversationNote, look: signalsLook, exclude: playerExclude(words) }
}
