// Pairs of seeds from before the client seed was the player's: those with rolls stay and are marked, the others wait for their player.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MIGRATIONS_FOLDER } from '../../../src/server/db/migrations.ts'

const PAIRS = [
  ['revealed', 5],
  ['revealed', 1],
  ['active', 3],
  ['next', 1],
] as const

describe('the migration of client seeds', () => {
  let client: PGlite

  const run = async (name: string): Promise<void> => {
    await client.exec(await readFile(join(MIGRATIONS_FOLDER, name), 'utf8'))
  }

  beforeAll(async () => {
    client = new PGlite()
    await run('0000_schema.sql')
    for (const [place, [state, nonce]] of PAIRS.entries()) {
      await client.exec(`insert into seeds (player_id, server_seed, commit, client_seed, nonce, state)
        values (1000, 's${place}', 'c${place}', 'lucky', ${nonce}, '${state}')`)
    }
    await client.exec(`insert into seeds (player_id, server_seed, commit, client_seed, state)
      values (1001, 'a', 'ca', 'lucky', 'active'), (1001, 'b', 'cb', 'lucky', 'next')`)
    await client.exec(`insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash)
      select gen_random_uuid(), player_id, 'case', id, 1, 1000000, 7, 'x' from seeds where nonce > 1`)
    await run('0002_client_seeds.sql')
  })

  afterAll(() => client.close())

  it('keeps the client seeds of pairs that rolled, as the server’s', async () => {
    const { rows } = await client.query('select state, nonce, client_seed, client_seed_source from seeds order by id')
    expect(rows).toEqual([
      { state: 'revealed', nonce: 5, client_seed: 'lucky', client_seed_source: 'server' },
      { state: 'revealed', nonce: 1, client_seed: null, client_seed_source: null },
      { state: 'active', nonce: 3, client_seed: 'lucky', client_seed_source: 'server' },
      { state: 'next', nonce: 1, client_seed: null, client_seed_source: null },
      { state: 'active', nonce: 1, client_seed: null, client_seed_source: null },
      { state: 'next', nonce: 1, client_seed: null, client_seed_source: null },
    ])
    expect((await client.query('select count(*)::int as count from rolls')).rows).toEqual([{ count: 2 }])
  })

  it('ends the rolls of those pairs', async () => {
    const rolled = client.exec(
      `update seeds set nonce = nonce + 1 where client_seed_source = 'server' and state = 'active'`,
    )
    await expect(rolled).rejects.toThrow('client seed of its player only')
    const inserted = client.exec(`insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash)
      select gen_random_uuid(), player_id, 'case', id, 3, 1000000, 7, 'x' from seeds where state = 'active'`)
    await expect(inserted).rejects.toThrow('whose client seed its player has supplied')
  })

  it('lets no pair become the server’s afterwards', async () => {
    const drawn = client.exec(
      `update seeds set client_seed = 'house', client_seed_source = 'server' where player_id = 1001`,
    )
    await expect(drawn).rejects.toThrow()
    const made = client.exec(`insert into seeds (player_id, server_seed, commit, client_seed, client_seed_source, state)
      values (1002, 'a', 'cx', 'house', 'server', 'active')`)
    await expect(made).rejects.toThrow('never the server')
  })
})
