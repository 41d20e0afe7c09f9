// The one table of what may be done in the office: routes, screens, palette and command line read it.
import { LIVE_STATES, type WithdrawalState } from '../withdrawal/withdrawal.ts'
import { type Cap, LIMITS, type Limit } from './limits.ts'
import { ROLES, type Role } from './roles.ts'
import type { StateOf, Subject } from './subjects.ts'

/** Whether a second person has to approve: never, always, or above a limit of the shop's rules. */
export type Second = 'never' | 'always' | { readonly above: Limit }

export interface VerbRule {
  readonly subject: Subject
  /** The states of the subject in which it is legal. */
  readonly states: readonly string[] | 'any'
  readonly roles: readonly Role[]
  /** Whether it asks for an assertion of the last minutes: all that moves money or items, changes staff, or hands out a player's data. */
  readonly fresh: boolean
  /** Whether it asks for a reason. */
  readonly reason: boolean
  readonly second: Second
  /** The most that it may move at all, in a limit of the shop's rules. */
  readonly most?: Cap
}

/** What a verb may ask for: a limit is the sum above which a second person approves. */
type Asked = 'fresh' | 'reason' | 'second' | Limit

function secondOf(asked: readonly Asked[]): Second {
  const above = LIMITS.find((limit) => asked.includes(limit))
  if (above !== undefined) return { above }
  return asked.includes('second') ? 'always' : 'never'
}

/** Makes a rule that asks for what is named last, and for nothing else. */
function rule<Of extends Subject>(
  subject: Of,
  states: readonly StateOf<Of>[] | 'any',
  roles: readonly Role[],
  ...asked: readonly Asked[]
): VerbRule {
  return {
    subject,
    states,
    roles,
    fresh: asked.includes('fresh'),
    reason: asked.includes('reason'),
    second: secondOf(asked),
  }
}

/** Who looks after players that play too much. */
const CARERS = ['owner', 'risk', 'support'] as const
const DESK = ['owner', 'finance', 'risk', 'support'] as const
const READERS = [...DESK, 'auditor'] as const
/** The roles that may propose. They may read proposals too, content those of its own acts. */
const DECIDERS = ['owner', 'finance', 'risk', 'content'] as const
/** Who changes what the shop sells, gives and says. */
const EDITORS = ['owner', 'content'] as const
/** What jobs decide, and nobody asks for. */
const JOBS = [] as const
const NOT_ERASED = ['active', 'banned', 'erasing'] as const
/** What waits for a decision is decided, not tried again. */
const RETRIED: readonly WithdrawalState[] = LIVE_STATES.filter((state) => state !== 'review')

