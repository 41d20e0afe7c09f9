// The line that says what happens in a battle, and the main action beside it.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../../src/game/base/language.ts'
import type { BattleMoment } from '../../../../src/game/battles/timeline.ts'
import { formatMoney } from '../../../../src/i18n/format.ts'
import { textFor } from '../../../../src/i18n/text.ts'
import { Announcer } from '../../../../src/islands/battles/arena/Announcer.tsx'
import { StatusBar } from '../../../../src/islands/battles/arena/StatusBar.tsx'
import { arenaOf } from '../../../../src/islands/battles/parts/arena.ts'
import { island } from '../../../../src/islands/island.tsx'
import type { BattleView } from '../../../../src/protocol/battle.ts'
import {
  type BattleOptions,
  draw,
  drawnBattle,
  lockedBattle,
  openBattle,
} from '../../../stores/battles/drawn-battle.ts'

const Bar = island(StatusBar)
const Told = island(Announcer)
const OVER: BattleMoment = { step: 'over', untilMs: Number.POSITIVE_INFINITY }

const waiting = (battle: BattleView, lang: Language = 'en'): string =>
  renderToStaticMarkup(<Bar lang={lang} battle={battle} view={battle} arena={arenaOf(battle, null)} shown={null} />)

/**
 * Renders the bar of a drawn battle and what screen readers are told, and returns who won in it.
 *
 * @param percent the part that each player has of their seat
 */
async function played(options: BattleOptions, moment: BattleMoment = OVER, lang: Language = 'en', percent = 100) {
  const whole = drawnBattle(options, 0)
  const shown = { drawn: await draw(whole), moment }
  const battle = { ...whole, seats: whole.seats.map((seat) => ({ ...seat, percent })) }
  const arena = arenaOf(battle, shown)
  const html = renderToStaticMarkup(<Bar lang={lang} battle={battle} view={battle} arena={arena} shown={shown} />)
  const gets = arena.sides.flatMap(({ seats }) => seats).find(({ seat }) => seat?.own)?.gets?.cents ?? 0
  const told = renderToStaticMarkup(<Told lang={lang} battle={battle} arena={arena} shown={shown} hasRematch={false} />)
  const { potCents, winners } = shown.drawn.result
  return { html, told, arena, pot: formatMoney(potCents), part: formatMoney((potCents * percent) / 100), gets, winners }
}

/** Returns a slot that won the battle of these options, and one that did not. */
async function slotsOf(options: BattleOptions): Promise<{ won: number; lost: number }> {
  const { winners } = await played({ ...options, own: 0 })
  const lost = [1, 2, 3, 4].find((slot) => !winners.includes(slot))
  return { won: winners[0] ?? 0, lost: lost ?? 0 }
}

describe('the status of a battle', () => {
  it('says how many seats are free and until when', () => {
    const html = waiting(openBattle({ format: '2v2', taken: [1] }))
    expect(html).toContain('3 seats free')
    expect(html).toContain('Closes in')
  })

  it('says that the sandbox draws from a committed seed', () => {
    expect(waiting(lockedBattle({}, 0))).toContain('Sandbox: seed committed before the battle')
  })

  it.each(LANGUAGES)('names the round and the case while it is played, in %s', async (language) => {
    const { html } = await played({ rounds: 3 }, { step: 'reels', round: 2, untilMs: 0 }, language)
    expect(html).toContain(textFor(language, 'battle')('status.round', { round: 2, rounds: 3 }))
    expect(html).toContain('vega')
    expect(html).toContain(textFor(language, 'battle')('action.skip'))
  })

  it('marks the last round of a terminal battle as the one that decides', async () => {
    const at = (round: number): BattleMoment => ({ step: 'reels', round, untilMs: 0 })
    expect((await played({ mode: 'terminal' }, at(3))).html).toContain('The last round decides')
    expect((await played({ mode: 'terminal' }, at(2))).html).not.toContain('The last round decides')
  })
})

