// The last drops of a case: everybody's, which are read for all visitors at once, and a player's own.
import type { LiveDrop } from '../../../protocol/live.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database } from '../../db/database.ts'
import { type DropRow, dropOf, SELECT_DROPS } from '../rolls/drops.ts'

const LAST_MOST = 12
const OWN_MOST = 10
/** A player's drops of the case are looked for among this many, so that a player of one case costs no more than others. */
const OWN_SEARCHED = 1_000
/** Pages are loaded far more often than a case drops: the browser adds what is dropped since. */
const FRESH_MS = 5_000

const LAST = {
  name: 'case-drops',
  text: `${SELECT_DROPS} where items.source = 'case' and items.reference = $1 order by items.id desc limit ${LAST_MOST}`,
}

const OWN = {
  name: 'own-case-drops',
  text: `${SELECT_DROPS} where items.id in (
      select id from (
        select id, source, reference from items where player_id = $1 order by id desc limit ${OWN_SEARCHED}
      ) recent where source = 'case' and reference = $2 order by id desc limit ${OWN_MOST}
    ) order by items.id desc`,
}

export interface CaseDrops {
  /**
   * Returns the last twelve drops of a case, the newest first, at most five seconds old.
   *
   * @throws RefusalError 'case-unknown'
   */
  last(url: string): Promise<readonly LiveDrop[]>
  /** Returns a player's own last ten drops of a case, the newest first. */
  own(playerId: number, url: string): Promise<readonly LiveDrop[]>
}

export interface CaseDropsParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly now: () => number
}

/** Makes the drops of cases over a database and a catalogue. */
export function createCaseDrops({ db, catalogue, now }: CaseDropsParts): CaseDrops {
  /** By the url of the case: as many as the catalogue has cases. */
  const reads = new Map<string, { readonly atMs: number; readonly drops: Promise<readonly LiveDrop[]> }>()

  async function read(url: string): Promise<readonly LiveDrop[]> {
    return (await db.run<DropRow>(LAST, [url])).map(dropOf)
  }

  return {
    last: async (url) => {
      if (!catalogue().catalogue.cases.has(url)) throw new RefusalError('case-unknown')
      const known = reads.get(url)
      if (known !== undefined && Math.abs(now() - known.atMs) < FRESH_MS) return known.drops
      const drops = read(url)
      reads.set(url, { atMs: now(), drops })
      // A failure is not kept: the next visitor asks again.
      drops.catch(() => reads.delete(url))
      return drops
    },
    own: async (playerId, url) => (await db.run<DropRow>(OWN, [playerId, url])).map(dropOf),
  }
}
