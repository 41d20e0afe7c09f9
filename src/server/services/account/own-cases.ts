// A player's own cases: their favourites, which are stored so that they follow to another device, and what they opened last.
import { and, desc, eq } from 'drizzle-orm'
import type { OwnCasesReply } from '../../../protocol/case.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database } from '../../db/database.ts'
import { favouriteCases } from '../../db/schema.ts'

/** The number of cases that were opened last. */
const RECENT_MOST = 8
/** Their openings are looked for among this many, so that a player of one case costs no more than others. */
const RECENT_OPENINGS = 300

const RECENT = {
  name: 'recent-cases',
  text: `select reference as url from (
      select reference, row_number() over (order by id desc) as place from transfers
      where debit_id = $1 and kind = 'open' order by id desc limit ${RECENT_OPENINGS}
    ) opened group by reference order by min(place) limit ${RECENT_MOST}`,
}

export interface OwnCases {
  of(playerId: number): Promise<Omit<OwnCasesReply, 'success'>>
  /**
   * Makes a case a favourite, or no longer one; repeating it changes nothing.
   *
   * @throws RefusalError 'case-unknown'
   */
  setFavourite(playerId: number, url: string, isFavourite: boolean): Promise<void>
}

export interface OwnCasesParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly now: () => number
}

/** Makes the own cases over a database and a catalogue. */
export function createOwnCases({ db, catalogue, now }: OwnCasesParts): OwnCases {
  return {
    of: async (playerId) => {
      const [favourites, opened] = await Promise.all([
        db.queries
          .select({ url: favouriteCases.caseUrl })
          .from(favouriteCases)
          .where(eq(favouriteCases.playerId, playerId))
          .orderBy(desc(favouriteCases.at), favouriteCases.caseUrl),
        db.run<{ url: string }>(RECENT, [playerId]),
      ])
      const { cases } = catalogue().catalogue
      // Cases may have left the catalogue since.
      const existing = (rows: readonly { url: string }[]) => rows.flatMap(({ url }) => cases.get(url) ?? [])
      return {
        favourites: existing(favourites).map(({ url }) => url),
        opened: existing(opened).map(({ url, name, image, priceCents: price }) => ({ url, name, image, price })),
      }
    },
    setFavourite: async (playerId, caseUrl, isFavourite) => {
      if (!catalogue().catalogue.cases.has(caseUrl)) throw new RefusalError('case-unknown')
      if (isFavourite) {
        await db.queries
          .insert(favouriteCases)
          .values({ playerId, caseUrl, at: new Date(now()) })
          .onConflictDoNothing()
        return
      }
      await db.queries
        .delete(favouriteCases)
        .where(and(eq(favouriteCases.playerId, playerId), eq(favouriteCases.caseUrl, caseUrl)))
    },
  }
}
