// The lobby of battles: one list, read page by page and changed by events. Events are the same for all, so the page marks the player's
// own seats itself.
import { atom } from 'nanostores'
import {
  compareBattles,
  EVERYTHING_OPEN,
  isFound,
  type LobbyFilter,
  type LobbyTab,
  rangeOf,
  readLobbyFilter,
} from '../../game/battles/find.ts'
import type { BattleCard, BattleState, BattlesReply, SeatView } from '../../protocol/battle.ts'
import { get } from '../kernel/api.ts'
import { createLivePaged } from '../kernel/live-paged.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { $battlesEvent, $connectionCount } from '../kernel/realtime-events.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'
import { $user } from '../kernel/user.ts'

/** The tab in which the lobby shows a battle of each state; null for those that it does not show. */
const TAB_OF: Readonly<Record<BattleState, LobbyTab | null>> = {
  open: 'open',
  locked: 'running',
  drawn: 'running',
  settled: 'ended',
  cancelled: null,
  expired: null,
}

/** How far a battle has come: it never goes back. */
const STAGE: Readonly<Record<BattleState, number>> = {
  open: 0,
  locked: 1,
  drawn: 2,
  settled: 3,
  cancelled: 3,
  expired: 3,
}

export const $lobbyFilter = atom<LobbyFilter>(EVERYTHING_OPEN)

/** Returns the query of the call for a page. */
function queryOf(filter: LobbyFilter, cursor: string | null): URLSearchParams {
  const { min, max } = rangeOf(filter)
  const query = new URLSearchParams({ tab: filter.tab, sort: filter.sort })
  for (const [name, value] of Object.entries({ mode: filter.mode, min, max, cursor })) {
    if (value !== null) query.set(name, String(value))
  }
  return query
}

const list = createLivePaged<BattleCard>(
  'battles',
  async (cursor) => {
    const reply = await get<BattlesReply>(`/battles?${queryOf($lobbyFilter.get(), cursor)}`)
    return { entries: reply.battles, cursor: reply.cursor }
  },
  {
    compare: (one, other) => compareBattles($lobbyFilter.get(), one, other),
    isOutdated: (told, known) => STAGE[told.state] < STAGE[known.state],
    isListed: (told) => TAB_OF[told.state] === $lobbyFilter.get().tab && isFound($lobbyFilter.get(), told),
  },
)

export const { $list: $battles, load: loadBattles, loadMore: loadMoreBattles } = list

/** Changes what the lobby shows, and reads it. */
export function changeLobby(part: Partial<LobbyFilter>): void {
  const before = $lobbyFilter.get()
  const after = { ...before, ...part }
  if (Object.entries(after).every(([name, value]) => before[name as keyof LobbyFilter] === value)) return
  $lobbyFilter.set(after)
  list.clear()
  void list.load()
}

/** Tells whether a value is a battle as far as the list reads it. */
function isCard(value: unknown): value is BattleCard {
  const { id, number, state, price, seats, rounds } = fieldsOf(value)
  const isKnown = typeof state === 'string' && Object.hasOwn(TAB_OF, state)
  const isCounted = Number.isFinite(number) && Number.isFinite(price)
  return typeof id === 'string' && isKnown && isCounted && Array.isArray(seats) && Array.isArray(rounds)
}

/** Returns the seats of an event with the player's own one: by who has it, or as it is known. Hidden players have no id there. */
function markOwn(seats: readonly SeatView[], known: readonly SeatView[], playerId: number | null): SeatView[] {
  const isKnown = (seat: SeatView): boolean =>
    known.some(({ own, slot, seed }) => own && slot === seat.slot && seed === seat.seed)
  return seats.map((seat) => ({
    ...seat,
    own: isKnown(seat) || (playerId !== null && seat.user?.id === playerId),
  }))
}

/** Applies what an event says of battles. */
function receive(told: unknown): void {
  if (!Array.isArray(told)) return
  const state = $user.get()
  const playerId = state.status === 'authorised' ? state.user.id : null
  const known = new Map($battles.get().entries.map((battle) => [battle.id, battle]))
  list.put(
    told.filter(isCard).map((battle) => ({
      ...battle,
      seats: markOwn(battle.seats, known.get(battle.id)?.seats ?? [], playerId),
    })),
  )
}

/**
 * Shows the lobby that an address names, and keeps it up to date.
 *
 * @param search the query of the address
 * @returns the function that stops it
 */
export function watchLobby(search: string): () => void {
  $lobbyFilter.set(readLobbyFilter(search))
  void loadBattles()
  const loadIfVisible = (): void => {
    if (document.visibilityState === 'visible') void loadBattles()
  }
  document.addEventListener('visibilitychange', loadIfVisible)
  const stops = [
    $battlesEvent.listen(receive),
    // Also after the first connection: what happened between the reading and it was told to nobody.
    $connectionCount.listen(() => void loadBattles()),
    onUserChange((_, isAnother) => {
      if (isAnother) void loadBattles()
    }),
  ]
  return () => {
    document.removeEventListener('visibilitychange', loadIfVisible)
    for (const stop of stops) stop()
  }
}
