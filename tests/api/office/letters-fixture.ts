// A site and an office on one database for the tests of a file about letters, two of the staff, and what both sides send.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { newId } from '../../../src/server/base/ids.ts'
import { notifications } from '../../../src/server/db/schema.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { win } from '../../support/players/games.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

export const DAY_MS = 86_400_000
const STARTED_MS = Date.UTC(2026, 10, 28, 12)
export const ABOUT_PLAYER = { kind: 'player' } as const

/** Opens a site and its office before the tests of a file. */
export function openLettersFixture(kind: DatabaseKind) {
  const fixture = {
    site: undefined as unknown as TestSite,
    office: undefined as unknown as TestOffice,
    /** Of support. */
    bea: undefined as unknown as OfficeBrowser,
    /** Of risk. */
    taras: undefined as unknown as OfficeBrowser,

    /** New members: sessions of the staff end with the day. */
    meetStaff: async (): Promise<void> => {
      fixture.bea = await fixture.office.member('support', 'Bea')
      fixture.taras = await fixture.office.member('risk', 'Taras')
    },

    write: async (player: Browser, body: object = {}): Promise<Answer['body']> =>
      (await player.post('/api/letters', { about: ABOUT_PLAYER, text: 'Where is my item?', ...body })).body,

    appeal: (player: Browser, id: string): Promise<Answer> =>
      player.post(`/api/letters/${id}/appeal`, { text: 'Look again' }),

    /** Returns what a player was told about letters, by its kind. */
    kindsTold: async (playerId: number): Promise<string[]> => {
      const { queries } = fixture.site.db
      const rows = await queries.select().from(notifications).where(eq(notifications.playerId, playerId))
      return rows.map(({ kind: told }) => told).filter((told) => told.startsWith('letter'))
    },

    /** A withdrawal of a player in a state. */
    addWithdrawal: async (player: Browser, state: 'review' | 'refused'): Promise<string> => {
      const [item] = await win(player, 1)
      const id = newId()
      const at = new Date(fixture.office.nowMs)
      await fixture.site.db.queries.insert(withdrawals).values({
        id,
        playerId: player.playerId,
        itemId: item?.id ?? '',
        state,
        provider: 'sandbox',
        tradeLink: 'x',
        changedAt: at,
        dueAt: at,
      })
      return id
    },
  }

  /** The clock of both; the site opens first. */
  const now = (): number => (fixture.office as TestOffice | undefined)?.nowMs ?? STARTED_MS

  beforeAll(async () => {
    fixture.site = await openTestSite(kind, { now })
    const { db } = fixture.site
    fixture.office = await openTestOffice(kind, { db: { ...db, close: async () => undefined } })
    await fixture.meetStaff()
  })

  afterAll(async () => {
    await fixture.office.close()
    await fixture.site.close()
  })

  return fixture
}
