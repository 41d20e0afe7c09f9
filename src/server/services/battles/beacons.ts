// The beacons that battles can be drawn from. A battle keeps the source that it was made with, its chain or its committed
// seed, also after the settings changed.
import type { Beacon } from '../../beacon/beacon.ts'
import type { BattleRow } from './cards.ts'

export interface BattleBeacons {
  /** Returns the beacon of a battle; null for a committed seed, and for a chain that this release does not know. */
  of(battle: Pick<BattleRow, 'source' | 'chain'>): Beacon | null
  /** Tells whether a battle can be drawn: it has a committed seed, or a chain that this release knows. */
  canDraw(battle: Pick<BattleRow, 'source' | 'chain'>): boolean
  /** The hashes of all known chains. */
  readonly chains: readonly string[]
}

/** Gathers the beacons that a site knows. */
export function gatherBeacons(beacons: readonly (Beacon | null)[]): BattleBeacons {
  const known = new Map(beacons.flatMap((beacon) => (beacon === null ? [] : [[beacon.chain.hash, beacon] as const])))
  const of: BattleBeacons['of'] = ({ source, chain }) => (source === 'drand' ? (known.get(chain ?? '') ?? null) : null)
  return {
    of,
    canDraw: (battle) => battle.source === 'seed' || of(battle) !== null,
    chains: [...known.keys()],
  }
}
