// Sessions of the staff: an opaque token in a cookie that scripts cannot read, stored hashed, for twelve hours and no longer.
import { and, eq, gt } from 'drizzle-orm'
import type { Language } from '../../../game/base/language.ts'
import type { Role } from '../../../game/office/roles.ts'
import { FRESH_MS, SESSION_MS } from '../../../game/office/times.ts'
import { newId } from '../../base/ids.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { staff, staffSessions } from '../../db/schema-office.ts'
import { hashOf, newSecret } from '../account/sign-in-codes.ts'

/** How old the stored time of the last use may be. */
const SEEN_EVERY_MS = 60_000

/** A member of the staff during a call. */
export interface OfficeSession {
  readonly id: string
  readonly staff: {
    readonly id: string
    readonly name: string
    readonly role: Role
    /** Null for one who never chose. */
    readonly language: Language | null
  }
  /** Milliseconds since 1970. */
  readonly freshUntil: number
  readonly expiresAt: number
}

export interface OfficeSessions {
  /** Opens a session, which is fresh. Returns its token, which is not stored. */
  open(tx: Queries, staffId: string, address: string): Promise<string>
  /** Tells whether a session is open, by its id. */
  has(sessionId: string): Promise<boolean>
  /** Returns the session of a token; null for one that has ended, and for a member who is disabled. */
  identify(token: string | undefined): Promise<OfficeSession | null>
  /** Makes a session fresh again; returns until when. */
  refresh(sessionId: string): Promise<number>
  end(sessionId: string): Promise<void>
}

/** Ends all sessions of a member; returns how many there were. */
export async function endStaffSessions(tx: Queries, staffId: string): Promise<number> {
  const ended = await tx
    .delete(staffSessions)
    .where(eq(staffSessions.staffId, staffId))
    .returning({ id: staffSessions.id })
  return ended.length
}

/** Makes the sessions over a database. Nothing is cached: what is taken away is gone with the next call. */
export function createOfficeSessions({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => number
}): OfficeSessions {
  return {
    open: async (tx, staffId, address) => {
      const [token, at] = [newSecret(), now()]
      await tx.insert(staffSessions).values({
        id: newId(),
        tokenHash: hashOf(token),
        staffId,
        address,
        createdAt: new Date(at),
        expiresAt: new Date(at + SESSION_MS),
        freshUntil: new Date(at + FRESH_MS),
        seenAt: new Date(at),
      })
      return token
    },
    has: async (sessionId) => {
      const [open] = await db.queries
        .select({ id: staffSessions.id })
        .from(staffSessions)
        .innerJoin(staff, eq(staff.id, staffSessions.staffId))
        .where(
          and(
            eq(staffSessions.id, sessionId),
            gt(staffSessions.expiresAt, new Date(now())),
            hasState(staff.state, 'active'),
          ),
        )
      return open !== undefined
    },
    identify: async (token) => {
      if (token === undefined) return null
      const at = new Date(now())
      const isOpen = and(
        eq(staffSessions.tokenHash, hashOf(token)),
        gt(staffSessions.expiresAt, at),
        hasState(staff.state, 'active'),
      )
      const [row] = await db.queries
        .select({ session: staffSessions, staff })
        .from(staffSessions)
        .innerJoin(staff, eq(staff.id, staffSessions.staffId))
        .where(isOpen)
      if (row === undefined) return null
      const { id, freshUntil, expiresAt, seenAt } = row.session
      if (at.getTime() - seenAt.getTime() >= SEEN_EVERY_MS) {
        await db.queries.update(staffSessions).set({ seenAt: at }).where(eq(staffSessions.id, id))
      }
      const { id: staffId, name, role, language } = row.staff
      const member = { id: staffId, name, role, language }
      return { id, staff: member, freshUntil: freshUntil.getTime(), expiresAt: expiresAt.getTime() }
    },
    refresh: async (sessionId) => {
      const freshUntil = now() + FRESH_MS
      await db.queries
        .update(staffSessions)
        .set({ freshUntil: new Date(freshUntil) })
        .where(eq(staffSessions.id, sessionId))
      return freshUntil
    },
    end: async (sessionId) => {
      await db.queries.delete(staffSessions).where(eq(staffSessions.id, sessionId))
    },
  }
}
