// Checks the chain of the audit: all of it by a command, and every night what came since the last check.
import { desc, sql } from 'drizzle-orm'
import { type Database, type Queries, queryRows } from '../db/database.ts'
import { audit, auditChecks, auditSeals } from '../db/schema-office.ts'
import { AT_ONCE, lastSeal, OPEN_MOST, ROW_TEXT, type Seal, sealOf } from './chain.ts'

export interface ChainReport {
  /** The last seal that was found right; 0 for none. */
  readonly sealed: number
  /** How many seals this check recomputed. */
  readonly recomputed: number
  /** Rows that wait for their seal: those of the last second, and those of commands while no site runs. */
  readonly unsealed: number
  readonly difference: { readonly rule: string; readonly row: Readonly<Record<string, unknown>> } | undefined
}

interface Link {
  readonly sequence: number
  readonly hash: string
  readonly previous: string | null
  readonly audit_id: string
  readonly position: string | number | null
  readonly text: string | null
  readonly verb: string | null
  readonly at: string | null
}

const LINKS = (after: number, most: number) => sql`select s.sequence, s.hash, s.previous, s.audit_id, a.position,
  case when a.id is null then null else ${ROW_TEXT} end as text, a.verb, a.at
  from ${auditSeals} s left join ${audit} a on a.id = s.audit_id where s.sequence > ${after} order by s.sequence limit ${most}`

/** Compares one link with the end of the chain before it. */
function faultOf(before: Seal | null, link: Link): ChainReport['difference'] {
  const { sequence, audit_id: row, verb, at } = link
  const named = { sequence, row, verb, at }
  if (sequence !== (before?.sequence ?? 0) + 1) {
    return { rule: 'no seal of the audit is missing', row: { missing: (before?.sequence ?? 0) + 1, next: sequence } }
  }
  if (link.text === null) return { rule: 'no sealed row of the audit is missing', row: { sequence, row } }
  if (link.previous !== (before?.hash ?? null)) {
    return { rule: 'a seal of the audit follows the one before it', row: named }
  }
  if (link.hash !== sealOf(before, link.text).hash) {
    return { rule: 'a row of the audit is as it was sealed', row: named }
  }
  return undefined
}

/** Recomputes the chain from a seal on, which is trusted, and returns the first fault. */
async function recompute(
  queries: Queries,
  from: Seal | null,
): Promise<{ readonly end: Seal | null; readonly difference: ChainReport['difference'] }> {
  let end = from
  for (;;) {
    const links: readonly Link[] = await queryRows<Link>(queries, LINKS(end?.sequence ?? 0, AT_ONCE))
    for (const link of links) {
      const difference = faultOf(end, link)
      if (difference !== undefined) return { end, difference }
      end = { sequence: link.sequence, hash: link.hash }
    }
    if (links.length < AT_ONCE) return { end, difference: undefined }
  }
}

/** Recomputes what follows a seal, and counts the rows that were written after a position and have no seal. */
async function checkAfter(queries: Queries, from: Seal | null, afterPosition: number | null): Promise<ChainReport> {
  const { end, difference } = await recompute(queries, from)
  const sealed = end?.sequence ?? 0
  const counts = { sealed, recomputed: sealed - (from?.sequence ?? 0) }
  if (difference !== undefined) return { ...counts, unsealed: 0, difference }
  return { ...counts, ...(await unsealedRows(queries, afterPosition)) }
}

/** Recomputes the whole chain, and returns the first fault. */
export function checkAuditChain({ queries }: Pick<Database, 'queries'>): Promise<ChainReport> {
  return checkAfter(queries, null, null)
}

/** Returns how far an earlier check came; null before the first. */
async function lastCheck(queries: Queries): Promise<Seal | null> {
  const [row] = await queries
    .select({ sequence: auditChecks.sequence, hash: auditChecks.hash })
    .from(auditChecks)
    .orderBy(desc(auditChecks.sequence))
    .limit(1)
  return row ?? null
}

/** Recomputes the seal at which the last check ended, from its row and the seal before it, and compares it with what that check kept. */
async function checkHead(
  queries: Queries,
  head: Seal,
): Promise<{ readonly position: number } | { readonly difference: NonNullable<ChainReport['difference']> }> {
  const [link] = await queryRows<Link>(queries, LINKS(head.sequence - 1, 1))
  if (link === undefined || link.sequence !== head.sequence) {
    const row = { missing: head.sequence, next: link?.sequence ?? null }
    return { difference: { rule: 'no seal of the audit is missing', row } }
  }
  const before = link.previous === null ? null : { sequence: link.sequence - 1, hash: link.previous }
  const difference = faultOf(before, link)
  if (difference !== undefined) return { difference }
  if (link.hash !== head.hash) {
    const row = { sequence: link.sequence, row: link.audit_id, kept: head.hash, now: link.hash }
    return { difference: { rule: 'the audit is what the last check left', row } }
  }
  return { position: Number(link.position) }
}

/**
 * Recomputes what was sealed since the last check, after the seal at which that one ended, and keeps how far it came: a night costs what the
 * day added. A row before it that was changed by hand is found by `checkAuditChain`.
 */
export async function checkNewAudit({ queries }: Pick<Database, 'queries'>, at: Date): Promise<ChainReport> {
  const head = await lastCheck(queries)
  const headCheck = head === null ? null : await checkHead(queries, head)
  if (headCheck !== null && 'difference' in headCheck) {
    return { sealed: 0, recomputed: 1, unsealed: 0, difference: headCheck.difference }
  }
  const report = await checkAfter(queries, head, headCheck === null ? null : headCheck.position - OPEN_MOST)
  if (report.difference === undefined) await keepCheck(queries, report.sealed, at)
  return report
}

/** Keeps how far a check came. Two that end at the same seal keep it once. */
async function keepCheck(queries: Queries, sequence: number, at: Date): Promise<void> {
  await queries.execute(sql`insert into ${auditChecks} (sequence, hash, at)
    select s.sequence, s.hash, ${at.toISOString()}::timestamptz from ${auditSeals} s where s.sequence = ${sequence} on conflict do nothing`)
}

/**
 * Counts the rows without a seal. One that the writer has passed will never get one: it was put in, or its seal was removed.
 *
 * @param after the position after which rows are looked at; null for all
 */
async function unsealedRows(
  queries: Queries,
  after: number | null,
): Promise<Pick<ChainReport, 'unsealed' | 'difference'>> {
  const last = await lastSeal(queries)
  const isUnsealed = sql`not exists (select from ${auditSeals} s where s.audit_id = a.id)
    and ${after === null ? sql`true` : sql`a.position > ${after}`}`
  const [counted] = await queryRows<{ count: string | number }>(
    queries,
    sql`select count(*) as count from ${audit} a where ${isUnsealed}`,
  )
  const [passed] = await queryRows<{ row: string; position: string | number; verb: string; at: string }>(
    queries,
    sql`select a.id as row, a.position, a.verb, a.at from ${audit} a
      where ${isUnsealed} and a.position <= ${(last?.position ?? 0) - OPEN_MOST} order by a.position limit 1`,
  )
  const unsealed = Number(counted?.count ?? 0)
  if (passed === undefined) return { unsealed, difference: undefined }
  return { unsealed, difference: { rule: 'every row of the audit is sealed', row: { ...passed } } }
}
