// What waits: each hold explains itself, and tells nothing that would help a thief.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PERSON_QUEUES, usualTime } from '../../../src/game/base/decision-times.ts'
import { KEPT_REASONS } from '../../../src/game/withdrawal/kept-reasons.ts'
import * as waiting from '../../../src/game/withdrawal/waiting.ts'
import { WAIT_REASONS, type WithdrawalFacts, withdrawalWait } from '../../../src/game/withdrawal/waiting.ts'
import { HOLD_REASONS, isFinal, WITHDRAWAL_STATES } from '../../../src/game/withdrawal/withdrawal.ts'
import { REVIEW_REASONS } from '../../../src/game/withdrawal/withdrawal-review.ts'

const HOUR_MS = 3_600_000

const moment = fc.integer({ min: 1, max: 2_000_000_000_000 })
const withdrawal: fc.Arbitrary<WithdrawalFacts> = fc.record({
  state: fc.constantFrom(...WITHDRAWAL_STATES),
  isPriceRise: fc.boolean(),
  hold: fc.option(fc.record({ reason: fc.constantFrom(...HOLD_REASONS), untilMs: fc.option(moment, { nil: null }) }), {
    nil: null,
  }),
  changedMs: moment,
  offeredUntilMs: fc.option(moment, { nil: null }),
  protectedUntilMs: fc.option(moment, { nil: null }),
  isUnanswered: fc.boolean(),
  review: fc.option(fc.uniqueArray(fc.constantFrom(...REVIEW_REASONS)), { nil: null }),
})

describe('the wait of a withdrawal', () => {
  it('explains every state that is not final, and none that is', () => {
    fc.assert(
      fc.property(withdrawal, (facts) => {
        const wait = withdrawalWait(facts)
        expect(wait === null).toBe(isFinal(facts.state))
        if (wait === null) return
        expect(WAIT_REASONS).toContain(wait.reason)
        expect(wait.since).toBe(facts.changedMs)
      }),
    )
  })

  it('is the hold, where there is one before it is sent, with the time at which it ends', () => {
    fc.assert(
      fc.property(withdrawal, fc.constantFrom('requested', 'approved', 'buying'), (facts, state) => {
        const wait = withdrawalWait({ ...facts, state })
        if (facts.hold === null) return
        expect(wait?.reason).toBe(facts.hold.reason)
        if (facts.hold.untilMs !== null) expect(wait?.decided).toEqual({ by: 'time', at: facts.hold.untilMs })
        else expect(wait?.decided.by).not.toBe('time')
      }),
    )
  })

  it('tells the grounds of a review in kind: never a score, a rule, or that accounts are related', () => {
    fc.assert(
      fc.property(withdrawal, fc.uniqueArray(fc.constantFrom(...REVIEW_REASONS)), (facts, review) => {
        const wait = withdrawalWait({ ...facts, state: 'review', hold: null, review })
        expect(wait).toMatchObject({ reason: 'review', decided: { by: 'person', queue: 'withdrawals' } })
        const words = JSON.stringify(wait)
        expect(words).not.toMatch(/shared|battles|funded|device|card|address|accounts/)
        expect(new Set(wait?.grounds).size).toBe(wait?.grounds?.length)
        expect((wait?.grounds ?? []).length > 0).toBe(review.length > 0)
      }),
    )
  })

  it('is one ground, safety, for everything that relates accounts', () => {
    const related = REVIEW_REASONS.filter((reason) => /^(shared|battles)-/.test(reason))
    expect(related.length).toBeGreaterThan(3)
    for (const reason of related) expect(waiting.groundsOf([reason])).toEqual(['safety'])
    expect(waiting.groundsOf(related)).toEqual(['safety'])
  })

  it('says that Steam does not answer while an offer’s end is unknown', () => {
    const facts: WithdrawalFacts = {
      state: 'sent',
      isPriceRise: false,
      hold: null,
      changedMs: 1,
      offeredUntilMs: 5,
      protectedUntilMs: null,
      isUnanswered: false,
      review: null,
    }
    expect(withdrawalWait(facts)).toMatchObject({ reason: 'accept', decided: { by: 'player', until: 5 } })
    expect(withdrawalWait({ ...facts, isUnanswered: true })).toMatchObject({
      reason: 'steam-silent',
      decided: { by: 'steam', until: null },
    })
  })
})

describe('the wait of a kept payment', () => {
  it.each(KEPT_REASONS)('for %s is of a known reason, and names no ban', (reason) => {
    const wait = waiting.keptWait({ reason, amount: 500, sinceMs: 7, refundMs: null })
    expect(WAIT_REASONS).toContain(wait.reason)
    expect(wait).toMatchObject({ since: 7, decided: { by: 'person', queue: 'payments' }, amounts: { need: 500 } })
    expect(wait.reason).not.toContain('ban')
    expect(waiting.keptWait({ reason, amount: 500, sinceMs: 7, refundMs: 9 }).decided).toEqual({ by: 'time', at: 9 })
  })
})

describe('the usual time of a decision', () => {
  it('is the median of enough decisions, in whole minutes, at least one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 1e6 }), fc.integer({ min: 0, max: 1e10 }), (count, medianMs) => {
        const { minutes, measured } = usualTime({ count, medianMs }, 24)
        expect(measured).toBe(true)
        expect(minutes).toBeGreaterThanOrEqual(1)
        expect(Math.abs(minutes - medianMs / 60_000)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is what was promised while there are too few of them', () => {
    for (const few of [null, { count: 4, medianMs: HOUR_MS }]) {
      expect(usualTime(few, 24)).toEqual({ minutes: 1_440, measured: false })
    }
  })

  it('is known for every queue', () => {
    expect(new Set(PERSON_QUEUES).size).toBe(PERSON_QUEUES.length)
  })
})
