// The words of what waits: every reason, decision and action in every language, and nothing left unfilled.
import { describe, expect, it } from 'vitest'
import { PERSON_QUEUES, type UsualTime } from '../../src/game/base/decision-times.ts'
import { LANGUAGES } from '../../src/game/base/language.ts'
import { REVIEW_GROUNDS, WAIT_REASONS, type Wait, type WaitDecision } from '../../src/game/withdrawal/waiting.ts'
import { textFor } from '../../src/i18n/text.ts'
import {
  spanWords,
  type UsualTimesOfQueues,
  waitDecisionWords,
  waitReasonWords,
  waitRestsWords,
  waitText,
} from '../../src/i18n/wait-words.ts'

const AT = Date.UTC(2026, 10, 28, 12)
const usualOf = (time: UsualTime): UsualTimesOfQueues =>
  Object.fromEntries(PERSON_QUEUES.map((queue) => [queue, time])) as UsualTimesOfQueues
const MEASURED = usualOf({ minutes: 240, measured: true })
const DECISIONS: readonly WaitDecision[] = [
  { by: 'time', at: AT },
  { by: 'person', queue: 'prices' },
  { by: 'player', until: null },
  { by: 'player', until: AT },
  { by: 'steam', until: null },
  { by: 'steam', until: AT },
  { by: 'bank' },
  { by: 'play' },
  { by: 'site' },
  { by: 'nobody' },
]
const WAIT: Wait = {
  subject: 'withdrawal',
  reason: 'review',
  since: AT,
  decided: { by: 'person', queue: 'withdrawals' },
}

describe.each(LANGUAGES)('in %s', (language) => {
  const t = textFor(language, 'waiting')

  it.each(WAIT_REASONS)('%s has a sentence of its own, and what a player can do', (reason) => {
    const why = waitReasonWords({ ...WAIT, reason }, { t })
    expect(why).toMatch(/[.]$/)
    expect(why).not.toMatch(/why\.|\{\{|undefined/)
    expect(waitText({ ...WAIT, reason }, { t, usual: MEASURED })).not.toMatch(/action\.|decided\.|\{\{|\.\./)
  })

  it.each(DECISIONS)('names who decides: %j', (decided) => {
    for (const usual of [null, MEASURED, usualOf({ minutes: 4_320, measured: false })]) {
      expect(waitDecisionWords({ ...WAIT, decided }, { t, usual })).not.toMatch(/decided\.|span\.|\{\{|undefined/)
    }
  })

  it('names the grounds of a review', () => {
    const words = waitReasonWords({ ...WAIT, grounds: REVIEW_GROUNDS }, { t })
    for (const ground of REVIEW_GROUNDS) expect(words).toContain(t(`grounds.${ground}`))
  })

  it('names the numbers that a wait rests on', () => {
    const amounts = { have: 1_240, need: 2_000 }
    for (const reason of ['turnover', 'gift', 'new-card'] as const) {
      const words = waitRestsWords({ ...WAIT, reason, amounts }, t)
      expect(words).toContain('$12.40')
      expect(words).toContain('$20.00')
    }
    expect(waitRestsWords({ ...WAIT, reason: 'debt', amounts: { have: null, need: 700 } }, t)).toContain('$7.00')
    expect(waitRestsWords(WAIT, t)).toBeNull()
  })
})

describe('a span', () => {
  it.each([
    [1, '1 minute'],
    [89, '89 minutes'],
    [90, '2 hours'],
    [240, '4 hours'],
    [2_879, '48 hours'],
    [2_880, '2 days'],
  ])('of %i minutes', (minutes, words) => {
    expect(spanWords(minutes, textFor('en', 'waiting'))).toBe(words)
  })
})

it('a person is said to decide without a time while it is unknown, else with what was measured or promised', () => {
  const t = textFor('en', 'waiting')
  const words = (usual: UsualTimesOfQueues | null) => waitDecisionWords(WAIT, { t, usual })
  expect(words(null)).toBe('A person decides.')
  expect(words(MEASURED)).toBe('A person decides, usually within 4 hours (median of the last 30 days).')
  expect(words(usualOf({ minutes: 1_440, measured: false }))).toBe('A person decides, usually within 24 hours.')
})
