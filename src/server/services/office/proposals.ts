// Proposals: acts that wait for a second person, for a day. The database refuses a decision of the proposer, and a late one.
import { and, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { judge } from '../../../game/office/judge.ts'
import type { OfficeRules } from '../../../game/office/limits.ts'
import type { Role } from '../../../game/office/roles.ts'
import type { ProposalState } from '../../../game/office/subjects.ts'
import { PROPOSAL_MS } from '../../../game/office/times.ts'
import { isVerb, proposalVerbs, ruleOf, type Verb } from '../../../game/office/verbs.ts'
import type { Proposal, ProposalsReply } from '../../../protocol/office/proposals.ts'
import type { StaffActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { SiteEvents } from '../../base/events.ts'
import { isId, newId } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { proposals, staff } from '../../db/schema-office.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import type { Done, OfficeAct, Outcome, Prospect, Wish } from './acts.ts'
import { NotAllowed } from './refusal.ts'
import type { OfficeSession } from './sessions.ts'

type ProposalRow = typeof proposals.$inferSelect

/** Who decides on a proposal. */
export interface Decider {
  readonly session: OfficeSession
  readonly by: StaffActor
}

/** What the table of verbs has to know of a proposal. */
export interface ProposalFacts {
  readonly state: ProposalState
  readonly isProposer: boolean
  readonly proposed: Verb
}

export interface Proposals {
  list(filter: {
    /** Whose proposals are listed: those that the role may read. */
    readonly role: Role
    readonly state?: ProposalState | undefined
    readonly cursor?: string | undefined
  }): Promise<ProposalsReply>
  /** Throws ProtocolError 'unknown', also for one that the role may not read. */
  one(id: string, role: Role): Promise<Proposal>
  factsOf(id: string, session: OfficeSession): Promise<ProposalFacts>
  propose(tx: Queries, wish: Wish, prospect: Prospect, at: number): Promise<Done>
  /**
   * Runs what was proposed, in the transaction of the decision.
   *
   * @throws NotAllowed when the table forbids it to the decider, or no longer allows it to the proposer
   * @throws ProtocolError 'changed' when it would do something else than what was proposed
   */
  approve(id: string, decider: Decider): Promise<Outcome>
  refuse(id: string, decider: Decider, reason: string): Promise<void>
  withdraw(id: string, decider: Decider): Promise<void>
}

export interface ProposalsParts {
  readonly db: Database
  readonly now: () => number
  readonly rules: () => Promise<OfficeRules>
  readonly events: SiteEvents
  /** All acts that can be proposed. */
  readonly acts: readonly OfficeAct[]
}

const unknown = (): ProtocolError => new ProtocolError(404, 'unknown', 'There is no such proposal')

const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

function isAsProposed(row: ProposalRow, { difference, entries, amount, subject }: Prospect): boolean {
  const proposed = [row.difference, row.entries, row.amount, row.subject]
  return sortedText(proposed) === sortedText([difference, entries, amount ?? null, subject])
}

/** The key of a call that happens once, where its body has one. */
function keyOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'key' in body && typeof body.key === 'string'
    ? body.key
    : undefined
}

/** Returns the open proposal that was made with the key of a call. Calls about one subject run one at a time: `look` has locked it. */
async function openOfKey(tx: Queries, verb: Verb, body: unknown, nowMs: number): Promise<ProposalRow | undefined> {
  const key = keyOf(body)
  if (key === undefined) return undefined
  const isOpen = and(hasState(proposals.state, 'open'), gt(proposals.expiresAt, new Date(nowMs)))
  const hasKey = sql`${proposals.body} ->> 'key' = ${key}`
  const [row] = await tx
    .select()
    .from(proposals)
    .where(and(isOpen, eq(proposals.verb, verb), hasKey))
  return row
}

/** Ends what is over: nobody decided within the day. */
async function expire(queries: Queries, nowMs: number): Promise<void> {
  const isOver = and(hasState(proposals.state, 'open'), lte(proposals.expiresAt, new Date(nowMs)))
  await queries.update(proposals).set({ state: 'expired', decidedAt: proposals.expiresAt }).where(isOver)
}

function verbOf({ verb }: ProposalRow): Verb {
  if (!isVerb(verb)) throw new Error(`${verb} is no verb`)
  return verb
}

function factsOf(row: ProposalRow, { staff: { id } }: OfficeSession): ProposalFacts {
  return { state: row.state, isProposer: row.proposerId === id, proposed: verbOf(row) }
}

const decider = alias(staff, 'decider')

function viewOf(row: ProposalRow, proposer: string, decidedBy: string | null): Proposal {
  const { id, state, verb, subjectKind: kind, subject, amount, reason, difference, entries, decision } = row
  return {
    id,
    state,
    verb,
    subject: { kind, id: subject },
    amount,
    reason,
    difference: [...difference],
    entries: [...entries],
    proposer: { id: row.proposerId, name: proposer },
    proposedAt: row.proposedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    decider: row.deciderId === null ? null : { id: row.deciderId, name: decidedBy ?? '' },
    decidedAt: row.decidedAt?.getTime() ?? null,
    decision,
  }
}

/** Locks a proposal and judges what its decider wants. */
async function lockFor(
  tx: Queries,
  verb: 'proposals.approve' | 'proposals.refuse' | 'proposals.withdraw',
  id: string,
  { session }: Decider,
  facts: { readonly now: number; readonly rules: OfficeRules; readonly hasReason: boolean },
): Promise<ProposalRow> {
  if (!isId(id)) throw unknown()
  const [row] = await tx.select().from(proposals).where(eq(proposals.id, id)).for('update')
  if (row === undefined) throw unknown()
  const { role } = session.staff
  const known = { ...factsOf(row, session), role, freshUntil: session.freshUntil }
  const judgement = judge(verb, { ...known, ...facts })
  if (!judgement.may) throw new NotAllowed(judgement.why)
  return row
}

/** Makes the proposals over a database. */
export function createProposals({ db, now, rules, events, acts }: ProposalsParts): Proposals {
  const actOf = (verb: string): OfficeAct => {
    const act = acts.find((one) => one.verb === verb)
    if (act === undefined) throw new Error(`Nothing carries out ${verb}`)
    return act
  }

  /** The proposer still has to be allowed what they proposed, and it has to do what they saw. */
  async function assertStillAllowed(tx: Queries, row: ProposalRow, prospect: Prospect): Promise<void> {
    const [proposer] = await tx.select().from(staff).where(eq(staff.id, row.proposerId))
    const { roles, states } = ruleOf(verbOf(row))
    if (proposer?.state !== 'active' || !roles.includes(proposer.role)) throw new NotAllowed('role')
    if (states !== 'any' && !states.includes(prospect.state ?? '')) throw new NotAllowed('state')
    if (!isAsProposed(row, prospect)) {
      throw new ProtocolError(409, 'changed', 'It would do something else by now: refuse it, and propose it again')
    }
  }

  async function close(
    verb: 'proposals.refuse' | 'proposals.withdraw',
    id: string,
    who: Decider,
    reason: string | undefined,
  ): Promise<void> {
    const inForce = await rules()
    await expire(db.queries, now())
    await db.transaction(async (tx) => {
      const at = now()
      const facts = { now: at, rules: inForce, hasReason: reason !== undefined }
      const row = await lockFor(tx, verb, id, who, facts)
      const state = verb === 'proposals.refuse' ? 'refused' : 'withdrawn'
      const deciderId = state === 'refused' ? who.session.staff.id : null
      const decided = { state, deciderId, decidedAt: new Date(at), decision: reason ?? null } as const
      await tx.update(proposals).set(decided).where(eq(proposals.id, id))
      const after = { state, verb: row.verb, subject: row.subject }
      await recordAct(tx, { by: who.by, verb, kind: 'proposal', subject: id, before: { state: 'open' }, after, reason })
    })
  }

  const select = () =>
    db.queries
      .select({ row: proposals, proposer: staff.name, decider: decider.name })
      .from(proposals)
      .innerJoin(staff, eq(staff.id, proposals.proposerId))
      .leftJoin(decider, eq(decider.id, proposals.deciderId))

  return {
    one: async (id, role) => {
      await expire(db.queries, now())
      const [found] = await select().where(eq(proposals.id, id))
      if (found === undefined || !proposalVerbs(role).includes(verbOf(found.row))) throw unknown()
      return viewOf(found.row, found.proposer, found.decider)
    },
    list: async ({ role, state, cursor }) => {
      await expire(db.queries, now())
      const isAfter = cursor === undefined ? undefined : lt(proposals.id, cursor)
      const rows = await select()
        .where(
          and(
            inArray(proposals.verb, [...proposalVerbs(role)]),
            state === undefined ? undefined : hasState(proposals.state, state),
            isAfter,
          ),
        )
        .orderBy(desc(proposals.id))
        .limit(PAGE_LIMIT)
      const page = pageOf(rows, ({ row }) => row.id)
      return {
        proposals: page.rows.map(({ row, proposer, decider: decidedBy }) => viewOf(row, proposer, decidedBy)),
        cursor: page.cursor,
      }
    },
    factsOf: async (id, session) => {
      await expire(db.queries, now())
      const [row] = await db.queries.select().from(proposals).where(eq(proposals.id, id))
      if (row === undefined) throw unknown()
      return factsOf(row, session)
    },
    propose: async (tx, { act, body, reason, session, by }, prospect, at) => {
      const { kind, subject, amount, difference, entries } = prospect
      const known = await openOfKey(tx, act.verb, body, at)
      if (known !== undefined) {
        if (known.proposerId === session.staff.id && sortedText(known.body) === sortedText(body))
          return { outcome: 'proposed', proposal: known.id, expiresAt: known.expiresAt.getTime() }
        throw new ProtocolError(422, 'key-used', 'This key was used for another proposal')
      }
      const [id, expiresAt] = [newId(), at + PROPOSAL_MS]
      await tx.insert(proposals).values({
        id,
        verb: act.verb,
        subjectKind: kind,
        subject,
        body,
        amount: amount ?? null,
        reason,
        difference,
        entries,
        proposerId: session.staff.id,
        proposedAt: new Date(at),
        expiresAt: new Date(expiresAt),
      })
      const after = { state: 'open', subject, difference }
      await recordAct(tx, { by, verb: act.verb, kind: 'proposal', subject: id, after, reason })
      return { outcome: 'proposed', proposal: id, expiresAt }
    },
    approve: async (id, who) => {
      const inForce = await rules()
      await expire(db.queries, now())
      const outcome = await db.transaction(async (tx) => {
        const at = now()
        const row = await lockFor(tx, 'proposals.approve', id, who, { now: at, rules: inForce, hasReason: false })
        const act = actOf(row.verb)
        if (await act.isDone?.(tx, row.body)) throw new ProtocolError(409, 'changed', 'It was done in another way')
        const by = { ...who.by, proposal: { id, proposer: row.proposerId } }
        await assertStillAllowed(tx, row, await act.look(tx, row.body, by))
        const deciderId = who.session.staff.id
        const decided = { state: 'approved', deciderId, decidedAt: new Date(at) } as const
        await tx.update(proposals).set(decided).where(eq(proposals.id, id))
        const after = { state: 'approved', verb: row.verb, subject: row.subject }
        const decision = {
          verb: 'proposals.approve',
          kind: 'proposal',
          subject: id,
          before: { state: 'open' },
        } as const
        await recordAct(tx, { by: who.by, ...decision, after })
        return act.run(tx, row.body, { by, reason: row.reason, at })
      })
      outcome.announce?.(events)
      return outcome
    },
    refuse: (id, who, reason) => close('proposals.refuse', id, who, reason),
    withdraw: (id, who) => close('proposals.withdraw', id, who, undefined),
  }
}
