import { describe, expect, it } from 'vitest'
import { viewOfProof } from '../../../src/game/battles/proof-view.ts'
import { QUICKNET } from '../../../src/game/fairness/beacon.ts'
import { drawnProof, lockedProof, ROUND_AT, SAMPLE, withEarlierLock } from './proof-fixture.ts'

describe('the view of a proof', () => {
  it('has seats with what they drew and get, and rolls with their tickets', async () => {
    const proof = await drawnProof(SAMPLE)
    const { seats, rounds } = viewOfProof(proof, [QUICKNET])
    const [first, second] = seats
    expect(seats.map(({ slot, side, seed, percent }) => [slot, side, seed, percent])).toEqual([
      [1, 1, '0123456789abcdef', 100],
      [2, 2, 'second', 90],
    ])
    expect((first?.drewCents ?? 0) + (second?.drewCents ?? 0)).toBe((first?.getsCents ?? 0) + (second?.getsCents ?? 0))
    expect(seats.filter(({ isWinner }) => isWinner).map(({ slot }) => slot)).toEqual(proof.draw?.winners)
    expect(rounds.map(({ round, priceCents, odds }) => [round, priceCents, odds])).toEqual([
      [1, 250, proof.rounds[0]?.odds],
      [2, 50, proof.rounds[1]?.odds],
    ])
    for (const { roll, item, tickets } of rounds.flatMap(({ drops }) => drops)) {
      expect(roll >= (tickets?.from ?? 0) && roll <= (tickets?.to ?? 0)).toBe(true)
      if (item === 'cheap') expect(tickets).toEqual({ from: 10_001, to: 1_000_000 })
    }
  })

  it('has the sides of teams', () => {
    const { seats } = viewOfProof(lockedProof({ ...SAMPLE, terms: { ...SAMPLE.terms, format: '2v2v2' } }), [QUICKNET])
    expect(seats.map(({ side }) => side)).toEqual([1, 1, 2, 2, 3, 3])
  })

  it('tells when the round of each lock exists, and which lock counts', async () => {
    const { locks } = viewOfProof(withEarlierLock(await drawnProof(SAMPLE), null), [QUICKNET])
    expect(locks.map(({ roundAt, counts }) => [roundAt, counts])).toEqual([
      [ROUND_AT - 3_000, false],
      [ROUND_AT, true],
    ])
    const seeded = lockedProof({ ...SAMPLE, source: 'seed' })
    for (const unknown of [viewOfProof(seeded, [QUICKNET]), viewOfProof(lockedProof(SAMPLE), [])]) {
      expect(unknown.locks[0]?.roundAt).toBeNull()
    }
  })

  it('has no drops before the draw, and shows a wrong proof too', async () => {
    const { seats, rounds } = viewOfProof(lockedProof(SAMPLE), [QUICKNET])
    expect(seats.map(({ drewCents, getsCents, isWinner }) => [drewCents, getsCents, isWinner])).toEqual([
      [null, null, false],
      [null, null, false],
    ])
    expect(rounds.map(({ drops }) => drops)).toEqual([[], []])
    const wrong = viewOfProof({ ...(await drawnProof(SAMPLE)), odds: {}, seats: [] }, [QUICKNET])
    expect(wrong.rounds[0]?.drops[0]?.tickets).toBeNull()
  })
})
