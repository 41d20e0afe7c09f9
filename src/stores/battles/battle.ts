// The battle that a page shows: read once, then changed by events. An event is never undone by an older answer.
import { atom } from 'nanostores'
import type { BattleCard, BattleEvent, BattleReply, BattleView, LockView, SeatView } from '../../protocol/battle.ts'
import { ApiError, get } from '../kernel/api.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { recheckSession } from '../kernel/paged.ts'
import { $battleEvent, onReconnect } from '../kernel/realtime-events.ts'
import { setServerNow } from '../kernel/server-clock.ts'
import { singleFlight } from '../kernel/single-flight.ts'
import { fieldsOf, parseJson } from '../kernel/unknown-value.ts'
import { $user } from '../kernel/user.ts'
import { showEmote } from './battle-emotes.ts'
import { readBattleEvent } from './battle-event.ts'
import { keepReceipt } from './battle-receipts.ts'

export type BattleState =
  | { readonly status: 'loading' | 'failed' | 'unknown' }
  | { readonly status: 'ready'; readonly battle: BattleView }

export const $battle = atom<BattleState>({ status: 'loading' })

/** The order in which a battle passes through its states. */
const STATE_ORDER = ['open', 'locked', 'drawn', 'settled', 'cancelled', 'expired'] as const

const orderOf = ({ state }: Pick<BattleCard, 'state'>): number => STATE_ORDER.indexOf(state)

/** Returns the battle that is shown; null while there is none. */
export function shownBattle(): BattleView | null {
  const state = $battle.get()
  return state.status === 'ready' ? state.battle : null
}

/** Returns the seat of this page's player; undefined for a spectator. */
export function ownSeat({ seats }: Pick<BattleCard, 'seats'>): SeatView | undefined {
  return seats.find(({ own }) => own)
}

/** Keeps the locks that this browser received, by its own clock: nobody can say later that there was another one. */
function keepLocks({ locks }: Pick<BattleView, 'locks'>): void {
  for (const lock of locks) keepReceipt(lock, Date.now())
}

/** Shows a battle as an answer has it, unless an event has brought a later state. */
export function putBattle(battle: BattleView): void {
  keepLocks(battle)
  const known = shownBattle()
  if (known?.id === battle.id && orderOf(battle) < orderOf(known)) return
  $battle.set({ status: 'ready', battle })
}

/**
 * Marks the player's own seat in the seats of an event, which is the same for all: by its client seed, which no other seat has, and where
 * it was taken in another tab by the player's id, which only hidden players do not show.
 */
function markOwn(seats: readonly SeatView[], known: readonly SeatView[]): SeatView[] {
  const own = known.find((seat) => seat.own)
  const state = $user.get()
  const id = state.status === 'authorised' ? state.user.id : undefined
  return seats.map((seat) => {
    const isKnown = seat.slot === own?.slot && seat.seed === own.seed
    return { ...seat, own: isKnown || (id !== undefined && seat.user?.id === id) }
  })
}

/** Returns a battle with what an event says of it. */
function withCard(battle: BattleView, card: BattleCard): BattleView {
  const { rounds: _, seats, ...changed } = card
  return { ...battle, ...changed, seats: markOwn(seats, battle.seats) }
}

function withLock(battle: BattleView, lock: LockView): BattleView {
  const { randomness, locks } = battle
  const { round } = fieldsOf(parseJson(lock.text))
  return {
    ...battle,
    locks: [...locks.filter(({ hash }) => hash !== lock.hash), lock],
    randomness: randomness.source === 'drand' && typeof round === 'number' ? { ...randomness, round } : randomness,
  }
}

function withSecret(battle: BattleView, secret: string, startsAt: number): BattleView {
  const { randomness } = battle
  return {
    ...battle,
    state: 'drawn',
    startsAt,
    randomness:
      randomness.source === 'drand' ? { ...randomness, signature: secret } : { ...randomness, serverSeed: secret },
  }
}

/** Returns a battle after an event. */
function changed(battle: BattleView, event: Exclude<BattleEvent, { kind: 'emote' }>): BattleView {
  switch (event.kind) {
    case 'changed':
      return withCard(battle, event.card)
    case 'locked':
      return withLock(withCard(battle, event.card), event.lock)
    case 'drawn':
      return withSecret(battle, event.secret, event.startsAt)
    case 'rematch':
      return { ...battle, rematch: event.rematch }
  }
}

let shownId = ''
let readings = 0

/** Reads the battle again. A failure is logged and leaves the one that is shown. */
export const readBattle = singleFlight(async () => {
  const id = shownId
  readings++
  try {
    const reply = await get<BattleReply>(`/battles/${encodeURIComponent(id)}`)
    if (id !== shownId) return
    if (!reply.success) {
      $battle.set({ status: 'unknown' })
      return
    }
    setServerNow(reply.now)
    putBattle(reply.battle)
  } catch (fault) {
    console.error('A battle could not be read', fault)
    recheckSession(fault)
    if (id !== shownId || $battle.get().status === 'ready') return
    const isUnknown = fault instanceof ApiError && (fault.status === 400 || fault.status === 404)
    $battle.set({ status: isUnknown ? 'unknown' : 'failed' })
  } finally {
    readings--
  }
})

function receive(payload: unknown): void {
  const event = readBattleEvent(payload)
  if (event === null) {
    console.error('Invalid event of a battle', payload)
    return
  }
  if (event.id !== shownId) return
  if (event.kind === 'emote') {
    showEmote(event)
    return
  }
  const battle = shownBattle()
  const hasMissedLock = event.kind === 'drawn' && battle?.locks.length === 0
  // An answer on its way may be older than the event.
  if (readings > 0 || battle === null || hasMissedLock) void readBattle()
  if (battle === null) return
  const after = changed(battle, event)
  if (event.kind === 'locked') keepLocks(after)
  if (orderOf(after) >= orderOf(battle)) $battle.set({ status: 'ready', battle: after })
}

/**
 * Shows a battle: reads it, follows its events, and reads it again for another player and after a lost connection.
 *
 * @returns the function that stops it
 */
export function enterBattle(id: string): () => void {
  shownId = id
  $battle.set({ status: 'loading' })
  void readBattle()
  const stops = [
    $battleEvent.listen(receive),
    onReconnect(() => void readBattle()),
    onUserChange((_, isAnother) => {
      if (isAnother) void readBattle()
    }),
  ]
  return () => {
    shownId = ''
    for (const stop of stops) stop()
  }
}