describe('the result', () => {
  it('tells the winner what they get, and others who won', async () => {
    const { won, lost } = await slotsOf({})
    const own = await played({ own: won })
    expect(own.html).toContain(`You win ${formatMoney(own.gets)}`)
    const other = await played({ own: lost })
    expect(other.html).toContain(`wins ${other.pot}`)
    expect(other.html).not.toContain('You win')
  })

  it('tells who lost what it was, with the place among more than two, and who won', async () => {
    const { lost } = await slotsOf({})
    const duel = await played({ own: lost })
    expect(duel.html).toMatch(/You lost \$7\.50[<]/)
    const options: BattleOptions = { format: '1v1v1v1' }
    const { winners } = await played({ ...options, own: 0 })
    const losers = [1, 2, 3, 4].filter((slot) => !winners.includes(slot))
    for (const own of losers) {
      const { html, arena } = await played({ ...options, own })
      const sums = arena.sides.map(({ sumCents }) => sumCents)
      const better = sums.filter((sum) => sum > (sums[own - 1] ?? 0)).length
      expect(html).toContain(`You lost $7.50, ${['2nd', '2nd', '3rd', '4th'][better]} of 4`)
      expect(html).toContain('wins $')
    }
  })

  it('names the draw that decided a tie, and only then', async () => {
    const tied = async (own: number): Promise<[boolean, boolean]> => {
      const { html, told, arena } = await played({ own })
      const isTie = arena.sides.every(({ isAhead }) => isAhead)
      expect(told.includes('decided by the draw')).toBe(isTie)
      return [isTie, html.includes('decided by the draw')]
    }
    expect(await tied(0)).toEqual([true, true])
    expect((await played({ mode: 'share', own: 1 })).html).not.toContain('decided by the draw')
    expect((await played({ mode: 'jackpot', own: 1 })).html).not.toContain('decided by the draw')
  })

  it('tells a member of the winning team their own share, with that of the team', async () => {
    const { won } = await slotsOf({ format: '2v2' })
    const { html, gets, pot } = await played({ format: '2v2', own: won })
    expect(html).toContain(`You win ${formatMoney(gets)}`)
    expect(html).toMatch(new RegExp(`Team [12] wins \\${pot}`))
  })

  it('tells others the part of the pot that the player of a part of the winning seat gets', async () => {
    const { html, told, part } = await played({ own: 0 }, OVER, 'en', 40)
    for (const words of [html, told]) expect(words).toContain(`wins ${part}`)
  })

  it.each(LANGUAGES)('tells screen readers what their player gets, in %s', async (language) => {
    const t = textFor(language, 'battle')
    const own = (await slotsOf({ format: '2v2' })).won
    const team = await played({ format: '2v2', own }, OVER, language)
    expect(team.told).toContain(t('result.you', { price: formatMoney(team.gets) }))
    expect(team.told).toContain(t('result.team', { number: own > 2 ? 2 : 1, price: team.pot }))
    const shared = await played({ mode: 'share', own: 2 }, OVER, language)
    expect(shared.told).toContain(t('result.yours', { price: formatMoney(shared.gets) }))
  })

  it('tells each player of a shared battle their own share', async () => {
    const { html, gets, pot } = await played({ mode: 'share', own: 2 })
    expect(html).toContain(`You get ${formatMoney(gets)}`)
    expect(html).toContain(`Everyone gets an equal share of ${pot}`)
    expect((await played({ mode: 'share', own: 0 })).html).not.toContain('You get')
  })

  it('offers a rematch at its price to who played, and the replay to who watched', async () => {
    const { html } = await played({ own: 1 })
    expect(html).toContain('Rematch · $7.50')
    const watched = (await played({ own: 0 })).html
    expect(watched).not.toContain('Rematch')
    expect(watched).toContain('Replay')
  })
})
