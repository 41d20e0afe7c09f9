// A battle in the lobby as it is rendered: how to join, what it costs, how far it has come, who won.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../../src/game/base/language.ts'
import { EVERYTHING_OPEN, type LobbyFilter } from '../../../../src/game/battles/find.ts'
import { formatDateTime } from '../../../../src/i18n/format.ts'
import { textFor } from '../../../../src/i18n/text.ts'
import { BattleRow } from '../../../../src/islands/battles/lobby/BattleRow.tsx'
import { EmptyLobby } from '../../../../src/islands/battles/lobby/EmptyLobby.tsx'
import { LobbyScreen } from '../../../../src/islands/battles/lobby/LobbyScreen.tsx'
import { island } from '../../../../src/islands/island.tsx'
import type { BattleCard } from '../../../../src/protocol/battle.ts'
import { $lastBattles } from '../../../../src/stores/battles/battle-history.ts'
import { battleId, COMET, card, ORION, seat } from '../../../stores/battles/battle-fixture.ts'

const Row = island(BattleRow)

const html = (battle: BattleCard, lang: Language = 'en', nowMs = 0): string =>
  renderToStaticMarkup(<Row lang={lang} battle={battle} nowMs={nowMs} onJoin={() => undefined} />)

const names = (markup: string): string[] =>
  [...markup.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name = '']) => name)

describe('an open battle', () => {
  const battle = card(1, { format: '2v2', mode: 'jackpot', crazy: true, seats: [seat(1), seat(3, { user: null })] })

  it('offers each free seat by its number and price, and the first one by a button', () => {
    const markup = html(battle)
    expect(names(markup)).toEqual(['Join seat 2 for $5.00', 'Join seat 4 for $5.00'])
    expect(markup).toContain('Join · $5.00')
    expect(markup).toContain(`href="/battles/${battleId(1)}"`)
    expect(markup).toContain('Jackpot, crazy')
  })

  it('names its seats, its cases and its number for screen readers', () => {
    const markup = html({ ...battle, rounds: [ORION, ORION, COMET] })
    for (const words of ['alt="Player 1"', 'alt="Bot 3"', 'alt="Orion"', 'alt="Comet"', '×2', 'Cases, 3 rounds']) {
      expect(markup).toContain(words)
    }
    expect(markup).toMatch(/<h3 id="[^"]+"[\s\S]*battle 1<\/span><\/h3>/)
  })

  it('of the player has no seat to join, and a link to its page', () => {
    const markup = html({ ...battle, seats: [seat(1, { own: true })] })
    expect(names(markup)).toEqual([])
    expect(markup).toContain('Your battle')
    expect(markup).not.toContain('Join')
  })

  it('is cheaper where its creator pays for others', () => {
    expect(html(card(1, { fund: 40 }))).toContain('Join · $3.00')
    expect(html(card(1, { fund: 100 }))).toContain('Join for free')
  })

  it('shows the part of a seat that is not a whole one', () => {
    expect(html(card(1, { seats: [seat(1, { percent: 30 })] }))).toContain('30% of the seat')
  })
})

