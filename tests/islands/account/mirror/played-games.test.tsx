// The own play: what it cost beside what the odds expect, without praise and without urging.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../../src/game/base/language.ts'
import { PlayedGames } from '../../../../src/islands/account/mirror/MirrorTab.tsx'
import { island } from '../../../../src/islands/island.tsx'
import type { MirrorReply, PlayedSums } from '../../../../src/protocol/mirror.ts'

const played: PlayedSums = {
  rounds: 1_200,
  staked: 100_000,
  won: 84_000,
  expected: 91_500.4,
  error: 3_200,
  played_ms: 3_840_000,
  longest: { rounds: 11, lost: 4_200 },
  costliest: { rounds: 4, lost: 9_900 },
  expected_run: 9.7,
}
const all: PlayedSums = { ...played, expected_run: null }
const mirror: MirrorReply = {
  success: true,
  days: '30',
  at: 1,
  since: null,
  sessions: 7,
  games: [
    { game: 'case', ...played },
    { game: 'battle', ...played, expected_run: null },
  ],
  total: all,
}
const View = island(PlayedGames)
const html = (lang: Language = 'en', of: MirrorReply = mirror): string =>
  renderToStaticMarkup(<View lang={lang} mirror={of} total={of.total ?? all} />).replaceAll('\u00a0', ' ')

describe('the numbers', () => {
  it('are the net result and the return, each beside what the odds expect with its standard error', () => {
    const markup = html()
    for (const words of [
      '−$160.00',
      '−$85.00',
      '84%',
      '91.5% ± 3.2%',
      '$915.00 ± $32.00',
      '1 h 4 min',
      '$42.00 lost',
      '$99.00 lost',
    ]) {
      expect(markup).toContain(words)
    }
  })

  it('have a plus where more was won than staked', () => {
    const lucky = { ...all, won: all.staked + 3_678 }
    expect(html('en', { ...mirror, games: [], total: lucky })).toContain('+$36.78')
  })

  it('expect a losing run of games with odds of their own alone', () => {
    expect(html().match(/By the odds, on average/g)).toHaveLength(1)
  })

  it('are those of all games alone where one was played', () => {
    const one = { ...mirror, games: mirror.games.slice(0, 1) }
    expect(html('en', one).match(/<section/g)).toHaveLength(1)
    expect(html().match(/<section/g)).toHaveLength(3)
    expect(html('en', one)).toContain('By the odds, on average')
  })

  it('say since when they count, where rounds are left out', () => {
    expect(html('en', { ...mirror, since: Date.UTC(2026, 0, 2, 12) })).toContain('02.01.2026')
  })

  it.each(LANGUAGES)('have every text in %s', (lang) => {
    expect(html(lang)).not.toMatch(/>(facts|runOf|all|band)|\{\{/)
  })
})