/** The table. A verb that moves money or items, or that changes staff, asks for a fresh assertion. */
export const VERBS = {
  /** The calls that sign in. A passkey or an invitation opens them. */
  session: rule('session', 'any', ROLES),
  /** What is a member's own: language, and a look at their passkeys. */
  'session.own': rule('session', 'any', ROLES),
  'session.end': rule('session', 'any', ROLES),
  'session.fresh': rule('session', 'any', ROLES),
  'passkeys.add': rule('session', 'any', ROLES, 'fresh'),
  'passkeys.remove': rule('session', 'any', ROLES, 'fresh'),

  // Takings and margin are for those who answer for money, and for those who look after them; they are about no subject of their own.
  'today.read': rule('session', 'any', ['owner', 'finance', 'risk', 'auditor']),
  'today.export': rule('session', 'any', ['owner', 'finance', 'auditor']),

  'staff.read': rule('staff', 'any', ['owner', 'auditor']),
  'staff.invite': rule('staff', 'any', ['owner'], 'fresh', 'reason', 'second'),
  'staff.role': rule('staff', ['active'], ['owner'], 'fresh', 'reason', 'second'),
  // What takes a right away does not wait for anyone.
  'staff.disable': rule('staff', ['active'], ['owner'], 'fresh', 'reason'),
  'staff.enable': rule('staff', ['disabled'], ['owner'], 'fresh', 'reason', 'second'),
  'staff.endSessions': rule('staff', 'any', ['owner'], 'fresh', 'reason'),

  'audit.read': rule('audit', 'any', ['owner', 'auditor']),

  'proposals.read': rule('proposal', 'any', [...DECIDERS, 'auditor']),
  'proposals.approve': rule('proposal', ['open'], DECIDERS, 'fresh'),
  'proposals.refuse': rule('proposal', ['open'], DECIDERS, 'reason'),
  'proposals.withdraw': rule('proposal', ['open'], DECIDERS),

  'players.read': rule('player', 'any', READERS),
  'players.note': rule('player', 'any', DESK),
  'players.ban': rule('player', ['active', 'erasing'], ['owner', 'risk'], 'reason'),
  'players.unban': rule('player', ['banned'], ['owner', 'risk'], 'reason'),
  'players.signOut': rule('player', NOT_ERASED, ['owner', 'risk', 'support']),
  'players.export': rule('player', NOT_ERASED, ['owner', 'support'], 'fresh', 'reason'),
  'players.erase': rule('player', NOT_ERASED, ['owner'], 'fresh', 'reason'),
  'players.unerase': rule('player', ['erasing'], ['owner'], 'reason'),
  'players.correct': {
    ...rule('player', NOT_ERASED, ['owner', 'finance'], 'fresh', 'reason', 'second'),
    most: 'correction',
  },

  'players.freeze': rule('player', 'any', JOBS),
  'players.unfreeze': rule('player', 'any', ['owner', 'risk'], 'fresh'),

  'withdrawals.read': rule('withdrawal', 'any', READERS),
  'withdrawals.claim': rule('withdrawal', ['review'], ['owner', 'risk']),
  'withdrawals.release': rule('withdrawal', 'any', ['owner', 'risk']),
  'withdrawals.handOver': rule('withdrawal', ['review'], ['owner', 'risk']),
  'withdrawals.approve': rule('withdrawal', ['review'], ['owner', 'risk'], 'fresh', 'withdrawal'),
  'withdrawals.refuse': rule('withdrawal', ['review'], ['owner', 'risk'], 'fresh', 'reason'),
  'withdrawals.retry': rule('withdrawal', RETRIED, ['owner', 'risk'], 'fresh'),
  'withdrawals.fail': rule('withdrawal', LIVE_STATES, ['owner', 'risk'], 'fresh', 'reason'),

  'withdrawals.review': rule('withdrawal', 'any', JOBS),
  'withdrawals.hold': rule('withdrawal', 'any', JOBS),

  'letters.read': rule('letter', 'any', READERS),
  'letters.open': rule('letter', 'any', DESK),
  'letters.answer': rule('letter', ['waiting', 'answered'], DESK),
  'letters.close': rule('letter', ['waiting', 'answered'], DESK),

  'orders.read': rule('order', 'any', READERS),
  'orders.refund': rule('order', 'any', ['owner', 'finance'], 'fresh', 'reason', 'refund'),
  'orders.keep': rule('order', 'any', JOBS),
  'orders.return': rule('order', 'any', ['owner', 'finance'], 'fresh', 'reason', 'refund'),
  'orders.credit': rule('order', 'any', ['owner', 'finance'], 'fresh', 'reason', 'refund'),
  // What is stored about a player leaves the shop with the file.
  'orders.evidence': rule('order', 'any', ['owner', 'finance'], 'fresh'),
  'orders.answer': rule('order', 'any', ['owner', 'finance'], 'fresh', 'reason'),
  'editions.read': rule('edition', 'any', ['owner', 'content', 'auditor']),
  'editions.publish': rule('edition', 'any', ['owner'], 'fresh', 'second'),
  'editions.back': rule('edition', 'any', ['owner'], 'fresh', 'reason', 'second'),
  'drafts.read': rule('draft', 'any', ['owner', 'content', 'auditor']),
  // Nothing in force changes by it.
  'drafts.write': rule('draft', 'any', EDITORS),
  'drafts.publish': rule('draft', ['open', 'failed'], EDITORS, 'fresh', 'reason', 'second'),
  'drafts.recall': rule('draft', ['due'], EDITORS),
  'cases.read': rule('edition', 'any', ['owner', 'content', 'auditor']),
  // With the margin that pays for what is given.
  'rewards.read': rule('edition', 'any', ['owner', 'content', 'auditor']),
  'prices.read': rule('edition', 'any', ['owner', 'finance', 'content', 'auditor']),
  'prices.import': rule('edition', 'any', ['owner'], 'fresh'),
  'prices.accept': rule('edition', 'any', ['owner'], 'fresh'),
  'rates.accept': rule('edition', 'any', ['owner'], 'fresh'),
  'cases.rebalance': rule('edition', 'any', ['owner'], 'fresh'),
  'catalogue.import': rule('edition', 'any', ['owner'], 'fresh'),
  'promo.read': rule('promo', 'any', ['owner', 'finance', 'content', 'auditor']),
  'promo.create': rule('promo', 'any', ['owner', 'content'], 'fresh'),
  'promo.end': rule('promo', 'any', ['owner', 'content'], 'fresh'),
  // The file has codes that anybody can use.
  'promo.codes': rule('promo', 'any', ['owner', 'content'], 'fresh'),
  // It raises what is paid out of house edge; what takes it away does not wait for anyone.
  'partners.share': rule('player', ['active'], ['owner', 'finance'], 'fresh', 'reason', 'second'),
  'partners.end': rule('player', 'any', ['owner', 'finance'], 'fresh'),
  'saferPlay.read': rule('player', 'any', READERS),
  'saferPlay.note': rule('player', NOT_ERASED, CARERS),
  'saferPlay.look': rule('player', NOT_ERASED, CARERS),
  // Nobody can take it back.
  'saferPlay.exclude': rule('player', NOT_ERASED, ['owner', 'risk'], 'fresh', 'reason'),
  'switches.read': rule('switch', 'any', READERS),
  // What stops something is done at once; what lets money flow again asks who is there.
  'switches.off': rule('switch', ['on'], ['owner', 'finance', 'risk'], 'reason'),
  'switches.on': rule('switch', ['off'], ['owner', 'finance', 'risk'], 'fresh', 'reason'),
  'announcements.read': rule('notice', 'any', ['owner', 'support', 'content', 'auditor']),
  'announcements.publish': rule('notice', 'any', ['owner', 'content']),
  'announcements.end': rule('notice', ['planned', 'shown'], ['owner', 'content']),
  'notices.send': rule('notice', 'any', ['owner', 'content'], 'fresh', 'reason', 'second'),
  'notices.test': rule('notice', 'any', ['owner', 'content']),
  'notices.stop': rule('notice', ['sending'], ['owner', 'content']),
  'notices.end': rule('notice', 'any', JOBS),
  /** A member's own channels: where the team is told what waits. */
  'alerts.own': rule('session', 'any', ROLES),
  // What is told leaves the office.
  'alerts.connect': rule('session', 'any', ROLES, 'fresh'),
  'alerts.read': rule('audit', 'any', ['owner', 'auditor']),
  'system.read': rule('system', 'any', ['owner', 'auditor']),
  // They take the machine's time and room.
  'system.check': rule('system', 'any', ['owner'], 'fresh'),
  'system.backup': rule('system', 'any', ['owner'], 'fresh'),
  'bots.read': rule('bots', 'any', ['owner', 'finance', 'risk', 'auditor']),
  'bots.look': rule('bots', 'any', ['owner', 'risk']),
  'raffles.repair': rule('raffle', 'any', ['owner'], 'fresh'),
} satisfies Record<string, VerbRule>

export type Verb = keyof typeof VERBS

export const VERB_NAMES = Object.keys(VERBS) as readonly Verb[]

/** What changes nothing but a member's own session, and what hands out sums without people. */
const PASSING: readonly Verb[] = ['session.own', 'session.end', 'session.fresh', 'today.export']

/** The verbs that the audit has rows of: acts, and not what is only read. */
export const RECORDED_VERBS: readonly Verb[] = VERB_NAMES.filter(
  (verb) => !verb.endsWith('.read') && !PASSING.includes(verb),
)

/** Returns the verbs whose proposals a role reads: content those that it may propose itself, because others are about players' money. */
export function proposalVerbs(role: Role): readonly Verb[] {
  return role === 'content' ? VERB_NAMES.filter((verb) => ruleOf(verb).roles.includes(role)) : VERB_NAMES
}

/** Returns the rule of a verb. */
export function ruleOf(name: Verb): VerbRule {
  return VERBS[name]
}

/** Tells whether a text is the name of a verb. */
export function isVerb(text: string): text is Verb {
  return Object.hasOwn(VERBS, text)
}