describe('a running battle', () => {
  const drawn = card(1, { state: 'drawn', seats: [seat(1), seat(2)], startsAt: 100_000 })

  it('shows how far it has come, and marks the case of its round', () => {
    expect(html(card(1, { state: 'locked', seats: [seat(1), seat(2)] }))).toContain('Starting')
    expect(html(drawn, 'en', 100_000)).toContain('Starting')
    const second = html({ ...drawn, rounds: [ORION, COMET] }, 'en', 109_000)
    expect(second).toContain('Round 2 of 2')
    expect(second).toMatch(/aria-current="step"[^>]*title="Comet/)
    expect(html(drawn, 'en', 114_000)).toContain('Deciding')
    expect(html(drawn, 'en', 200_000)).toContain('Finished')
  })

  it('can be watched, not joined', () => {
    const markup = html(drawn, 'en', 109_000)
    expect(markup).toContain('Spectate')
    expect(markup).not.toContain('Join')
  })
})

describe('a finished battle', () => {
  const finishedAt = new Date(2026, 10, 25, 12).getTime()
  const settled = card(1, {
    state: 'settled',
    seats: [seat(1), seat(2)],
    startsAt: finishedAt - 60_000,
    finishedAt,
    result: { pot: 1_234_567, winners: [2] },
  })

  it('shows the pot, the winner, the price of a seat, and when it was', () => {
    const markup = html(settled)
    for (const words of ['$12,345.67', '$5.00', formatDateTime(finishedAt), 'Watch']) expect(markup).toContain(words)
    expect(markup).toContain(`href="/battles/${battleId(1)}#replay"`)
    expect(markup).toMatch(/title="Player 2"[\s\S]*winner/)
    expect(markup.match(/data-lost/g)).toHaveLength(1)
  })

  it('that was shared has no winner and no loser', () => {
    const markup = html({ ...settled, mode: 'share', result: { pot: 5, winners: [1, 2] } })
    expect(markup).not.toContain('winner')
    expect(markup).not.toContain('data-lost')
  })
})

describe('a lobby without open battles', () => {
  const Empty = island(EmptyLobby)
  const empty = (filter: Partial<LobbyFilter> = {}): string =>
    renderToStaticMarkup(<Empty lang="en" filter={{ ...EVERYTHING_OPEN, ...filter }} onJoin={() => undefined} />)
  const ended = (number: number): BattleCard & { at: number } => ({
    ...card(number, { state: 'settled', startsAt: 0, result: { pot: 700, winners: [1] } }),
    at: 0,
  })
  const show = (entries: readonly ReturnType<typeof ended>[]): void =>
    $lastBattles.set({ status: 'ready', cursor: null, more: 'idle', entries })

  afterEach(() => $lastBattles.set({ status: 'loading', cursor: null, more: 'idle', entries: [] }))

  it('shows the last five, each to be watched, and how to make one', () => {
    show([9, 8, 7, 6, 5, 4].map(ended))
    const markup = empty()
    expect(markup.match(/#replay"/g)).toHaveLength(5)
    for (const words of ['No battles are open right now', 'watch how the last ones went', 'Last battles']) {
      expect(markup).toContain(words)
    }
  })

  it('says only how to make one where none was ever finished', () => {
    show([])
    expect(empty()).toContain('No battles here')
    expect(empty()).not.toContain('Last battles')
  })

  it('shows no others where a filter finds none, nor in the other tabs', () => {
    show([ended(9)])
    expect(empty({ mode: 'rush' })).not.toContain('#replay')
    expect(empty({ tab: 'running' })).not.toContain('#replay')
  })
})

describe.each(LANGUAGES)('the lobby in %s', (lang) => {
  it('has every text of every state', () => {
    const battles = [
      card(1, { fast: true, isPrivate: true }),
      card(1, { state: 'locked' }),
      card(1, { state: 'drawn', startsAt: 0 }),
      card(1, { state: 'settled', startsAt: 0, result: { pot: 1, winners: [1] } }),
      card(1, { state: 'expired' }),
    ]
    for (const battle of battles) {
      expect(html(battle, lang)).not.toMatch(/>(progress|battleParts|rounds|seat|modes|outcome|join)[.:A-Z]/)
    }
  })

  it('shows filters, the way to make a battle and places of rows before it knows any', () => {
    const t = textFor(lang, 'battles')
    const markup = renderToStaticMarkup(<LobbyScreen lang={lang} />)
    for (const words of [t('create'), t('tab.ended'), t('prices.all'), t('sort.new'), t('mode.all')]) {
      expect(markup).toContain(words)
    }
    expect(markup).toContain('href="/battles/new"')
    expect(markup.match(/--at:/g)).toHaveLength(5)
    expect(markup).toContain('aria-busy="true"')
  })
})
