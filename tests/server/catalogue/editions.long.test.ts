// One catalogue on all instances: the newest edition, whoever published it.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createEditions } from '../../../src/server/catalogue/editions.ts'
import { openCatalogue } from '../../../src/server/catalogue/reloadable-catalogue.ts'
import { catalogueEditions } from '../../../src/server/db/schema-operations.ts'
import { recordCatalogueIn } from '../../../src/server/services/operations/record-catalogue.ts'
import { type OwnedDatabase, openScratch, SUITE_KINDS } from '../../support/databases/databases.ts'

const root = new URL('../../..', import.meta.url).pathname
const pictures = join(root, 'public', 'assets', 'img', 'cases')

async function ownFolder(): Promise<string> {
  const folder = join(tmpdir(), `spacedrop-catalogue-${crypto.randomUUID()}`)
  await cp(join(root, 'data'), folder, { recursive: true })
  return folder
}

/** Another catalogue: the same with one more line at the end of a file, or without it. */
async function change(folder: string, lines: number): Promise<void> {
  const file = join(folder, 'cases.json')
  await writeFile(file, `${(await readFile(file, 'utf8')).trimEnd()}${'\n'.repeat(lines)}`)
}

describe.each(SUITE_KINDS)('editions on %s', (kind) => {
  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
  })

  async function database(): Promise<OwnedDatabase> {
    const db = await openScratch(kind)
    open.push(db)
    return db
  }

  async function instance(db: OwnedDatabase, folder: string, published: () => void = () => undefined) {
    const editions = createEditions({ db, record: recordCatalogueIn, onPublished: published })
    const holder = await openCatalogue({ folder, pictures, editions, pollIntervalMs: 50, quietMs: 20 })
    open.push(holder)
    return holder
  }

  it('bring what one instance publishes to all, also to one that received no event', async () => {
    const db = await database()
    const folders = [await ownFolder(), await ownFolder()] as const
    let published = 0
    const one = await instance(db, folders[0], () => published++)
    const two = await instance(db, folders[1], () => published++)
    expect(published).toBe(1)
    const before = one.current.digest
    expect(two.current.digest).toBe(before)

    await change(folders[0], 3)
    expect(await one.reload()).toEqual([])
    expect(published).toBe(2)
    await two.refresh()
    expect(two.current.digest).toBe(one.current.digest)
    expect(two.current.digest).not.toBe(before)
    const stored = await db.queries.select().from(catalogueEditions).orderBy(catalogueEditions.id)
    expect(stored.map(({ author, changes }) => ({ author, changes }))).toEqual([
      { author: expect.stringMatching(/^start at ./), changes: [] },
      { author: expect.stringMatching(/^file change at ./), changes: ['cases.json: only its form'] },
    ])

    // Without a word: it looks by itself. And going back is a change like any other.
    two.watch()
    await change(folders[0], 1)
    await one.reload()
    expect(one.current.digest).toBe(before)
    await expect.poll(() => two.current.digest).toBe(before)
  })

  it('let a known folder take the newest at its start, and an unknown one be the newest', async () => {
    const db = await database()
    const [old, newer] = [await ownFolder(), await ownFolder()]
    await change(newer, 4)
    const first = await instance(db, old)
    const second = await instance(db, newer)
    expect(second.current.digest).not.toBe(first.current.digest)
    // An old machine that comes back brings nothing back, nor does touching its files.
    const back = await instance(db, old)
    expect(back.current.digest).toBe(second.current.digest)
    expect(await back.reload()).toEqual([])
    expect(back.current.digest).toBe(second.current.digest)
  })

  it('publish once what all instances find in their folders at the same time', async () => {
    const db = await database()
    const folders = await Promise.all(Array.from({ length: 4 }, ownFolder))
    let published = 0
    const instances = await Promise.all(folders.map((folder) => instance(db, folder, () => published++)))
    expect(published).toBe(1)
    for (const folder of folders) await change(folder, 2)
    await Promise.all(instances.map((holder) => holder.reload()))
    expect(published).toBe(2)
    expect(new Set(instances.map(({ current }) => current.digest)).size).toBe(1)
  })
})
