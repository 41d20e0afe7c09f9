// What the team is told: once, again when it is worse or comes back, at night only what is urgent, and nothing lost by the night.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALERT_KINDS,
  alertRuleFaults,
  decideAlerts,
  isQuiet,
  levelOf,
  type Matter,
  QUEUE_KINDS,
  type Recipient,
  DEFAULT_ALERT_RULES as RULES,
} from '../../../src/game/office/alerts.ts'
import { ROLES } from '../../../src/game/office/roles.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const START_MS = Date.UTC(2026, 10, 28)

const minuteAt = (nowMs: number): number => Math.floor((nowMs / MINUTE_MS) % DAY_MINUTES)

/** Keeps what a recipient was told, as the tables do. */
function track(recipient: Recipient) {
  const told = new Map(recipient.told)
  let { lastMs } = recipient
  return (matters: readonly Matter[], nowMs: number) => {
    const state = { ...recipient, told, lastMs }
    const { tell, over } = decideAlerts(matters, [state], RULES, { nowMs, minute: minuteAt(nowMs) })
    for (const { key } of over) told.delete(key)
    const news = tell[0]?.matters ?? []
    if (news.length > 0) lastMs = nowMs
    for (const { key, level } of news) told.set(key, level)
    return { news, over: over.map(({ key }) => key) }
  }
}

const OWNER: Recipient = { id: 'a', role: 'owner', quiet: true, told: new Map(), lastMs: null }

/** Matters that begin and end within three days. */
const lives = fc.array(
  fc.record({
    kind: fc.constantFrom(...ALERT_KINDS),
    id: fc.integer({ min: 0, max: 2 }),
    from: fc.integer({ min: -DAY_MINUTES, max: 2 * DAY_MINUTES }),
    minutes: fc.integer({ min: 1, max: 2 * DAY_MINUTES }),
  }),
  { maxLength: 8 },
)

type Life = typeof lives extends fc.Arbitrary<readonly (infer One)[]> ? One : never

const keyOf = ({ kind, id }: Life): string => (QUEUE_KINDS.some((queue) => queue === kind) ? kind : `${kind}:${id}`)

/** What is so at a moment: of one key, what began first. */
function mattersAt(all: readonly Life[], nowMs: number): Matter[] {
  const minute = (nowMs - START_MS) / MINUTE_MS
  const current = all.filter(({ from, minutes }) => from <= minute && minute < from + minutes)
  const keys = [...new Set(current.map(keyOf))]
  return keys.map((key) => {
    const same = current.filter((life) => keyOf(life) === key)
    const since = Math.min(...same.map(({ from }) => from))
    return { kind: same[0]?.kind ?? 'job', key, sinceMs: START_MS + since * MINUTE_MS, count: same.length }
  })
}

const STEP_MINUTES = 7

