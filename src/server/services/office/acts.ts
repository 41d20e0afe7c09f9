// Acts of the office: what a verb is about, what it would change, and how it runs. The same act runs at once, or when a second person
// approves its proposal.
import type { z } from 'zod'
import { judge } from '../../../game/office/judge.ts'
import type { OfficeRules } from '../../../game/office/limits.ts'
import type { Subject } from '../../../game/office/subjects.ts'
import type { Verb } from '../../../game/office/verbs.ts'
import type { Proposal } from '../../../protocol/office/proposals.ts'
import type { StaffActor } from '../../audit/actor.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { Database, Queries } from '../../db/database.ts'
import { NotAllowed } from './refusal.ts'
import type { OfficeSession } from './sessions.ts'

/** What an act is about, and what it would do: the dry run of the service that runs it. */
export interface Prospect {
  readonly kind: Subject
  readonly subject: string
  /** The state of the subject; undefined where none matters. */
  readonly state?: string
  /** What it moves, in cents. */
  readonly amount?: number
  /** Staff who made the decision that it appeals against. */
  readonly deciders?: readonly string[]
  /** What is compared with limits, where that is more than what it moves: one sum that was split into several acts. */
  readonly judged?: number
  readonly difference: readonly Proposal['difference'][number][]
  readonly entries: readonly Proposal['entries'][number][]
}

/** Who does an act, and why. */
export interface Doing {
  readonly by: StaffActor
  readonly reason: string
  readonly at: number
}

/** What an act returns that is shown once. */
export interface Outcome {
  /** The path of an invitation. */
  readonly path?: string
  readonly expiresAt?: number
  /** A letter that was opened. */
  readonly letter?: string
  /** A promo code or a batch of them that was made. */
  readonly promo?: { readonly code?: string; readonly batch?: number }
  /** Tells players what changed, once the transaction has committed. */
  readonly announce?: (events: SiteEvents) => void
}

/** An act whose body is checked where it comes in, and where it comes out of a proposal. */
export interface OfficeAct {
  readonly verb: Verb
  /** Locks the subject, and tells whether the same call has run before: it is answered again, and nothing is done. */
  readonly isDone?: (tx: Queries, body: unknown) => Promise<boolean>
  readonly look: (tx: Queries, body: unknown, by: StaffActor) => Promise<Prospect>
  readonly run: (tx: Queries, body: unknown, doing: Doing) => Promise<Outcome>
}

/** Makes an act of its parts. `look` locks what it reads, so that `run` finds it as it was judged, and refuses what another one works on. */
export function defineAct<Schema extends z.ZodType>(parts: {
  readonly verb: Verb
  readonly body: Schema
  readonly isDone?: (tx: Queries, body: z.output<Schema>) => Promise<boolean>
  readonly look: (tx: Queries, body: z.output<Schema>, by: StaffActor) => Promise<Prospect>
  readonly run: (tx: Queries, body: z.output<Schema>, doing: Doing) => Promise<Outcome>
}): OfficeAct {
  const { verb, body: schema, isDone, look, run } = parts
  return {
    verb,
    ...(isDone === undefined ? {} : { isDone: (tx, body) => isDone(tx, schema.parse(body)) }),
    look: (tx, body, by) => look(tx, schema.parse(body), by),
    run: (tx, body, doing) => run(tx, schema.parse(body), doing),
  }
}

/** An act as a member of the staff asks for it. */
export interface Wish {
  readonly act: OfficeAct
  readonly body: unknown
  readonly reason: string
  readonly session: OfficeSession
  readonly by: StaffActor
}

/** What became of it. */
export type Done =
  | ({ readonly outcome: 'done' } & Outcome)
  | { readonly outcome: 'proposed'; readonly proposal: string; readonly expiresAt: number }

export interface DeskParts {
  readonly db: Database
  readonly now: () => number
  readonly rules: () => Promise<OfficeRules>
  readonly events: SiteEvents
  /** Stores a proposal. */
  readonly propose: (tx: Queries, wish: Wish, prospect: Prospect, at: number) => Promise<Done>
}

/** Judges an act in its transaction, and runs it or proposes it. */
export function createDesk({ db, now, rules, events, propose }: DeskParts): (wish: Wish) => Promise<Done> {
  return async (wish) => {
    const { act, body, reason, session, by } = wish
    const inForce = await rules()
    const done = await db.transaction(async (tx): Promise<Done> => {
      const at = now()
      if (await act.isDone?.(tx, body)) return { outcome: 'done' }
      const prospect = await act.look(tx, body, by)
      const judgement = judge(act.verb, {
        role: session.staff.role,
        state: prospect.state,
        amount: prospect.judged ?? prospect.amount,
        freshUntil: session.freshUntil,
        now: at,
        hasReason: reason !== '',
        rules: inForce,
        hasDecided: prospect.deciders?.includes(session.staff.id),
      })
      if (!judgement.may) throw new NotAllowed(judgement.why)
      if (judgement.second) return propose(tx, wish, prospect, at)
      const outcome = await act.run(tx, body, { by: { ...by, alone: judgement.alone }, reason, at })
      return { outcome: 'done', ...outcome }
    })
    if (done.outcome === 'done') done.announce?.(events)
    return done
  }
}
