// Commands on a database that holds no site say so, and change nothing; `migrate` makes the tables of one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { LIVE } from '../../server/config/live-settings.ts'
import { DATABASE_KINDS, SUITE_KINDS } from '../../support/databases/databases.ts'
import { type CommandPlace, createCommandPlace, runOps } from '../../support/runner/command.ts'

let place: CommandPlace

afterEach(() => place.remove())

async function tablesIn({ environment }: CommandPlace): Promise<number> {
  const client = new pg.Client({ connectionString: environment.DATABASE_URL })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select count(*)::int as tables from pg_class where relkind = 'r' and oid > 16384",
    )
    return rows[0].tables
  } finally {
    await client.end()
  }
}

const isEmpty = async (kind: string): Promise<boolean> =>
  kind === 'postgres' ? (await tablesIn(place)) === 0 : !existsSync(join(place.folder, 'pglite'))

describe.each(SUITE_KINDS)('on %s', (kind) => {
  it.each([
    [['ledger', 'check']],
    [['promo', 'list']],
    [['promo', 'create', 'HELLO5', '--percent', '5']],
    [['players', 'list']],
    [['report', 'days']],
  ])('%j is refused on an empty database, which stays empty', async (args) => {
    place = await createCommandPlace(kind)
    const { code, out, err } = await place.run(...args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/holds no site.*(DATABASE_URL|DATA_DIR)/)
    expect(await isEmpty(kind)).toBe(true)
  })

  it('migrate makes the tables once, for a site of the mode', async () => {
    place = await createCommandPlace(kind)
    const { code, out, err } = await place.run('migrate')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/is up to date, for a site with MODE=sandbox\.\n$/)
    expect((await place.run('migrate')).out).toBe(out)
    expect((await place.run('ledger', 'check')).out).toMatch(/^The ledger is right: 0 transfers/)
  })
})

describe.runIf(DATABASE_KINDS.includes('postgres'))('npm run ops -- migrate', () => {
  it('refuses a database of the other mode', async () => {
    place = await createCommandPlace('postgres')
    const settings = { ...LIVE, ...place.environment }
    expect(await runOps(['migrate'], settings)).toMatchObject({ code: 0, err: '' })
    const { code, err } = await place.run('migrate')
    expect(code).toBe(1)
    expect(err).toMatch(/belongs to a live shop/)
    expect(err).not.toContain('    at ')
  })
})
