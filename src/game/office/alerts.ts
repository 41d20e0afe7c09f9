// What the team is told while nobody looks: from what waits, what each channel was told before and the hours of the night, what is told now.
import type { Role } from './roles.ts'
import { ruleOf, type Verb } from './verbs.ts'

/** `dispute` when it is opened, `disputeAnswer` before the bank decides without an answer. */
export const ALERT_KINDS = [
  'chain',
  'job',
  'dispute',
  'disputeAnswer',
  'withdrawals',
  'letters',
  'keptPayments',
  'heldPrices',
  'failedDrafts',
  'proposal',
] as const

export type AlertKind = (typeof ALERT_KINDS)[number]

/** Queues: all that waits is one matter, which grows worse each time that its oldest entry has waited twice as long. */
export const QUEUE_KINDS = ['withdrawals', 'letters', 'keptPayments', 'heldPrices', 'failedDrafts'] as const

export const CHANNEL_KINDS = ['webhook', 'telegram', 'push'] as const

export type ChannelKind = (typeof CHANNEL_KINDS)[number]

export const ALERT_STATES = ['waiting', 'sent', 'failed'] as const

export type AlertState = (typeof ALERT_STATES)[number]

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A channel gets one message in this time; what comes meanwhile is gathered into the next one. */
const GATHERED_MS = MINUTE_MS

export interface AlertRule {
  /** Whose channels are told. */
  readonly roles: readonly Role[]
  /** After how long, in minutes; 0 for at once. */
  readonly afterMinutes: number
  /** Told at night too. */
  readonly urgent: boolean
}

/** Hours in minutes after midnight; `from` may be later than `to`: the night goes over midnight. */
export interface QuietHours {
  readonly from: number
  readonly to: number
}

export interface AlertRules {
  readonly quiet: QuietHours
  readonly kinds: Readonly<Record<AlertKind, AlertRule>>
}

/** The rules of a shop whose data does not state any. */
export const DEFAULT_ALERT_RULES: AlertRules = {
  quiet: { from: 22 * 60, to: 8 * 60 },
  kinds: {
    chain: { roles: ['owner', 'auditor'], afterMinutes: 0, urgent: true },
    job: { roles: ['owner'], afterMinutes: 0, urgent: true },
    dispute: { roles: ['owner', 'finance'], afterMinutes: 0, urgent: false },
    disputeAnswer: { roles: ['owner', 'finance'], afterMinutes: 5 * 24 * 60, urgent: false },
    withdrawals: { roles: ['owner', 'risk'], afterMinutes: 60, urgent: false },
    letters: { roles: ['owner', 'support'], afterMinutes: 4 * 60, urgent: false },
    keptPayments: { roles: ['owner', 'finance'], afterMinutes: 24 * 60, urgent: false },
    heldPrices: { roles: ['owner'], afterMinutes: 12 * 60, urgent: false },
    failedDrafts: { roles: ['owner', 'content'], afterMinutes: 5, urgent: false },
    proposal: { roles: ['owner', 'finance', 'risk'], afterMinutes: 22 * 60, urgent: false },
  },
}

/** Something that the team may have to know, told or not. */
export interface Matter {
  readonly kind: AlertKind
  /** The same as long as it is the same matter: `withdrawals`, `job:returns`, `dispute:stripe:dp_1`. */
  readonly key: string
  /** Since when it is so; of a queue, since when its oldest entry waits. */
  readonly sinceMs: number
  /** How many wait; 1 for what is no queue. */
  readonly count: number
  /** By when somebody else decides without an answer, in ms; absent where nobody does, or it is unknown. */
  readonly dueMs?: number
}

/** A matter as it is told. */
export interface ToldMatter extends Matter {
  /** From 1; greater is worse. */
  readonly level: number
  readonly urgent: boolean
}

/** Where something can be told, and what was. */
export interface Recipient {
  readonly id: string
  /** Null for the webhook of the shop, which is told everything, at any hour. */
  readonly role: Role | null
  /** Whether only urgent matters are told at night. */
  readonly quiet: boolean
  /** The levels that were told, by key. */
  readonly told: ReadonlyMap<string, number>
  /** When the last message was made; null for never. */
  readonly lastMs: number | null
}

export interface Telling {
  readonly recipient: string
  readonly matters: readonly ToldMatter[]
}

export interface AlertDecision {
  readonly tell: readonly Telling[]
  /** What is over, and is told again should it come back. */
  readonly over: readonly { readonly recipient: string; readonly key: string }[]
}

/** Tells whether a minute of the day is in the quiet hours. Hours that end when they begin are none. */
export function isQuiet({ from, to }: QuietHours, minute: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to
}

/** Returns how bad it is that a deadline comes near: it is told three days before it, and once more on the last one. */
function levelBefore(dueMs: number, nowMs: number): number {
  const leftMs = dueMs - nowMs
  if (leftMs <= DAY_MS) return 2
  return leftMs <= 3 * DAY_MS ? 1 : 0
}

/**
 * Returns how bad a matter is: 0 before its time, 1 from then on; of a queue one more each time that the wait has doubled. Of an answer that
 * has a deadline, by what is left of it.
 */
