// The verbs that the audit has rows of, for its filter.
import { describe, expect, it } from 'vitest'
import { RECORDED_VERBS, ruleOf } from '../../../src/game/office/verbs.ts'

describe('verbs of the audit', () => {
  it('are no views, which leave no row', () => {
    for (const verb of ['players.read', 'orders.read', 'today.export', 'session.fresh'] as const)
      expect(RECORDED_VERBS).not.toContain(verb)
  })

  it('are all that asks for a reason, a passkey or a second person, and what jobs do', () => {
    for (const verb of ['session', 'players.note', 'players.export', 'orders.refund', 'orders.keep'] as const)
      expect(RECORDED_VERBS).toContain(verb)
    for (const verb of RECORDED_VERBS) expect(ruleOf(verb)).toBeDefined()
  })
})
