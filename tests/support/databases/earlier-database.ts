// A database as the 33 migrations of before version 0.3 left it: the tables of the first migration of today, and a journal that names theirs.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { MIGRATIONS_FOLDER } from '../../../src/server/db/migrations.ts'
import type { CommandPlace } from '../runner/command.ts'

/** The moment of the last of them. */
const LAST_AT_MS = 1_795_662_521_844

const HASHES = new URL('./earlier-migrations.txt', import.meta.url)

/** Brings the rows of a player into tables that lack what later migrations added; a pair of seeds had a client seed from its beginning. */
const COPY_PLAYER = `
  do $$
  declare kept text; names text;
  begin
    foreach kept in array array['players', 'accounts', 'transfers'] loop
      select string_agg(quote_ident(column_name), ', ') into names from information_schema.columns
        where table_schema = 'public' and table_name = kept and column_name in (
          select column_name from information_schema.columns where table_schema = 'today' and table_name = kept);
      execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from today.%1$I %3$s', kept, names,
        case kept when 'accounts' then 'where id in (select id from public.players)' end);
    end loop;
  end $$;
  insert into public.seeds (player_id, server_seed, commit, client_seed, nonce, state)
    select player_id, server_seed, commit, 'earlier', nonce, state from today.seeds;`

/** Runs statements as the owner of the tables, while no command has the place open. */
export async function runAsOwner({ folder, environment }: CommandPlace, statements: string): Promise<void> {
  const url = environment.DATABASE_URL
  if (url) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statements).finally(() => client.end())
    return
  }
  const client = await PGlite.create(join(folder, 'pglite'))
  await client.exec(statements).finally(() => client.close())
}

/**
 * Gives the database of a place the tables and the journal of before version 0.3, and its player.
 *
 * @param count how many of the migrations ran
 */
export async function makeEarlier(place: CommandPlace, count = 33): Promise<void> {
  const hashes = (await readFile(HASHES, 'utf8')).trim().split('\n').slice(0, count)
  const rows = hashes.map((hash, at) => `('${hash}', ${LAST_AT_MS - hashes.length + at})`)
  const journal = 'drizzle.__drizzle_migrations'
  const first = await readFile(join(MIGRATIONS_FOLDER, '0000_schema.sql'), 'utf8')
  await runAsOwner(
    place,
    `alter schema public rename to today; create schema public; ${first}; ${COPY_PLAYER} drop schema today cascade;
      delete from ${journal}; insert into ${journal} (hash, created_at) values ${rows.join()}`,
  )
}
