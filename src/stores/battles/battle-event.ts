// Parses the events of a battle, which come as unknown values from the realtime connection.
import type { BattleEvent } from '../../protocol/battle.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'

const isText = (value: unknown): boolean => typeof value === 'string'

/** Tells whether a value is the card of a battle as far as the screen reads it. */
function isCard(value: unknown, id: unknown): boolean {
  const { id: own, state, seats, rounds, expiresAt } = fieldsOf(value)
  return own === id && isText(state) && Array.isArray(seats) && Array.isArray(rounds) && Number.isFinite(expiresAt)
}

function isLock(value: unknown): boolean {
  const { hash, text, drawAt } = fieldsOf(value)
  return isText(hash) && isText(text) && Number.isFinite(drawAt)
}

/** Checks of what the screen needs of each kind of event. */
const CHECKS: { readonly [Kind in BattleEvent['kind']]: (event: Readonly<Record<string, unknown>>) => boolean } = {
  changed: ({ id, card }) => isCard(card, id),
  locked: ({ id, card, lock }) => isCard(card, id) && isLock(lock),
  drawn: ({ secret, startsAt }) => isText(secret) && Number.isFinite(startsAt),
  emote: ({ slot, emote }) => Number.isInteger(slot) && isText(emote),
  rematch: ({ rematch }) => isText(rematch),
}

/** Returns an event of a battle; null where the value is none that the screen could show. */
export function readBattleEvent(payload: unknown): BattleEvent | null {
  const event = fieldsOf(payload)
  const { id, kind } = event
  if (typeof id !== 'string' || typeof kind !== 'string' || !Object.hasOwn(CHECKS, kind)) return null
  return CHECKS[kind as BattleEvent['kind']](event) ? (payload as BattleEvent) : null
}
