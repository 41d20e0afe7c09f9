import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, type Situation } from '../../../src/game/office/judge.ts'
import { DEFAULT_RULES } from '../../../src/game/office/limits.ts'
import { ROLES } from '../../../src/game/office/roles.ts'
import { SUBJECT_STATES } from '../../../src/game/office/subjects.ts'
import { ruleOf, VERB_NAMES, type Verb } from '../../../src/game/office/verbs.ts'

const NOW = 1_000_000
const aVerb = fc.constantFrom(...VERB_NAMES)
const aState = fc.constantFrom(undefined, ...Object.values(SUBJECT_STATES).flat())
const aSituation: fc.Arbitrary<Situation> = fc.record({
  role: fc.constantFrom(null, ...ROLES),
  state: aState,
  freshUntil: fc.constantFrom(null, NOW - 1, NOW, NOW + 1),
  now: fc.constant(NOW),
  amount: fc.constantFrom(undefined, 0, 10_000, 10_001, 50_000, 50_001, 1_000_000, 1_000_001, -1_000_001),
  hasReason: fc.boolean(),
  isProposer: fc.constantFrom(undefined, true, false),
  hasDecided: fc.constantFrom(undefined, true, false),
  rules: fc.constantFrom(DEFAULT_RULES, { ...DEFAULT_RULES, secondPerson: false }),
})

const whenAllowed = (check: (verb: Verb, situation: Situation) => void): void =>
  fc.assert(
    fc.property(aVerb, aSituation, (verb, situation) => {
      if (judge(verb, situation).may) check(verb, situation)
    }),
    { numRuns: 2_000 },
  )

describe('the table of verbs', () => {
  it('lets nobody act who is not signed in', () => {
    whenAllowed((verb, { role }) => expect(verb === 'session' || role !== null).toBe(true))
  })

  it('lets nobody act whose role it does not name', () => {
    whenAllowed((verb, { role }) =>
      expect(verb === 'session' || ruleOf(verb).roles.some((one) => one === role)).toBe(true),
    )
  })

  it('allows nothing in a state that it does not name', () => {
    whenAllowed((verb, { state }) => {
      const { states } = ruleOf(verb)
      expect(states === 'any' || states.some((one) => one === state)).toBe(true)
    })
  })

  it('allows nothing that asks for a fresh assertion without one', () => {
    whenAllowed((verb, { freshUntil }) => expect(!ruleOf(verb).fresh || (freshUntil ?? 0) > NOW).toBe(true))
  })

  it('allows nothing that asks for a reason without one', () => {
    whenAllowed((verb, { hasReason }) => expect(!ruleOf(verb).reason || hasReason).toBe(true))
  })

  it('lets nobody decide on their own proposal, and nobody take back another’s', () => {
    whenAllowed((verb, { isProposer, hasDecided }) => {
      if (verb === 'letters.answer' || verb === 'letters.close') expect(hasDecided).not.toBe(true)
      if (verb === 'proposals.approve' || verb === 'proposals.refuse') expect(isProposer).toBe(false)
      if (verb === 'proposals.withdraw') expect(isProposer).toBe(true)
    })
  })

  it('asks for a second person always, or above a limit, and never in a shop of one', () => {
    fc.assert(
      fc.property(aVerb, aSituation, (verb, situation) => {
        const judged = judge(verb, situation)
        if (!judged.may) return
        const { second } = ruleOf(verb)
        const { amount = Number.POSITIVE_INFINITY, rules = DEFAULT_RULES } = situation
        const asks = second === 'always' || (second !== 'never' && amount > rules.limits[second.above])
        expect(judged).toEqual({ may: true, second: asks && rules.secondPerson, alone: asks && !rules.secondPerson })
      }),
    )
  })

  it('lets no one act move more than its cap, whoever approves it', () => {
    whenAllowed((verb, { amount = 0 }) =>
      expect(verb !== 'players.correct' || Math.abs(amount) <= 1_000_000).toBe(true),
    )
  })

  it('lets an auditor read everything and act on nothing', () => {
    const own = [
      'session',
      'session.own',
      'session.end',
      'session.fresh',
      'passkeys.add',
      'passkeys.remove',
      'alerts.own',
      'alerts.connect',
    ]
    const allowed = VERB_NAMES.filter((verb) => ruleOf(verb).roles.includes('auditor') && !own.includes(verb))
    expect(allowed).toEqual(VERB_NAMES.filter((verb) => verb.endsWith('.read') || verb === 'today.export'))
  })

  it('asks for a fresh assertion for all that moves money or items, and for staff', () => {
    const moving = [
      'players.correct',
      'orders.refund',
      'withdrawals.approve',
      'withdrawals.refuse',
      'withdrawals.retry',
    ]
    const changing = VERB_NAMES.filter((verb) => /^(staff|passkeys)\./.test(verb) && verb !== 'staff.read')
    for (const verb of [...moving, 'withdrawals.fail', 'proposals.approve', ...changing]) {
      expect(ruleOf(verb as Verb).fresh, verb).toBe(true)
    }
  })

  it('names only states of its subjects', () => {
    for (const verb of VERB_NAMES) {
      const { states, subject } = ruleOf(verb)
      const known: readonly string[] = SUBJECT_STATES[subject]
      if (states !== 'any') for (const state of states) expect(known, verb).toContain(state)
    }
  })

  it('says what a person can do about it, in that order', () => {
    const allowed: Situation = { role: 'owner', state: 'active', freshUntil: NOW + 1, now: NOW, hasReason: true }
    const why = (changes: Partial<Situation>, verb: Verb = 'staff.role') => judge(verb, { ...allowed, ...changes })
    expect(why({})).toEqual({ may: true, second: true, alone: false })
    const nothing = { role: 'support', state: 'disabled', hasReason: false, freshUntil: null } as const
    expect(why(nothing)).toEqual({ may: false, why: 'role' })
    expect(why({ ...nothing, role: 'owner' })).toEqual({ may: false, why: 'state' })
    expect(why({ hasReason: false, freshUntil: null })).toEqual({ may: false, why: 'reason' })
    expect(why({ freshUntil: null })).toEqual({ may: false, why: 'fresh' })
    expect(why({ amount: 1_000_001 }, 'players.correct')).toEqual({ may: false, why: 'limit' })
  })
})