describe('what the team is told', () => {
  it('is told once, and again only when it is worse or after it was over', () => {
    fc.assert(
      fc.property(lives, (all) => {
        const look = track(OWNER)
        const known = new Map<string, number>()
        for (let minute = 0; minute < 3 * DAY_MINUTES; minute += STEP_MINUTES) {
          const nowMs = START_MS + minute * MINUTE_MS
          const matters = mattersAt(all, nowMs)
          const { news } = look(matters, nowMs)
          const current = new Set(matters.filter((one) => levelOf(one, RULES, nowMs) > 0).map(({ key }) => key))
          for (const key of known.keys()) if (!current.has(key)) known.delete(key)
          for (const { key, level } of news) {
            expect(level).toBeGreaterThan(known.get(key) ?? 0)
            known.set(key, level)
          }
        }
      }),
    )
  })

  it('is urgent at night, and all that is still so has been told when the night is over', () => {
    fc.assert(
      fc.property(lives, (all) => {
        const look = track(OWNER)
        const told = new Map<string, number>()
        for (let minute = 0; minute < 3 * DAY_MINUTES; minute += STEP_MINUTES) {
          const nowMs = START_MS + minute * MINUTE_MS
          const matters = mattersAt(all, nowMs)
          const { news, over } = look(matters, nowMs)
          for (const key of over) told.delete(key)
          for (const { key, level } of news) told.set(key, level)
          const night = isQuiet(RULES.quiet, minuteAt(nowMs))
          if (night) expect(news.every(({ urgent }) => urgent)).toBe(true)
          for (const matter of matters) {
            const level = levelOf(matter, RULES, nowMs)
            if (level === 0 || (night && !RULES.kinds[matter.kind].urgent)) continue
            expect(told.get(matter.key) ?? 0).toBeGreaterThanOrEqual(level)
          }
        }
      }),
    )
  })

  it('reaches the roles of its kind alone, and the webhook always', () => {
    fc.assert(
      fc.property(lives, fc.constantFrom(...ROLES), fc.integer({ min: 0, max: DAY_MINUTES }), (all, role, minute) => {
        const nowMs = START_MS + minute * MINUTE_MS
        const member = { ...OWNER, id: 'member', role, quiet: false }
        const webhook = { ...OWNER, id: 'webhook', role: null }
        const matters = mattersAt(all, nowMs)
        const { tell } = decideAlerts(matters, [member, webhook], RULES, { nowMs, minute: minuteAt(nowMs) })
        const of = (id: string) => tell.find(({ recipient }) => recipient === id)?.matters ?? []
        expect(of('member').every(({ kind }) => RULES.kinds[kind].roles.includes(role))).toBe(true)
        expect(of('webhook').length).toBe(matters.filter((one) => levelOf(one, RULES, nowMs) > 0).length)
      }),
    )
  })

  it('gathers what comes within a minute into one message', () => {
    const nowMs = START_MS + 12 * 60 * MINUTE_MS
    const job = (name: string): Matter => ({ kind: 'job', key: `job:${name}`, sinceMs: nowMs, count: 1 })
    const look = track(OWNER)
    expect(look([job('a')], nowMs).news.map(({ key }) => key)).toEqual(['job:a'])
    expect(look([job('a'), job('b')], nowMs + 20_000).news).toEqual([])
    expect(look([job('a'), job('b'), job('c')], nowMs + 40_000).news).toEqual([])
    const { news } = look([job('a'), job('b'), job('c')], nowMs + 60_000)
    expect(news.map(({ key }) => key)).toEqual(['job:b', 'job:c'])
  })

  it('grows worse when the oldest of a queue has waited twice as long', () => {
    const matter: Matter = { kind: 'withdrawals', key: 'withdrawals', sinceMs: START_MS, count: 3 }
    const level = (minutes: number) => levelOf(matter, RULES, START_MS + minutes * MINUTE_MS)
    expect([59, 60, 119, 120, 239, 240, 480].map(level)).toEqual([0, 1, 1, 2, 2, 3, 4])
  })
})

describe('an answer that has a deadline', () => {
  const kind = 'disputeAnswer' as const
  const dueMs = START_MS + 10 * DAY_MINUTES * MINUTE_MS
  const daysAfter = (days: number) => START_MS + days * DAY_MINUTES * MINUTE_MS

  it('is asked for three days before it, and once more on its last day', () => {
    const matter: Matter = {
      kind,
      key: 'disputeAnswer:stripe:1',
      sinceMs: START_MS + 6.5 * DAY_MINUTES * MINUTE_MS,
      count: 1,
      dueMs,
    }
    const level = (days: number) => levelOf(matter, RULES, daysAfter(days))
    expect([6.6, 6.9, 7, 8.9, 9, 10, 11].map(level)).toEqual([0, 0, 1, 1, 2, 2, 2])
  })

  it('is asked for by the time that it waits where the deadline is far', () => {
    const far = daysAfter(40)
    const matter: Matter = { kind, key: 'disputeAnswer:stripe:1', sinceMs: START_MS, count: 1 }
    for (const one of [matter, { ...matter, dueMs: far }]) {
      expect([4.9, 5, 30].map((days) => levelOf(one, RULES, daysAfter(days)))).toEqual([0, 1, 1])
    }
  })
})

describe('the rules of alerts', () => {
  it('are right where a shop has none of its own', () => {
    expect(alertRuleFaults(RULES)).toEqual([])
  })

  it('name what is wrong with them', () => {
    const { kinds } = RULES
    const faults = alertRuleFaults({
      quiet: { from: 8 * 60, to: 22 * 60 },
      kinds: {
        ...kinds,
        chain: { ...kinds.chain, urgent: false },
        letters: { ...kinds.letters, roles: ['owner', 'content'] },
        withdrawals: { ...kinds.withdrawals, afterMinutes: 1 },
        job: { ...kinds.job, roles: ['support'] },
        proposal: { ...kinds.proposal, afterMinutes: DAY_MINUTES },
      },
    })
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'quiet',
      'kinds.chain.urgent',
      'kinds.job.roles',
      'kinds.withdrawals.afterMinutes',
      'kinds.letters.roles',
      'kinds.proposal.afterMinutes',
    ])
  })

  it('know hours that go over midnight, and hours that are none', () => {
    expect([1319, 1320, 0, 479, 480].map((minute) => isQuiet({ from: 1320, to: 480 }, minute))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect(isQuiet({ from: 600, to: 600 }, 600)).toBe(false)
  })
})
