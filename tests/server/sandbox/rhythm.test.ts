// The rhythms of bots: human pauses, games by character, all of them marked as bots, and a pause while nobody looks.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/art/random.ts'
import { createPresence, QUIET_AFTER_MS } from '../../../src/server/sandbox/presence.ts'
import { drawGames, drawPause, PAUSE_MS, weightedOrder } from '../../../src/server/sandbox/rhythm.ts'
import { BOT_GAMES, BOTS } from '../../../src/server/sandbox/roster.ts'

describe('the bots', () => {
  it('say in their names what they are, and have ids that Steam never assigns', () => {
    for (const { name, steamid, avatar } of BOTS) {
      expect(name).toMatch(/^Bot \w+$/)
      expect(steamid).toMatch(/^1\d{17}$/)
      expect(avatar).toMatch(/^\/assets\/img\/players\/house-\d+\.svg$/)
    }
    for (const field of ['name', 'steamid', 'avatar'] as const) {
      expect(new Set(BOTS.map((bot) => bot[field])).size).toBe(BOTS.length)
    }
  })

  it('play 12 to 40 games a minute together, with human pauses', () => {
    fc.assert(
      fc.property(fc.uuid(), (seed) => {
        let games = 0
        for (const { name } of BOTS) {
          const random = seededRandom(seed + name)
          for (let atMs = drawPause(random); atMs < 600_000; games++) {
            const pauseMs = drawPause(random)
            expect(pauseMs).toBeGreaterThanOrEqual(PAUSE_MS.least)
            expect(pauseMs).toBeLessThanOrEqual(PAUSE_MS.most)
            atMs += pauseMs
          }
        }
        expect(games / 10).toBeGreaterThan(12)
        expect(games / 10).toBeLessThan(40)
      }),
      { numRuns: 20 },
    )
  })

  it('play every game within three minutes, with a hundred seeds', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const first = BOTS.flatMap(({ name, character }) => {
        const random = seededRandom(seed + name)
        return Array.from({ length: 5 }, () => drawGames(character, random)[0])
      })
      expect(new Set(first)).toEqual(new Set(BOT_GAMES))
    }
  })

  it('have something else to play for every game that is stopped', () => {
    for (const { character } of BOTS) {
      expect(new Set(drawGames(character, seededRandom('games')))).toEqual(new Set(BOT_GAMES))
    }
  })
})

it('a weighted order leaves out what has no weight', () => {
  expect(weightedOrder(['a', 'b', 'c'], (entry) => (entry === 'b' ? 0 : 1), seededRandom('order')).sort()).toEqual([
    'a',
    'c',
  ])
})

describe('the test for visitors', () => {
  it('is true at first, false some minutes after the last visitor, and true again with the next', () => {
    let [online, nowMs] = [0, 0]
    const isWatched = createPresence(
      () => online,
      () => nowMs,
    )
    expect(isWatched()).toBe(true)
    nowMs = QUIET_AFTER_MS
    expect(isWatched()).toBe(false)
    online = 1
    expect(isWatched()).toBe(true)
    online = 0
    nowMs += QUIET_AFTER_MS - 1
    expect(isWatched()).toBe(true)
    nowMs += 1
    expect(isWatched()).toBe(false)
  })
})
