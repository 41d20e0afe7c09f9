// A battle as the server returns it in each state, with hashing by Node: what a browser draws of it is what the server drew.
import { createHash, createHmac } from 'node:crypto'
import { cents, sumCents } from '../../../src/game/base/money.ts'
import { BATTLE_FORMATS, type BattleFormat } from '../../../src/game/battles/battle.ts'
import { lockText } from '../../../src/game/battles/lock.ts'
import type { BattleCard, BattleEvent, BattleView, LockView, SeatView } from '../../../src/protocol/battle.ts'
import type { ContentView } from '../../../src/protocol/case.ts'
import { type BattleHashing, drawShownBattle } from '../../../src/stores/battles/battle-draw.ts'
import { sampleName } from '../../support/players/sample-name.ts'
import { redline } from '../sample-item.ts'

export const BATTLE_ID = '0199a2f0-0000-7000-8000-0000000000ba'
export const SECRET = '5e'.repeat(32)
/** The player of the page (PLAYER of the stubs). */
const ME = 7

const nodeHashing: BattleHashing = {
  sha256: async (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (key) => async (message) => createHmac('sha256', key).update(message).digest(),
}

/** Draws a battle as the page does. */
export const draw = (battle: BattleView) => drawShownBattle(battle, nodeHashing)

function content(id: string, price: number, from: number, to: number): ContentView {
  return { item: { ...redline, id, skin: id }, price, tickets: to - from + 1, from, to }
}

const CONTENTS = [
  content('knife', 4_000, 1, 20_000),
  content('rifle', 300, 20_001, 400_000),
  content('pistol', 60, 400_001, 1_000_000),
]

const CASES = ['orion', 'vega', 'lyra'].map((url, place) => ({
  url,
  name: sampleName(url),
  image: `${url}.svg`,
  price: 250,
  oddsHash: String(place + 1).repeat(64),
}))

const NAMES = ['Vega', 'Nova', 'Rigel', 'Mira', 'Altair', 'Deneb']

export function seat(slot: number, { own = false, bot = false, percent = 100 } = {}): SeatView {
  const user = { id: own ? ME : ME + slot, username: NAMES[slot - 1] ?? '', avatar: '', lvl: slot }
  return { slot, user: bot ? null : user, own, seed: `seed-of-seat-${slot}`, percent }
}

export interface BattleOptions {
  readonly format?: BattleFormat
  readonly mode?: BattleView['mode']
  readonly crazy?: boolean
  readonly fast?: boolean
  readonly rounds?: number
  readonly ownBattle?: boolean
  /** The slots that are taken; all of them where it is left out. */
  readonly taken?: readonly number[]
  /** The slot of the page's player; 0 for a spectator. */
  readonly own?: number
}

/** An open battle of the sandbox. */
export function openBattle(options: BattleOptions = {}): BattleView {
  const {
    format = '1v1',
    mode = 'normal',
    crazy = false,
    fast = false,
    rounds = 3,
    own = 1,
    ownBattle = false,
  } = options
  const slots = Array.from({ length: BATTLE_FORMATS[format].seats }, (_, place) => place + 1)
  const played = Array.from({ length: rounds }, (_, place) => CASES[place % CASES.length]).flatMap((box) => box ?? [])
  return {
    id: BATTLE_ID,
    number: 12,
    state: 'open',
    format,
    mode,
    crazy,
    fast,
    isPrivate: false,
    price: sumCents(played.map(({ price }) => cents(price))),
    fund: 0,
    seats: (options.taken ?? slots).map((slot) => seat(slot, { own: slot === own })),
    createdAt: 1_000,
    expiresAt: 1_801_000,
    startsAt: null,
    finishedAt: null,
    endedBy: null,
    result: null,
    rounds: played,
    contents: Object.fromEntries(CASES.map(({ oddsHash }) => [oddsHash, CONTENTS])),
    randomness: { source: 'seed', commit: 'c'.repeat(64), serverSeed: null },
    locks: [],
    ownBattle,
    rematch: null,
  }
}

/** The lock of a battle whose seats are taken. */
function lockOf(battle: BattleView, lockedAt: number): LockView {
  const text = lockText({
    battle: battle.id,
    format: battle.format,
    mode: battle.mode,
    crazy: battle.crazy,
    rounds: battle.rounds.map(({ oddsHash, price }) => ({ odds: oddsHash, price })),
    seats: battle.seats.map(({ slot, seed, percent }) => ({ id: `receipt-${slot}`, seed, percent })),
    source: { source: 'seed', commit: 'c'.repeat(64) },
  })
  return {
    hash: createHash('sha256').update(text).digest('hex'),
    text,
    lockedAt,
    sentAt: lockedAt,
    drawAt: lockedAt + 3_000,
  }
}

export function lockedBattle(options: BattleOptions, lockedAt: number): BattleView {
  const open = openBattle(options)
  return { ...open, state: 'locked', locks: [lockOf(open, lockedAt)] }
}

export function drawnBattle(options: BattleOptions, startsAt: number): BattleView {
  return {
    ...lockedBattle(options, startsAt - 3_000),
    state: 'drawn',
    startsAt,
    randomness: { source: 'seed', commit: 'c'.repeat(64), serverSeed: SECRET },
  }
}

/** The card of a battle, as events have it: the same for all. */
export function cardOf(battle: BattleView): BattleCard {
  const { contents: _c, randomness: _r, locks: _l, ownBattle: _o, rematch: _m, rounds, seats, ...card } = battle
  return {
    ...card,
    rounds: rounds.map(({ oddsHash: _, ...box }) => box),
    seats: seats.map((taken) => ({ ...taken, own: false })),
  }
}

export const changedEvent = (battle: BattleView): BattleEvent => ({
  id: battle.id,
  kind: 'changed',
  card: cardOf(battle),
})
