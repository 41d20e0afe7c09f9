// The first cards of a lane: those of several lanes at once would block the page.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Lane } from '../../../../src/islands/games/reel/Lane.tsx'
import { cardsAtOnce, IN_SIGHT, planReel, REEL_CARDS } from '../../../../src/islands/games/reel/reel.ts'
import { island } from '../../../../src/islands/island.tsx'
import { contents } from './sample-contents.ts'

const Shown = island(Lane)

beforeAll(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterAll(() => vi.unstubAllGlobals())

describe('a lane', () => {
  const plan = planReel(contents, REEL_CARDS.lane, () => 0.5)
  const markup = (turn: number): string =>
    renderToStaticMarkup(<Shown lang="en" plan={plan} won={null} single={false} durationMs={4600} turn={turn} />)
  const cards = (turn: number): number => markup(turn).match(/<img /g)?.length ?? 0

  it('shows the visible cards at once in every turn: the stage is never empty', () => {
    const { first, end } = cardsAtOnce(IN_SIGHT.lane)
    for (const turn of [0, 2, 9]) expect(cards(turn)).toBe(end - first)
  })

  it('has its track and a place for each card in every turn, so that all tracks start together', () => {
    for (const turn of [0, 2]) {
      expect(markup(turn)).toContain('data-track')
      expect(markup(turn).match(/data-near="won"/g)).toHaveLength(1)
    }
  })
})
