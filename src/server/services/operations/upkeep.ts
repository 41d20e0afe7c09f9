// A check of the books and a backup that a member of the staff asks for: each runs in the background of this process, one of a kind at a time.
import { constants } from 'node:os'
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { SILENT_MS } from '../../../game/office/job-health.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { newId } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { BackupSettings } from '../../config/backup-settings.ts'
import type { Database, Queries } from '../../db/database.ts'
import { instances, upkeepRuns } from '../../db/schema-machine.ts'
import { PAGE_LIMIT, type Page, pageOf } from '../calls/page.ts'
import { backupOpenPglite } from './backup/pglite.ts'
import { backupPostgres } from './backup/postgres.ts'
import { backUpNow } from './backup/scheduled.ts'
import { errorText } from './job-watch.ts'

export type UpkeepKind = typeof upkeepRuns.$inferSelect.kind

/** How far a run of this process is. */
export interface UpkeepProgress {
  readonly done: number
  readonly all: number
}

interface Ended {
  readonly result: Readonly<Record<string, string | number>>
  readonly problem: string | null
}

/** What a check of the books says. */
interface CheckedBooks {
  readonly transfers: number
  readonly rules: number
  readonly days: number
  readonly audit: { readonly sealed: number }
  readonly difference: { readonly rule: string } | undefined
}

