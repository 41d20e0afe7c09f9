// Tables for the benchmark of partitions: a year of drops, transfers and rolls, and the ways to keep them by month.
import { newId } from '../../../src/server/base/ids.ts'
import { leastId } from '../../../src/server/db/partitions.ts'

/** Months of history. */
const MONTHS = 12
const PLAYERS = 2000
const FIRST_PLAYER = 1000

/** An id of a time in milliseconds, as the site makes them, in SQL. `salt` makes the rest of it. */
const idAt = (ms: string, salt: string): string =>
  `(lpad(to_hex((${ms})::bigint), 12, '0') || '7' || substr(md5(${salt}), 1, 3) || '8' || substr(md5(${salt}), 4, 15))::uuid`

/** The first moment of the months' history, and the distance of its rows, in milliseconds. */
const START_MS = `(extract(epoch from date_trunc('month', now() at time zone 'UTC') - interval '${MONTHS - 1} months') * 1000)`
const pastId = (rows: number): string =>
  idAt(`${START_MS} + n * ((extract(epoch from now()) * 1000 - ${START_MS}) / ${rows})`, 'n::text')

const series = (rows: number): string => `from generate_series(1, ${rows}) n`
const owner = `${FIRST_PLAYER} + (n::bigint * 7919) % ${PLAYERS}`

/** A year of drops, most of them sold. */
export const fillItems = (rows: number): string => `
  insert into items (id, player_id, item_id, price, state, source, reference)
  select ${pastId(rows)}, ${owner}, 'item-' || n % 900, 3 + n % 700, case when n % 10 = 0 then 'owned' else 'sold' end, 'case',
    'case-' || n % 48 ${series(rows)}`

/** A year of transfers: three in ten are deposits, which have a key that is used once. */
export const fillTransfers = (rows: number): string => `
  insert into transfers (id, kind, debit_id, credit_id, amount, reference)
  select ${pastId(rows)}, case when n % 10 < 3 then 'deposit' else 'case' end, ${owner}, 1 + n % 7, 5,
    case when n % 10 < 3 then 'order-' || n else 'case-' || n % 48 end ${series(rows)}`

/** A year of rolls, each with a seed and a nonce that are used once. The seeds themselves have no rows, which a trigger would refuse. */
export const fillRolls = (rows: number): string => `
  alter table rolls disable trigger rolls_of_players;
  insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash)
  select ${pastId(rows)}, ${owner}, 'case', ${owner}, n, 1, n % 1000, 'hash' ${series(rows)}`

const somePlayer = (): number => FIRST_PLAYER + Math.floor(Math.random() * PLAYERS)

/** A statement that is prepared once, and what it is run with each time. */
export interface Repeated {
  readonly text: string
  readonly values: () => unknown[]
}

/** What the site does most with drops. `sample` holds ids of drops of all months. */
export const itemStatements = (
  sample: readonly string[],
  halfAYearAgo: string,
): Readonly<Record<string, Repeated>> => ({
  'insert a drop': {
    text: `insert into items (id, player_id, item_id, price, state, source, reference)
      values ($1, $2, 'item-1', 100, 'owned', 'case', 'case-1')`,
    values: () => [newId(), somePlayer()],
  },
  "a player's newest drops": {
    text: 'select * from items where player_id = $1 order by id desc limit 50',
    values: () => [somePlayer()],
  },
  'drops of half a year ago': {
    text: 'select * from items where player_id = $1 and id < $2 order by id desc limit 50',
    values: () => [somePlayer(), halfAYearAgo],
  },
  'change a drop': {
    text: 'update items set price = price where id = $1',
    values: () => [sample[Math.floor(Math.random() * sample.length)]],
  },
})

/** Inserts a transfer into a table: one with a key that is used once, or one without. */
export const insertTransfer = (table: string, isOnce: boolean): Repeated => ({
  text: `insert into ${table} (id, kind, debit_id, credit_id, amount, reference)
    values ($1, '${isOnce ? 'deposit' : 'case'}', $2, 1, 5, $3)`,
  values: () => [newId(), somePlayer(), `new-${newId()}`],
})

/** Inserts a roll into a table. */
export const insertRoll = (table: string): Repeated => ({
  text: `insert into ${table} (id, player_id, game, seed_id, nonce, n, roll, odds_hash)
    values ($1, $2, 'case', $2, $3, 1, 1, 'hash')`,
  values: () => [newId(), somePlayer(), Math.floor(Math.random() * 2_000_000_000)],
})

/** The newest transfers of a player, from a table or a view. */
export const newestTransfers = (table: string): Repeated => ({
  text: `select * from ${table} where debit_id = $1 and debit_id >= 1000 and kind = 'case' order by id desc limit 50`,
  values: () => [somePlayer()],
})

/** Adds an empty partition for each month of the history to a table. */
export const addMonths = (table: string): string => `do $$
  declare month timestamp;
  begin
    for month in select generate_series(date_trunc('month', now() at time zone 'UTC') - interval '${MONTHS - 1} months',
      date_trunc('month', now() at time zone 'UTC'), '1 month') loop
      execute format('create table %I partition of ${table} for values from (%L) to (%L)',
        '${table}_' || to_char(month, 'YYYY_MM'),
        ${leastId('month')}, ${leastId("month + interval '1 month'")});
    end loop;
  end $$`

/** The kinds of transfers whose reference is used once, from the index that says so now. */
const ONCE = `select pg_get_expr(indpred, indrelid) from pg_index where indexrelid = 'transfers_once'::regclass`

/** Makes a table like another one, by month, with its indexes except those that are unique. */
export const likeByMonth = (made: string, of: string): string => `
  create table ${made} (like ${of} including defaults including constraints) partition by range (id);
  alter table ${made} add primary key (id);
  do $$
  declare definition text;
  begin
    for definition in select pg_get_indexdef(indexrelid) from pg_index where indrelid = '${of}'::regclass and not indisunique loop
      execute regexp_replace(definition, 'INDEX \\w+ ON public\\.${of}', 'INDEX ON public.${made}');
    end loop;
  end $$`

/** A table of the keys beside transfers by month, filled by a trigger, so that a key is used once in all months. */
export const KEYS_OF_TRANSFERS = `
  create table transfer_keys (kind text not null, reference text not null, constraint transfer_keys_once unique (kind, reference));
  create function keep_transfer_key() returns trigger language plpgsql as $f$
  begin
    insert into transfer_keys values (new.kind, new.reference);
    return null;
  end $f$;
  do $$ begin
    execute 'create trigger transfers_keep_key after insert on transfers_by_month for each row when ('
      || replace((${ONCE}), 'kind', 'new.kind') || ') execute function keep_transfer_key()';
  end $$`

/** The same for rolls, all of which have such a key. */
export const KEYS_OF_ROLLS = `
  create table roll_keys (seed_id integer not null, nonce integer not null, constraint roll_keys_once unique (seed_id, nonce));
  create function keep_roll_key() returns trigger language plpgsql as $f$
  begin
    insert into roll_keys values (new.seed_id, new.nonce);
    return null;
  end $f$;
  create trigger rolls_keep_key after insert on rolls_by_month for each row execute function keep_roll_key()`
