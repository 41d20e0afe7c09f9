// Battles as the server answers with them.
import type { BattleCard, BattleView, SeatView } from '../../../src/protocol/battle.ts'
import { sampleName } from '../../support/players/sample-name.ts'

export const battleId = (number: number): string => `0199a2f0-0000-7000-8000-${String(number).padStart(12, '0')}`

export const VEGA: NonNullable<SeatView['user']> = { id: 7, username: 'Vega', avatar: '', lvl: 12 }

export function seat(slot: number, changes: Partial<SeatView> = {}): SeatView {
  const user = { id: 100 + slot, username: `Player ${slot}`, avatar: '', lvl: slot }
  return { slot, user, own: false, seed: `seed-${slot}`, percent: 100, ...changes }
}

export const ORION: BattleCard['rounds'][number] = {
  url: 'orion',
  name: sampleName('Orion'),
  image: 'orion.svg',
  price: 250,
}

export const COMET: BattleCard['rounds'][number] = {
  url: 'comet',
  name: sampleName('Comet'),
  image: 'comet.svg',
  price: 1000,
}

/** An open battle of two rounds, whose first seat is taken. Later numbers are younger. */
export function card(number: number, changes: Partial<BattleCard> = {}): BattleCard {
  return {
    id: battleId(number),
    number,
    state: 'open',
    format: '1v1',
    mode: 'normal',
    crazy: false,
    fast: false,
    isPrivate: false,
    price: 500,
    fund: 0,
    rounds: [ORION, ORION],
    seats: [seat(1)],
    createdAt: 1_000 * number,
    expiresAt: 1_000 * number + 1_800_000,
    startsAt: null,
    finishedAt: null,
    endedBy: null,
    result: null,
    ...changes,
  }
}

/** A battle as its page reads it. */
export function view(shown: BattleCard): BattleView {
  return {
    ...shown,
    rounds: shown.rounds.map((box) => ({ ...box, oddsHash: 'a'.repeat(64) })),
    contents: {},
    randomness: { source: 'seed', commit: 'b'.repeat(64), serverSeed: null },
    locks: [],
    ownBattle: false,
    rematch: null,
  }
}
