// The list of what waits: each entry with its reason, since when, the numbers it rests on, and who decides.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { WAIT_REASONS } from '../../../src/game/withdrawal/waiting.ts'
import { island } from '../../../src/islands/island.tsx'
import { WaitList } from '../../../src/islands/waiting/WaitingTab.tsx'
import type { WaitEntry } from '../../../src/protocol/waiting.ts'

const AT = Date.UTC(2026, 10, 28, 12)
const List = island(WaitList)
const html = (waits: readonly WaitEntry[], lang: Language = 'en'): string =>
  renderToStaticMarkup(<List lang={lang} waits={waits} />)

const turnover: WaitEntry = {
  id: 'turnover',
  subject: 'account',
  reason: 'turnover',
  since: null,
  decided: { by: 'play' },
  amounts: { have: 1_240, need: 2_000 },
  about: null,
}

describe('an entry', () => {
  it('says what it rests on', () => {
    expect(html([turnover])).toContain('$12.40 of $20.00 played')
  })

  it('says since when, and until when', () => {
    const held: WaitEntry = {
      ...turnover,
      reason: 'deposit-hold',
      since: AT,
      decided: { by: 'time', at: AT + 86_400_000 },
      amounts: undefined,
    }
    expect(html([held])).toMatch(/Since 28\.11\.2026.*Until 29\.11\.2026/)
  })

  it('leads to where a player can do something, and nowhere else', () => {
    expect(html([{ ...turnover, reason: 'stock', amounts: undefined }])).toContain(
      '<a href="/dashboard?tab=withdrawals"',
    )
    expect(html([turnover])).not.toContain('<a ')
  })

  it('leads to a letter about what a person decides', () => {
    const id = '00000000-0000-4000-8000-000000000001'
    const decided = { by: 'person', queue: 'withdrawals' } as const
    const review: WaitEntry = { ...turnover, id, subject: 'withdrawal', reason: 'review', decided, amounts: undefined }
    const leadsTo = (about: string): string => `href="/dashboard?tab=letters&amp;about=${about}"`
    expect(html([review])).toContain(leadsTo(`withdrawal:${id}`))
    const kept = { ...review, id: `whole-${id}`, subject: 'payment', reason: 'kept-limit' } as const
    expect(html([kept])).toContain(leadsTo(`order:${id}`))
  })

  it('names the limit that is to rise, and what it will be', () => {
    const raise: WaitEntry = {
      ...turnover,
      subject: 'limit',
      reason: 'raise',
      decided: { by: 'time', at: AT },
      amounts: { have: null, need: 1_000 },
      about: { kind: 'limit', window: 'day', next: 5_000 },
    }
    expect(html([raise])).toMatch(/Deposit limit over 24 hours.*\$50\.00.*Now: \$10\.00/)
    expect(html([{ ...raise, about: { kind: 'limit', window: 'day', next: null } }])).toContain('no limit')
  })

  it.each(LANGUAGES)('has every text in %s, for every reason', (lang) => {
    const waits = WAIT_REASONS.map((reason): WaitEntry => ({ ...turnover, id: reason, reason }))
    expect(html(waits, lang)).not.toMatch(/>(why|title|what|action|decided|rests|since)\.|\{\{/)
  })
})
