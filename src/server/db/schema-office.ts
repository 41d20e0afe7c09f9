// The tables of the office: staff with their passkeys and sessions, the audit and its chain, proposals.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { LANGUAGES } from '../../game/base/language.ts'
import type { Field } from '../../game/office/fields.ts'
import { ROLES } from '../../game/office/roles.ts'
import { PROPOSAL_STATES, STAFF_STATES, SUBJECTS } from '../../game/office/subjects.ts'
import { ACTOR_KINDS } from '../../protocol/office/audit.ts'
import { players } from './schema.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const moment = () => timestamp({ withTimezone: true })

/** Returns the condition that a column holds one of some words. */
const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(', ')})`)

/** Members of the staff. None is deleted: the audit names them. */
export const staff = pgTable(
  'staff',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    state: text({ enum: STAFF_STATES }).notNull().default('active'),
    /** Null until the member has chosen one: the office stays in that of the browser. */
    language: text({ enum: LANGUAGES }),
    createdAt: now(),
  },
  () => [
    check('staff_role_known', oneOf('role', ROLES)),
    check('staff_state_known', oneOf('state', STAFF_STATES)),
    check('staff_language_known', oneOf('language', LANGUAGES)),
  ],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    /** As the authenticator names it, in base64url. */
    credentialId: text().notNull().unique('passkeys_credential'),
    /** COSE. */
    publicKey: bytes().notNull(),
    /** Signatures that it counted; 0 where it counts none. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<readonly string[]>().notNull(),
    label: text().notNull(),
    /** Whether it is kept in an account of its maker, and so on several devices. */
    synced: boolean().notNull(),
    addedAt: now(),
    usedAt: moment(),
  },
  (table) => [index('passkeys_by_staff').on(table.staffId)],
)

/** Links that let a person in once. Only hashes of their tokens are stored. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: uuid().primaryKey(),
    tokenHash: text().notNull().unique('staff_invitations_token'),
    name: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    /** A member who lost their passkeys; null for a new one. */
    staffId: uuid().references(() => staff.id),
    invitedBy: text().notNull(),
    createdAt: now(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  () => [check('invitation_role_known', oneOf('role', ROLES))],
)

/** Sessions of the staff. Only hashes of their tokens are stored. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey(),
    tokenHash: text().notNull().unique('staff_sessions_token'),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    address: text().notNull(),
    createdAt: now(),
    expiresAt: moment().notNull(),
    /** Until when acts that ask for a fresh assertion are allowed. */
    freshUntil: moment().notNull(),
    seenAt: moment().notNull(),
  },
  (table) => [index('staff_sessions_by_staff').on(table.staffId), index('staff_sessions_by_end').on(table.expiresAt)],
)

export const CHALLENGE_KINDS = ['sign-in', 'passkey', 'invitation'] as const

/** Challenges that wait for an answer of an authenticator. An answer deletes its challenge: each is answered once. */
export const staffChallenges = pgTable(
  'staff_challenges',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: CHALLENGE_KINDS }).notNull(),
    challenge: text().notNull(),
    /** The session or the invitation that it is for; null for signing in. */
    forId: uuid(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    check('challenge_kind_known', oneOf('kind', CHALLENGE_KINDS)),
    index('staff_challenges_by_end').on(table.expiresAt),
  ],
)

/** What was done, by whom, from where and why. Rows are only added: triggers refuse everything else to every role. */
export const audit = pgTable(
  'audit',
  {
    id: uuid().primaryKey(),
    /** Counts rows as they were written, whatever the clock says. */
    position: bigint({ mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    actorKind: text({ enum: ACTOR_KINDS }).notNull(),
    actor: text().notNull(),
    staffId: uuid().references(() => staff.id),
    sessionId: uuid(),
    address: text(),
    verb: text().notNull(),
    subjectKind: text({ enum: SUBJECTS }).notNull(),
    subject: text().notNull(),
    before: jsonb().$type<unknown>(),
    after: jsonb().$type<unknown>(),
    reason: text(),
    /** Done without the second person that another shop would ask. */
    alone: boolean().notNull().default(false),
  },
  (table) => [
    check('audit_actor_known', oneOf('actor_kind', ACTOR_KINDS)),
    check('audit_subject_known', oneOf('subject_kind', SUBJECTS)),
    check('audit_staff_named', sql`(${table.actorKind} = 'staff') = (${table.staffId} is not null)`),
    index('audit_by_verb').on(table.verb, table.id),
    index('audit_by_actor').on(table.actor, table.id),
    index('audit_by_staff').on(table.staffId, table.id).where(sql`${table.staffId} is not null`),
    index('audit_by_subject').on(table.subject, table.id),
  ],
)

/** The chain over the audit: each seal hashes the one before it and its row. Rows are only added, and the key of the one before lets no chain fork. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    /** Counts from 1. */
    sequence: integer().primaryKey(),
    auditId: uuid()
      .notNull()
      .unique('audit_sealed_once')
      .references(() => audit.id),
    /** The hash of the seal before; null for the first. */
    previous: text()
      .unique()
      .references((): AnyPgColumn => auditSeals.hash),
    hash: text().notNull().unique(),
    at: moment().notNull(),
  },
  (table) => [check('seal_first_alone', sql`(${table.sequence} = 1) = (${table.previous} is null)`)],
)

/** How far nightly checks found the chain right. Rows are only added, so that nobody takes back what was found. */
export const auditChecks = pgTable('audit_checks', {
  /** The last seal that was right. */
  sequence: integer().primaryKey(),
  /** Its hash, as it was. */
  hash: text().notNull(),
  at: moment().notNull(),
})

/** What a proposal would change: a field of its subject, or of an item. */
interface ProposedChange {
  readonly field: Field
  readonly item?: string | undefined
  readonly before: string | number | boolean | null
  readonly after: string | number | boolean | null
}

/** Acts that wait for a second person, and what became of them. */
export const proposals = pgTable(
  'proposals',
  {
    id: uuid().primaryKey(),
    state: text({ enum: PROPOSAL_STATES }).notNull().default('open'),
    verb: text().notNull(),
    subjectKind: text({ enum: SUBJECTS }).notNull(),
    subject: text().notNull(),
    /** What the act is called with when it is approved. */
    body: jsonb().$type<unknown>().notNull(),
    /** What it moves, in cents. */
    amount: bigint({ mode: 'number' }),
    reason: text().notNull(),
    /** What it changes, and the ledger entries that it writes, as the proposer saw them. */
    difference: jsonb().$type<readonly ProposedChange[]>().notNull(),
    entries: jsonb().$type<readonly { account: string; amount: number }[]>().notNull(),
    proposerId: uuid()
      .notNull()
      .references(() => staff.id),
    proposedAt: moment().notNull(),
    expiresAt: moment().notNull(),
    deciderId: uuid().references(() => staff.id),
    decidedAt: moment(),
    decision: text(),
  },
  (table) => [
    check('proposal_state_known', oneOf('state', PROPOSAL_STATES)),
    check('proposal_subject_known', oneOf('subject_kind', SUBJECTS)),
    check('proposal_second_person', sql`${table.deciderId} <> ${table.proposerId}`),
    check('proposal_ends', sql`${table.expiresAt} = ${table.proposedAt} + interval '24 hours'`),
    check(
      'proposal_decided_in_time',
      sql`(${table.state} in ('approved', 'refused')) = (${table.deciderId} is not null) and (${table.deciderId} is null or ${table.decidedAt} < ${table.expiresAt})`,
    ),
    check('proposal_decided_at', sql`(${table.state} = 'open') = (${table.decidedAt} is null)`),
    index('proposals_by_state').on(table.state, table.id),
  ],
)

/** Corrections of balances: each is one transfer between the player and the house's account of corrections. Rows are only added. */
export const balanceCorrections = pgTable(
  'balance_corrections',
  {
    /** The key that the call was made with: a correction happens once. */
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    /** Cents given, or taken where it is below zero. */
    amount: bigint({ mode: 'number' }).notNull(),
    reason: text().notNull(),
    /** Who did it, as the audit names them. */
    author: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [
    check('correction_not_zero', sql`${table.amount} <> 0`),
    index('balance_corrections_of_player').on(table.playerId, table.id),
  ],
)

/** What the staff note about a player, for each other. Erased with the player. */
export const playerNotes = pgTable(
  'player_notes',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    text: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [index('player_notes_of_player').on(table.playerId, table.id)],
)

/** Who looks into the withdrawals of a player that wait for a person: one member of the staff at a time, until a moment that acts put off. */
export const withdrawalClaims = pgTable(
  'withdrawal_claims',
  {
    playerId: integer()
      .primaryKey()
      .references(() => players.id),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    claimedAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [index('withdrawal_claims_by_end').on(table.expiresAt)],
)
