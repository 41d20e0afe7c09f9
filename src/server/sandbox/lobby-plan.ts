// What bots do in the lobby of battles: when they make one, when they take a seat, and when they say something. Pure: the clock and the
// chances are handed in, and only how long a battle has been waiting is remembered.
import { EMOTES, type Emote } from '../../protocol/battle.ts'
import { within } from './rhythm.ts'

/** How often the lobby is looked at. */
export const LOBBY_TICK_MS = 3_000
/** How many open battles a player finds. */
const OPEN_BATTLES = { least: 2, most: 4 } as const
/** How long that number stays the same. */
const WANTED_FOR_MS = 300_000
/** Between two battles that bots make, unless the lobby is empty. */
const CREATE_PAUSE_MS = { least: 12_000, most: 40_000 } as const
/** A bot lets a player wait this long. */
export const PERSON_WAITS_MS = { least: 10_000, most: 40_000 } as const
/** A battle of one bot waits this long for a player before another bot joins. */
const BOT_WAITS_MS = { least: 60_000, most: 240_000 } as const
/** Without a running battle for this long, the battle that has waited longest waits no more: there is soon something to watch. */
const STILL_MS = 75_000
/** Then the seats fill up. */
const SEAT_PAUSE_MS = { least: 6_000, most: 20_000 } as const
/** The chance of an emote at each look at a running battle. */
const EMOTE_CHANCE = 0.02

/** A battle with free seats that everyone sees. */
export interface OpenBattle {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly createdMs: number
  /** All seats. */
  readonly seats: number
  /** Taken slots, from 1. */
  readonly taken: readonly number[]
  /** Whether a player who is no bot has a seat. */
  readonly hasPerson: boolean
}

export type LobbyStep =
  | { readonly kind: 'create' }
  | { readonly kind: 'join'; readonly battleId: string; readonly slot: number }

/** Since when each battle has been waiting with as many seats taken as now, in milliseconds since 1970; by `waitKey`. */
export type Waits = ReadonlyMap<string, number>

/** Returns a number from 0 to 1 (1 excluded) that is the same for the same text. */
export type Chance = (text: string) => number

export interface LobbyView {
  readonly open: readonly OpenBattle[]
  readonly waits: Waits
  /** When a battle was last seen running, or when bots began to look. */
  readonly ranMs: number
  readonly nowMs: number
  readonly chance: Chance
}

/** Names the wait of a battle for its next seat. */
export function waitKey({ id, taken }: Pick<OpenBattle, 'id' | 'taken'>): string {
  return `${id}:${taken.length}`
}

/** Returns the waits of the battles that are open now: known ones go on, new ones begin. */
export function waitsOf({ open, waits, nowMs }: Pick<LobbyView, 'open' | 'waits' | 'nowMs'>): Waits {
  return new Map(open.map((battle) => [waitKey(battle), waits.get(waitKey(battle)) ?? nowMs]))
}

/** Returns how many open battles there should be. */
function wantedAt(nowMs: number, chance: Chance): number {
  const { least, most } = OPEN_BATTLES
  return within({ least, most: most + 1 }, chance(`wanted:${Math.floor(nowMs / WANTED_FOR_MS)}`))
}

/** Returns how many battles bots make now: at once where the lobby is empty, else one after a pause. */
function missingBattles({ open, nowMs, chance }: LobbyView): number {
  const bots = open.filter(({ hasPerson }) => !hasPerson)
  // Battles of players come first; one of a bot stays for those who are in theirs.
  const wanted = Math.max(1, wantedAt(nowMs, chance) - (open.length - bots.length))
  const missing = wanted - bots.length
  if (missing <= 0) return 0
  if (open.length === 0) return missing
  const newest = Math.max(...open.map(({ createdMs }) => createdMs))
  return nowMs - newest >= within(CREATE_PAUSE_MS, chance(`create:${newest}`)) ? 1 : 0
}

/** Tells whether a battle of bots is the one that starts next because nothing has been running for a while. */
function isHurried(battle: OpenBattle, { open, ranMs, nowMs }: LobbyView): boolean {
  if (nowMs - ranMs < STILL_MS) return false
  // Where seats fill up already, something will be running soon.
  const bots = open.filter(({ hasPerson }) => !hasPerson)
  const [first] = bots.toSorted((a, b) => b.taken.length - a.taken.length || a.createdMs - b.createdMs)
  return battle === first && battle.taken.length === 1
}

/** Returns how long a battle waits for its next seat, in milliseconds. */
function waitMs(battle: OpenBattle, view: LobbyView): number {
  if (isHurried(battle, view)) return 0
  const { chance } = view
  const span = battle.hasPerson ? PERSON_WAITS_MS : battle.taken.length === 1 ? BOT_WAITS_MS : SEAT_PAUSE_MS
  return within(span, chance(`wait:${waitKey(battle)}`))
}

function freeSlot(battle: OpenBattle, chance: Chance): number | undefined {
  const free = Array.from({ length: battle.seats }, (_, at) => at + 1).filter((slot) => !battle.taken.includes(slot))
  return free[Math.floor(chance(`slot:${waitKey(battle)}`) * free.length)]
}

/**
 * Returns what bots do in the lobby now.
 *
 * A battle of bots alone does not start while it is the only open one, so that a player always finds one.
 *
 * @param view with the waits of now (`waitsOf`)
 */
export function planLobby(view: LobbyView): LobbyStep[] {
  const { open, waits, nowMs, chance } = view
  const steps: LobbyStep[] = Array.from({ length: missingBattles(view) }, () => ({ kind: 'create' }))
  let left = open.length
  for (const battle of open) {
    const slot = freeSlot(battle, chance)
    if (slot === undefined || nowMs - (waits.get(waitKey(battle)) ?? nowMs) < waitMs(battle, view)) continue
    const starts = battle.taken.length + 1 === battle.seats
    if (starts && !battle.hasPerson && left <= 1) continue
    if (starts) left -= 1
    steps.push({ kind: 'join', battleId: battle.id, slot })
  }
  return steps
}

/** Returns what one of the bots in a running battle says now; null, mostly, for nothing. */
export function drawEmote(battleId: string, nowMs: number, chance: Chance): Emote | null {
  const tick = `${battleId}:${Math.floor(nowMs / LOBBY_TICK_MS)}`
  if (chance(`emote:${tick}`) >= EMOTE_CHANCE) return null
  return EMOTES[Math.floor(chance(`which:${tick}`) * EMOTES.length)] ?? null
}
