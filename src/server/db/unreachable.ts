// Explains why PostgreSQL could not be opened: what was tried, without the password, and what to do.
import { OperatorError } from '../base/operator-error.ts'
import { databaseFault } from './database.ts'

/** What an address of a database names. */
interface DatabasePlace {
  readonly user: string
  readonly database: string
  /** A host and a port, or the folder of a socket. */
  readonly server: string
}

/** Returns what the address of a database names; its form was checked with the settings. */
function placeOf(url: string): DatabasePlace {
  const { username, hostname, port, pathname, searchParams } = new URL(url)
  const user = decodeURIComponent(searchParams.get('user') ?? username) || 'the user of this process'
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const server = `${host || 'localhost'}:${searchParams.get('port') ?? (port || 5432)}`
  return { user, server, database: decodeURIComponent(pathname.slice(1)) || user }
}

/** What to do about the codes of the network and of PostgreSQL. */
const ADVICE: Readonly<Record<string, (place: DatabasePlace) => string>> = {
  ECONNREFUSED: () => 'Nothing listens there. Start PostgreSQL, or correct the host and the port.',
  ENOENT: () => 'A file or a socket that the address names is not there. Start PostgreSQL, or correct the address.',
  ENOTFOUND: () => 'No host of this name is known. Correct the host.',
  EAI_AGAIN: () => 'The name service does not answer. Try again, or write the address of the host.',
  ECONNRESET: () =>
    'The other side ended the connection. Check that PostgreSQL listens there, and not another service.',
  '28P01': ({ user }) =>
    `PostgreSQL refuses the password. Correct it (in an address write % as %25, / as %2F, @ as %40), or set a new one: alter role ` +
    `"${user}" password '…'.`,
  '28000': ({ user }) =>
    `PostgreSQL does not admit "${user}" from here. Create the role (create role "${user}" login createrole password '…'), or ` +
    'allow it in pg_hba.conf.',
  '3D000': ({ user, database }) =>
    `Create it: create database "${database}" owner "${user}". Or correct the name at the end of the address.`,
  '42501': ({ user, database }) =>
    `The role lacks a right that the migrations need. Give it: alter role "${user}" createrole; alter database "${database}" owner ` +
    `to "${user}".`,
  '25006': () => 'It is a standby, which nobody can write to. Name the primary.',
  '53100': () => 'The disk of PostgreSQL is full. Free space on its machine, then try again.',
  '53300': () => 'Raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS of the instances.',
  '57P03': () => 'PostgreSQL is starting or stopping. Try again in a moment.',
}

/** What to do about errors without a code of their own, by their words. */
const ADVICE_BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/,
    'It does not answer. Check the host, the network, and the firewalls between.',
  ],
  [
    /password must be a string/,
    'PostgreSQL asks for a password, and the address has none: postgres://user:password@host/database.',
  ],
  [
    /does not support SSL/,
    'Turn TLS on there (ssl = on), or remove sslmode from the address if it is on this machine.',
  ],
  [
    /certificate|CERT_|self.signed|altname|TLS|SSL/i,
    'TLS failed. Name the certificate of its authority by sslrootcert=FILE, and the host as the certificate does.',
  ],
]

const GENERAL_ADVICE = 'Check DATABASE_URL, and that PostgreSQL runs there and accepts connections from this machine.'

/** Returns the code of an error, of its causes, or of the attempts at the addresses of a host. */
function codeIn(error: unknown): string | undefined {
  const fault = databaseFault(error)
  if (typeof fault?.code === 'string') return fault.code
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return undefined
}

function adviceFor(error: Error, place: DatabasePlace): string {
  const code = codeIn(error) ?? ''
  const advice = ADVICE[code]
  if (advice !== undefined) return advice(place)
  return ADVICE_BY_WORDS.find(([words]) => words.test(`${code} ${error.message}`))?.[1] ?? GENERAL_ADVICE
}

/** PostgreSQL cannot be opened at the start: it does not answer, or refuses user, password, database or a migration. */
export class DatabaseUnreachable extends OperatorError {
  constructor(url: string, cause: Error) {
    const place = placeOf(url)
    // An attempt at several addresses of a host fails with their errors and without a message; a query's own message holds its text.
    const reason = databaseFault(cause)?.message ?? (cause.message || codeIn(cause))
    super(
      `DATABASE_URL: the database "${place.database}" at ${place.server} cannot be opened as "${place.user}": ${reason}. ` +
        adviceFor(cause, place),
      { cause },
    )
    this.name = 'DatabaseUnreachable'
  }
}

/** Turns the driver's error of a database that cannot be reached into one that tells the operator what to do. */
export async function refuseUnreachable<T>(url: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new DatabaseUnreachable(url, error)
  }
}

/** Codes of a database that refuses what opening it needs. */
const REFUSALS = /^(42501|25006|53100)$/

/** Returns the error of migrations that PostgreSQL refused as DatabaseUnreachable; other errors stay as they are. */
export function explainMigration(url: string, error: unknown): unknown {
  const code = databaseFault(error)?.code
  return error instanceof Error && typeof code === 'string' && REFUSALS.test(code)
    ? new DatabaseUnreachable(url, error)
    : error
}