export function levelOf({ kind, sinceMs, dueMs }: Matter, rules: AlertRules, nowMs: number): number {
  const afterMs = rules.kinds[kind].afterMinutes * MINUTE_MS
  const waitedMs = nowMs - sinceMs
  if (kind === 'disputeAnswer' && dueMs !== undefined && levelBefore(dueMs, nowMs) > 0) return levelBefore(dueMs, nowMs)
  if (waitedMs < afterMs) return 0
  if (afterMs === 0 || !QUEUE_KINDS.some((queue) => queue === kind)) return 1
  return 1 + Math.floor(Math.log2(waitedMs / afterMs))
}

/** Returns what a recipient may know, past its time. */
function mattersOf({ role }: Recipient, matters: readonly ToldMatter[], rules: AlertRules): readonly ToldMatter[] {
  return matters.filter(({ kind }) => role === null || rules.kinds[kind].roles.includes(role))
}

/**
 * Decides what is told now. A matter is told once, again when it is worse, and again after it was over. What a quiet night holds back is told
 * when it ends, if it is still so.
 *
 * @param minute of the day in the site's time zone
 */
export function decideAlerts(
  matters: readonly Matter[],
  recipients: readonly Recipient[],
  rules: AlertRules,
  { nowMs, minute }: { readonly nowMs: number; readonly minute: number },
): AlertDecision {
  const current = matters.flatMap((matter): readonly ToldMatter[] => {
    const level = levelOf(matter, rules, nowMs)
    return level === 0 ? [] : [{ ...matter, level, urgent: rules.kinds[matter.kind].urgent }]
  })
  const night = isQuiet(rules.quiet, minute)
  const tell: Telling[] = []
  const over: { recipient: string; key: string }[] = []
  for (const recipient of recipients) {
    const own = mattersOf(recipient, current, rules)
    const keys = new Set(own.map(({ key }) => key))
    for (const key of recipient.told.keys()) if (!keys.has(key)) over.push({ recipient: recipient.id, key })
    if (recipient.lastMs !== null && nowMs - recipient.lastMs < GATHERED_MS) continue
    const isAsleep = night && recipient.quiet && recipient.role !== null
    const news = own.filter(({ key, level, urgent }) => level > (recipient.told.get(key) ?? 0) && (urgent || !isAsleep))
    if (news.length > 0) tell.push({ recipient: recipient.id, matters: news })
  }
  return { tell, over }
}

/** Returns what a role is told of. */
export function kindsOf(role: Role, { kinds }: AlertRules): readonly AlertKind[] {
  return ALERT_KINDS.filter((kind) => kinds[kind].roles.includes(role))
}

/** What a role has to be allowed to know of a kind. */
const KIND_VERBS: Readonly<Record<AlertKind, Verb>> = {
  chain: 'session.own',
  job: 'session.own',
  dispute: 'orders.read',
  disputeAnswer: 'orders.read',
  withdrawals: 'withdrawals.read',
  letters: 'letters.read',
  keptPayments: 'orders.read',
  heldPrices: 'session.own',
  failedDrafts: 'drafts.read',
  proposal: 'proposals.read',
}

/** Tells whether a role may know of a kind. */
export const mayKnow = (role: Role, kind: AlertKind): boolean => ruleOf(KIND_VERBS[kind]).roles.includes(role)

/** Kinds that are always told at night, because money may be wrong. A shop's rules cannot change it. */
const ALWAYS_URGENT: readonly AlertKind[] = ['chain']

/** The longest that a rule may wait, in minutes: a proposal lasts a day, the longest answer of a bank some weeks. */
const AFTER_MOST_MINUTES = 30 * 24 * 60

/** Returns what is wrong with the rules of a shop; nothing where they are right. */
export function alertRuleFaults({ quiet, kinds }: AlertRules): readonly string[] {
  const faults: string[] = []
  const nightMinutes = (quiet.to - quiet.from + 1440) % 1440
  if (nightMinutes > 12 * 60) faults.push('quiet: a night is 12 hours at most')
  for (const kind of ALERT_KINDS) {
    const { roles, afterMinutes, urgent } = kinds[kind]
    if (!roles.includes('owner')) faults.push(`kinds.${kind}.roles: the owner is told of everything`)
    for (const role of roles) {
      if (!mayKnow(role, kind)) faults.push(`kinds.${kind}.roles: ${role} may not read of it`)
    }
    if (new Set(roles).size !== roles.length) faults.push(`kinds.${kind}.roles: a role is named twice`)
    if (afterMinutes > AFTER_MOST_MINUTES) faults.push(`kinds.${kind}.afterMinutes: 30 days at most`)
    if (ALWAYS_URGENT.includes(kind) && !urgent) faults.push(`kinds.${kind}.urgent: is told at night too`)
    if (QUEUE_KINDS.some((queue) => queue === kind) && afterMinutes < 5) {
      faults.push(`kinds.${kind}.afterMinutes: 5 minutes at least, for what waits in a queue`)
    }
  }
  if (kinds.proposal.afterMinutes >= 24 * 60)
    faults.push('kinds.proposal.afterMinutes: a proposal ends after 1440 minutes')
  return faults
}
