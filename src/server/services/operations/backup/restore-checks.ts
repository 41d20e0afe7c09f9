// What a restore on PostgreSQL needs, checked before anything is changed: version, owner, the site's role, space.
import { statfs } from 'node:fs/promises'
import { OperatorError } from '../../../base/operator-error.ts'
import { ACTS_AS, APP_ROLE } from '../../../db/app-role.ts'
import { type Ask, databaseFault } from '../../../db/database.ts'
import { isLoopback } from '../../../network/safe-address.ts'
import { tablesOf } from './contents.ts'
import type { Manifest } from './file.ts'
import { environmentOf } from './postgres-tools.ts'

/** The code of PostgreSQL for a missing right. */
const NO_RIGHT = '42501'

const FACTS = `select
  current_setting('server_version_num')::int / 10000 as major,
  quote_ident(current_user) as role,
  quote_ident(current_database()) as database,
  has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as may_create,
  role.rolsuper or role.rolcreaterole as may_create_roles,
  app.oid is not null as has_app_role,
  case when app.oid is not null then pg_has_role(current_user, app.oid, ${ACTS_AS}) else false end as is_member,
  case when pg_has_role(current_user, 'pg_read_all_settings', 'MEMBER') then current_setting('data_directory') end as folder
  from pg_roles as role left join pg_roles as app on app.rolname = '${APP_ROLE}' where role.rolname = current_user`

interface Facts {
  readonly major: number
  /** Quoted where it has to be. */
  readonly role: string
  readonly database: string
  readonly may_create: boolean
  readonly may_create_roles: boolean
  readonly has_app_role: boolean
  readonly is_member: boolean
  /** The data folder of the server; null where the role may not read it. */
  readonly folder: string | null
}

/** Returns the quotes of an identifier, which PostgreSQL leaves out where they are not needed. */
const quoted = (name: string): string => (name.startsWith('"') ? name : `"${name}"`)

function roleStatements({ role, has_app_role: exists }: Facts): string[] {
  const create = exists ? [] : [`create role ${APP_ROLE} nologin;`]
  return [...create, `grant ${APP_ROLE} to ${quoted(role)};`]
}

/** Returns the statements of an administrator that give the missing rights. */
function missingRights(facts: Facts): string[] {
  const owner = facts.may_create ? [] : [`alter database ${quoted(facts.database)} owner to ${quoted(facts.role)};`]
  return facts.is_member || facts.may_create_roles ? owner : [...owner, ...roleStatements(facts)]
}

function refuseRights({ role, database }: Facts, statements: readonly string[]): never {
  throw new OperatorError(
    `The role ${role} lacks rights that the database ${database} needs. To give them, run as an administrator (sudo -u postgres psql):\n` +
      `${statements.map((statement) => `  ${statement}`).join('\n')}\n\nNothing was changed. Then repeat the command.`,
  )
}

/** Asserts that the disk of a server on this machine holds what the backup needs; the disk of another machine cannot be seen. */
async function assertServerSpace(url: string, { folder }: Facts, needed: number): Promise<void> {
  const host = environmentOf(url).PGHOST ?? ''
  const isHere = host === '' || host.startsWith('/') || isLoopback(host)
  if (folder === null || !isHere) return
  const disk = await statfs(folder).catch(() => undefined)
  if (disk !== undefined) refuseLack(folder, disk.bavail * disk.bsize, needed)
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`

/** @throws OperatorError when a disk has less than a restored database takes */
function refuseLack(folder: string, free: number, needed: number): void {
  if (free >= needed) return
  throw new OperatorError(
    `The restored database takes ${megabytes(needed)}, and the disk of ${folder} has ${megabytes(free)} left. Make room first; nothing was changed.`,
  )
}

/**
 * Asserts that the disk of a folder holds the database of a backup.
 *
 * @throws OperatorError saying how much is missing
 */
export async function assertSpace(folder: string, manifest: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  refuseLack(folder, bavail * bsize, manifest.databaseBytes)
}

/**
 * Asserts that a backup can be restored into the database of a URL. Reads only.
 *
 * @returns a function that makes what the restored grants need: the app's role, and membership in it
 * @throws OperatorError naming what is missing, with the statements that help
 */
export async function assertRestorable(ask: Ask, url: string, manifest: Manifest): Promise<() => Promise<void>> {
  const [row] = await ask(FACTS)
  const facts = row as unknown as Facts
  if (facts.major < manifest.postgres) {
    throw new OperatorError(
      `The backup is of PostgreSQL ${manifest.postgres}, and this server is ${facts.major}: restore it into ${manifest.postgres} or later.`,
    )
  }
  const [table] = await tablesOf(ask)
  if (table !== undefined) {
    throw new OperatorError(
      `The database contains ${table} already, and a backup is never restored over another one. Make an empty one, and set DATABASE_URL.`,
    )
  }
  const missing = missingRights(facts)
  if (missing.length > 0) refuseRights(facts, missing)
  await assertServerSpace(url, facts, manifest.databaseBytes)
  return async () => {
    if (facts.is_member) return
    try {
      for (const statement of roleStatements(facts)) await ask(statement)
    } catch (error) {
      // From PostgreSQL 16 on, a role that may create roles can grant only those that it made.
      if (databaseFault(error)?.code === NO_RIGHT) refuseRights(facts, roleStatements(facts))
      throw error
    }
  }
}
