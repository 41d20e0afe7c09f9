// A sandbox imports pictures of its items in the background of its first start. It starts and works when it is killed
// meanwhile or the list is missing, and makes no request once it has them.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { caseReplySchema } from '../../src/protocol/case.ts'
import { catalogueItems } from '../../src/server/db/schema.ts'
import { migratedPostgres, type ScratchDatabase, SUITE_KINDS } from '../support/databases/databases.ts'
import { copyMigrated } from '../support/databases/migrated-pglite.ts'
import { type IconListServer, iconListServer, LIST_FAULTS, wholeList } from '../support/outside/icon-list.ts'
import { KILLABLE_SECRET, openDatabaseAt } from '../support/sites/killable-server.ts'
import { type ServerProcess, serverProcess } from '../support/sites/server-process.ts'

describe.each(SUITE_KINDS)('pictures of items on %s', (kind) => {
  let folder: string
  let list: IconListServer
  let scratch: ScratchDatabase | undefined
  let server: ServerProcess

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-icons-'))
    list = await iconListServer()
    scratch = kind === 'postgres' ? await migratedPostgres() : undefined
    if (scratch === undefined) await copyMigrated(join(folder, 'pglite'))
    server = serverProcess({
      DATA_DIR: folder,
      DATABASE_URL: scratch?.url ?? '',
      SECRET: KILLABLE_SECRET,
      HOUSE_PLAYERS: 'off',
      ICONS: 'on',
      ICONS_FROM: list.address,
    })
  })

  afterEach(async () => {
    await server.kill()
    await list[Symbol.asyncDispose]()
    await scratch?.drop()
    await rm(folder, { recursive: true })
  })

  /** The picture of the karambit in the case that contains it; null is our own. */
  async function picture(): Promise<string | null | undefined> {
    const response = await fetch(`${await server.address()}/api/case/crescent-claw`)
    const reply = caseReplySchema.parse(await response.json())
    return reply.success ? reply.case.contents.find(({ item }) => item.skin === 'karambit')?.item.icon_url : undefined
  }

  it('are imported at the start after a kill, and read from the file afterwards', async () => {
    const asked = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    list.answer = (response) => {
      response.once('close', gone.resolve)
      asked.resolve()
    }
    await server.start(0)
    await asked.promise
    expect(await picture()).toBeNull()
    await server.killAndRestart(async () => {
      await gone.promise
      expect(existsSync(join(folder, 'icons.json'))).toBe(false)
      list.answer = wholeList
    })
    await expect.poll(() => picture()).toBe('karambit-2_B')
    await server.killAndRestart()
    expect(await picture()).toBe('karambit-2_B')
    expect(list.asked()).toBe(2)
    expect(server.log).toEqual([])
    await server.kill()
    const db = await openDatabaseAt(
      scratch?.url === undefined ? { folder: join(folder, 'pglite') } : { url: scratch.url },
    )
    const rows = await db.queries
      .selectDistinct({ icon: sql`${catalogueItems.view}->>'icon_url'` })
      .from(catalogueItems)
      .where(sql`${catalogueItems.view}->>'skin' = 'karambit'`)
    await db.close()
    expect(rows).toEqual([{ icon: 'karambit-2_B' }])
  })

  it('are drawn by the site when there is no list, which is one log line at the first start only', async () => {
    list.answer = LIST_FAULTS['is not there']?.answer ?? wholeList
    await server.start(0)
    await expect.poll(() => server.log).toEqual([expect.stringContaining('pictures of items were not imported: ')])
    expect(await picture()).toBeNull()
    await server.killAndRestart()
    expect(await picture()).toBeNull()
    expect(list.asked()).toBe(1)
    expect(server.log).toHaveLength(1)
  })
})
