// npm run ops -- shop preview: what a sandbox of drafts is refused for, before it starts. Nothing of the shop changes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { staff } from '../../../src/server/db/schema-office.ts'
import { addDraft, changeDraft } from '../../../src/server/shop/draft-store.ts'
import { newestId } from '../../../src/server/shop/edition-store.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { type CommandDatabase, openCommandDatabase } from '../../support/runner/command.ts'
import { openTestShop } from '../../support/shop/shop.ts'

const ANNA = '019bd9f0-0000-7000-8000-000000000001'

describe('npm run ops -- shop preview', () => {
  let place: CommandDatabase

  beforeEach(async () => {
    place = await openCommandDatabase(DEFAULT_KIND)
    const shop = await openTestShop(place.db)
    shop.close()
    await place.db.queries.insert(staff).values({ id: ANNA, name: 'Anna K', role: 'content' })
  })

  afterEach(() => place.remove())

  const begin = (files: Readonly<Record<string, string>>): Promise<number> =>
    addDraft(place.db.queries, { title: 'A change', base: 1, files, editorId: ANNA, at: new Date() })

  it('says that there is none, also where all were published or dropped', async () => {
    const id = await begin({})
    await changeDraft(place.db.queries, id, { state: 'dropped', at: new Date() })
    const { code, err } = await place.run('shop', 'preview')
    expect([code, err]).toEqual([1, expect.stringContaining('There are no drafts: begin one in the office.')])
  })

  it('names a draft that is unknown, and what is no number', async () => {
    expect((await place.run('shop', 'preview', '7')).err).toContain('There is no draft 7')
    expect((await place.run('shop', 'preview', 'all')).code).not.toBe(0)
  })

  it('names what is wrong with the shop that the drafts make', async () => {
    await begin({ 'brand.json': '{}' })
    const { code, err } = await place.run('shop', 'preview')
    expect(code).toBe(1)
    expect(err).toMatch(/The drafts make a shop with faults:\n.*brand\.json:1: "name"/s)
    expect(await newestId(place.db.queries)).toBe(1)
  })
})
