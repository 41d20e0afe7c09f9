// A changed version of the terms asks players once: who has agreed to which is stored.
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consents } from '../../../src/server/db/schema-sessions.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const BY = { kind: 'command', name: 'anna@shop1' } as const
const TERMS = 'pages/terms-of-use/en.md'

describe('changed terms', () => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(DEFAULT_KIND)
  })

  afterAll(() => site.close())

  const version = (): string => site.shop.texts.current.termsVersion

  async function publish(words: string): Promise<void> {
    const { edition: base, files } = site.shop.current
    const changed = { [TERMS]: `${files[TERMS]}\n${words}\n` }
    await site.shop.publish({ files: changed, base, by: BY, act: { verb: 'editions.publish' } })
  }

  /** A player who agreed to the terms in force when they signed in. */
  async function newcomer() {
    const player = await site.newPlayer()
    const { id } = (await player.get('/api/user/get')).body.user
    const consent = { termsVersion: version(), adult: true, address: '203.0.113.7' }
    await site.db.queries.insert(consents).values({ playerId: id, ...consent })
    const asked = async (): Promise<string | null> => (await player.get('/api/user/get')).body.user.termsAsked
    return { player, id, asked }
  }

  it('ask who has agreed to others, until they agree', async () => {
    const { player, id, asked } = await newcomer()
    expect(await asked()).toBeNull()
    await publish('A new paragraph.')
    expect(await asked()).toBe(version())
    const answer = await player.post('/api/user/terms', { version: version() })
    expect(answer.body).toMatchObject({ success: true })
    expect(await asked()).toBeNull()
    const [newest] = await site.db.queries
      .select()
      .from(consents)
      .where(eq(consents.playerId, id))
      .orderBy(desc(consents.id))
    expect(newest).toMatchObject({ termsVersion: version(), adult: true })
    expect(newest?.address).not.toBe('')
  })

  it('that changed again while they were read are agreed to by nobody', async () => {
    const { player, asked } = await newcomer()
    await publish('A second paragraph.')
    const seen = version()
    await publish('A third paragraph.')
    const { body } = await player.post('/api/user/terms', { version: seen })
    expect(body).toMatchObject({ success: false, code: 'terms-changed' })
    expect(await asked()).toBe(version())
  })
})