export interface UpkeepParts {
  readonly db: Database
  readonly now: () => number
  /** The process that runs it. */
  readonly instanceId: string
  /** The check of the command line; `onRule` is told how many rules are done, and how many there are. */
  readonly checkBooks: (db: Database, onRule: (done: number, all: number) => void) => Promise<CheckedBooks>
  /** Undefined where BACKUP_DIR is not set. */
  readonly backups: BackupSettings | undefined
  readonly databaseUrl: string | undefined
  readonly timeZone: string
  readonly env: NodeJS.ProcessEnv
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

export interface Upkeep {
  /**
   * Begins a run, records the act, and returns the run, which goes on in the background; while one of its kind runs, returns that one.
   *
   * @throws ProtocolError 'backup-nowhere' where no folder is set
   */
  begin(kind: UpkeepKind, by: Actor): Promise<{ readonly id: string; readonly isNew: boolean }>
  /** Returns how far a run is; null for one of another process, and where it is unknown. */
  progress(id: string): UpkeepProgress | null
  /** Waits for what runs, after ending what can be ended. */
  close(): Promise<void>
}

/** Ends runs whose process died. */
async function endOrphans(tx: Queries, kind: UpkeepKind, at: Date): Promise<void> {
  const silent = new Date(at.getTime() - SILENT_MS)
  await tx
    .update(upkeepRuns)
    .set({ state: 'interrupted', endedAt: at })
    .where(
      and(
        eq(upkeepRuns.kind, kind),
        isNull(upkeepRuns.endedAt),
        lt(upkeepRuns.startedAt, silent),
        sql`not exists (select from ${instances} where ${instances.id} = ${upkeepRuns.instanceId}
          and ${instances.endedAt} is null and ${instances.seenAt} > ${silent.toISOString()}::timestamptz)`,
      ),
    )
}

/** Makes the upkeep of a process. */
export function createUpkeep(parts: UpkeepParts): Upkeep {
  const { db, now, instanceId, checkBooks, backups, databaseUrl, timeZone, env, log } = parts
  const progress = new Map<string, UpkeepProgress>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const tools = { env, signal: stopping.signal, priority: constants.priority.PRIORITY_BELOW_NORMAL }

  async function check(id: string): Promise<Ended> {
    const onRule = (done: number, all: number): void => void progress.set(id, { done, all })
    const { transfers, rules, days, audit, difference } = await checkBooks(db, onRule)
    const result = { transfers, rules, days, sealed: audit.sealed }
    return { result, problem: difference === undefined ? null : difference.rule }
  }

  async function backUp(): Promise<Ended> {
    if (backups === undefined) throw new RangeError('There is no folder for backups')
    const write = (path: string) =>
      databaseUrl === undefined ? backupOpenPglite(db, path) : backupPostgres(databaseUrl, path, tools)
    const { path, manifest, removed, problem } = await backUpNow({ ...backups, timeZone, write }, tools)
    const tables = Object.values(manifest.tables)
    const rows = tables.reduce((sum, count) => sum + count, 0)
    const file = path.slice(path.lastIndexOf('/') + 1)
    const result = { file, bytes: manifest.bytes, tables: tables.length, rows, removed: removed.length }
    if (problem === undefined) return { result, problem: null }
    // What a command prints may hold a secret: auditors read the room.
    log.error({ problem }, 'BACKUP_AFTER failed')
    return { result, problem: 'BACKUP_AFTER failed: the log says why' }
  }

  async function end(id: string, ended: Partial<typeof upkeepRuns.$inferInsert>): Promise<void> {
    await db.queries
      .update(upkeepRuns)
      .set({ endedAt: new Date(now()), ...ended })
      .where(and(eq(upkeepRuns.id, id), isNull(upkeepRuns.endedAt)))
  }

  async function run(id: string, kind: UpkeepKind): Promise<void> {
    try {
      const { result, problem } = await (kind === 'check' ? check(id) : backUp())
      await end(id, { state: problem === null ? 'done' : 'failed', result, problem })
      const message = 'a check or a backup by a press has ended'
      if (problem === null) log.info({ kind, ...result }, message)
      else log.error({ kind, ...result, problem }, message)
    } catch (error) {
      const isStopped = stopping.signal.aborted
      if (!isStopped) log.error({ err: error, kind }, 'a check or a backup by a press failed')
      await end(id, {
        state: isStopped ? 'interrupted' : 'failed',
        problem: isStopped ? null : errorText(error),
      }).catch((fault: unknown) =>
        log.error({ err: fault, kind }, 'the end of a check or a backup could not be stored'),
      )
    } finally {
      progress.delete(id)
    }
  }

  return {
    begin: async (kind, by) => {
      if (kind === 'backup' && backups === undefined) {
        throw new ProtocolError(409, 'backup-nowhere', 'BACKUP_DIR is not set')
      }
      const id = newId()
      const begun = await db.transaction(async (tx): Promise<string> => {
        const at = new Date(now())
        await endOrphans(tx, kind, at)
        const rows = await tx
          .insert(upkeepRuns)
          .values({ id, kind, author: by.name, instanceId, startedAt: at, state: 'running' })
          .onConflictDoNothing()
          .returning({ id: upkeepRuns.id })
        if (rows.length > 0) {
          await recordAct(tx, { by, verb: `system.${kind}`, kind: 'system', subject: id })
          return id
        }
        const [other] = await tx
          .select({ id: upkeepRuns.id })
          .from(upkeepRuns)
          .where(and(eq(upkeepRuns.kind, kind), isNull(upkeepRuns.endedAt)))
        // It ended in this moment: the newest run is the one.
        return other?.id ?? (await readUpkeep(tx, kind)).rows[0]?.id ?? id
      })
      if (begun !== id) return { id: begun, isNew: false }
      const work: Promise<void> = run(id, kind).finally(() => running.delete(work))
      running.add(work)
      return { id, isNew: true }
    },
    progress: (id) => progress.get(id) ?? null,
    close: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

export type UpkeepRow = typeof upkeepRuns.$inferSelect

/** Returns the runs of a kind, the newest first. */
export async function readUpkeep(queries: Queries, kind: UpkeepKind, cursor?: string): Promise<Page<UpkeepRow>> {
  const rows = await queries
    .select()
    .from(upkeepRuns)
    .where(and(eq(upkeepRuns.kind, kind), cursor === undefined ? undefined : lt(upkeepRuns.id, cursor)))
    .orderBy(desc(upkeepRuns.id))
    .limit(PAGE_LIMIT)
  return pageOf(rows, ({ id }) => id)
}
