// Drops (`items`) by month: the table becomes one that is partitioned by its id, which begins with the time. The rows that are there stay
// where they are, as the first partition; a job adds the months to come (docs/scaling.md).
import type pg from 'pg'
import { type Database, queryRows } from './database.ts'

/** How long the change waits for other transactions; calls wait behind it meanwhile. */
const LOCK_MOST = '3s'
/** Any number except those of migrations and tests. */
const PARTITIONS_LOCK = 7_306_042_017

/** A month of items, or what is before and after the months. */
export interface Partition {
  readonly name: string
  /** The range of ids as PostgreSQL says it. */
  readonly bounds: string
  /** The number of rows, by the last count of autovacuum; null where it did not count yet. */
  readonly rows: number | null
  readonly bytes: number
}

const PARTITIONS = `select inhrelid::regclass::text as name, pg_get_expr(relpartbound, pg_class.oid) as bounds,
    nullif(reltuples, -1)::float8 as rows, pg_total_relation_size(inhrelid)::float8 as bytes
  from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'items'::regclass order by 1`

/** Returns the partitions of the items, by name; none where the table is not partitioned. */
export async function itemPartitions({ queries }: Pick<Database, 'queries'>): Promise<Partition[]> {
  return queryRows<Partition & Record<string, unknown>>(queries, PARTITIONS)
}

/** The table cannot be partitioned; the message says why and what to do. */
export class CannotPartition extends Error {
  override readonly name = 'CannotPartition'
}

/** Returns the least id of a month, in SQL: 48 bits of milliseconds, then zeros. */
export const leastId = (month: string): string =>
  `(lpad(to_hex((extract(epoch from ${month}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`

/**
 * A function of the role that owns the tables, so that the site's role can call it: adds this month and the next two. Rows that came before
 * their month had a partition are in `items_later`, and are moved.
 *
 * @param first the first month that is not in the table of before, like 2027-01-01
 */
const keepFunction = (first: string): string => `
  create function public.keep_item_partitions() returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '${LOCK_MOST}' as $function$
  declare
    this_month constant timestamp := date_trunc('month', now() at time zone 'UTC');
    first_day timestamp;
    added text;
    bounds uuid[];
  begin
    perform pg_advisory_xact_lock(${PARTITIONS_LOCK});
    for first_day in
      select generate_series(greatest(this_month, timestamp '${first}'), this_month + interval '2 months', '1 month')
    loop
      added := 'items_' || to_char(first_day, 'YYYY_MM');
      continue when to_regclass('public.' || added) is not null;
      bounds := array[${leastId('first_day')}, ${leastId("first_day + interval '1 month'")}];
      lock table public.items_later in access exclusive mode;
      execute format('create table public.%I (like public.items including all)', added);
      execute format('with moved as (delete from public.items_later where id >= %L and id < %L returning *)
        insert into public.%I select * from moved', bounds[1], bounds[2], added);
      execute format('alter table public.items attach partition public.%I for values from (%L) to (%L)', added, bounds[1], bounds[2]);
      return next added;
    end loop;
  end $function$`

interface Old {
  readonly indexes: readonly { readonly name: string; readonly definition: string; readonly primary: boolean }[]
  readonly grants: readonly string[]
  /** The first month after the table of before, and its least id. */
  readonly month: string
  readonly bound: string
}

async function refuseUnfit(client: pg.ClientBase): Promise<void> {
  const { rows: kinds } = await client.query(`select relkind from pg_class where oid = to_regclass('public.items')`)
  if (kinds.length === 0)
    throw new CannotPartition('The database has no table items: start the site once, it makes it.')
  if (kinds[0].relkind === 'p') throw new CannotPartition('The table items is partitioned already.')
  const { rows: views } = await client.query(`select distinct ev_class::regclass::text as name from pg_depend
    join pg_rewrite on pg_rewrite.oid = objid and classid = 'pg_rewrite'::regclass
    where refobjid = 'public.items'::regclass and refclassid = 'pg_class'::regclass`)
  if (views.length === 0) return
  const names = views.map(({ name }) => name).join(', ')
  throw new CannotPartition(`Views read the table items: ${names}. Drop them first, and make them again afterwards.`)
}

/** Reads what the new table needs of the old one. Ids from the next month on, or the one after it in a month's last days, are new. */
async function readOld(client: pg.ClientBase): Promise<Old> {
  const { rows: indexes } = await client.query(`select relname as name, pg_get_indexdef(indexrelid) as definition,
    indisprimary as primary from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = 'public.items'::regclass`)
  const { rows: grants } =
    await client.query(`select format('grant %s on public.items to %I', privilege_type, grantee::regrole) as sql
    from pg_class, aclexplode(relacl) where pg_class.oid = 'public.items'::regclass and grantee <> relowner and grantee <> 0`)
  const { rows: months } =
    await client.query(`select to_char(month, 'YYYY-MM-DD') as month, ${leastId('month')} as bound
    from (select date_trunc('month', now() at time zone 'UTC' + interval '2 days') + interval '1 month' as month) next`)
  return { indexes, grants: grants.map(({ sql }) => sql), ...months[0] }
}

/** Puts a partitioned table in the place of `items`, with the old one as its first partition. */
async function replaceTable(client: pg.ClientBase): Promise<void> {
  const { indexes, grants, month, bound } = await readOld(client)
  await client.query('alter table public.items rename to items_before')
  for (const { name } of indexes) await client.query(`alter index public.${name} rename to ${name}_before`)
  await client.query(`create table public.items (like public.items_before including defaults including constraints
    including storage including comments) partition by range (id)`)
  await client.query('alter table public.items add constraint items_pkey primary key (id)')
  for (const { definition, primary } of indexes) if (!primary) await client.query(definition)
  // Nobody but the owner reads or writes a partition by its own name.
  await client.query('revoke all on public.items_before from spacedrop_app')
  for (const grant of grants) await client.query(grant)
  await client.query(
    `alter table public.items attach partition public.items_before for values from (minvalue) to ('${bound}')`,
  )
  await client.query('create table public.items_later partition of public.items default')
  await client.query(keepFunction(month))
  await client.query('revoke all on function public.keep_item_partitions() from public')
  await client.query('grant execute on function public.keep_item_partitions() to spacedrop_app')
  await client.query('select public.keep_item_partitions()')
}

/**
 * Partitions the items by month, in one transaction: either all of it is done, or nothing. It locks the table (ACCESS EXCLUSIVE) while
 * PostgreSQL reads it once; calls that need it wait.
 *
 * @param client of the role that owns the tables
 * @throws CannotPartition when the table is partitioned already, or views read it
 */
export async function partitionItems(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${LOCK_MOST}'`)
    await refuseUnfit(client)
    await client.query('lock table public.items in access exclusive mode')
    await replaceTable(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  // Autovacuum does not count partitioned tables themselves.
  await client.query('analyze public.items')
}

/** Adds the partitions of the months to come, where the items are partitioned; returns the names of the new ones. */
export async function keepPartitions({ transaction }: Pick<Database, 'transaction'>): Promise<string[]> {
  return transaction(async (tx) => {
    const [there] = await queryRows<{ there: boolean }>(
      tx,
      `select to_regprocedure('public.keep_item_partitions()') is not null as there`,
    )
    if (there?.there !== true) return []
    const added = await queryRows<{ name: string }>(tx, 'select public.keep_item_partitions() as name')
    return added.map(({ name }) => name)
  }, 'long')
}
