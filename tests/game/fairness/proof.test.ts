// The verification of a roll, as browsers and `npm run verify` run it.

import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { GameName } from '../../../src/game/base/games.ts'
import { cents } from '../../../src/game/base/money.ts'
import { oddsText } from '../../../src/game/cases/case.ts'
import type { Item } from '../../../src/game/catalogue/catalogue.ts'
import { drawRoll, ROLL_RANGE } from '../../../src/game/fairness/fairness.ts'
import { lineOfRoll, readOdds, returnOfOdds } from '../../../src/game/fairness/odds-text.ts'
import { prizeText, STEPS, verifyRecord } from '../../../src/game/fairness/proof.ts'
import type { RollRecord } from '../../../src/game/fairness/proof-fields.ts'
import { contractText } from '../../../src/game/games/contract.ts'
import { type RollSide, upgradeText } from '../../../src/game/games/upgrade.ts'
import { freeOddsText } from '../../../src/game/rewards/free-case.ts'
import type { Sector } from '../../../src/game/rewards/rewards.ts'
import { wheelText } from '../../../src/game/rewards/wheel.ts'
import { webHashing } from '../../../src/stores/fairness/web-hashing.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const serverSeed = '7'.repeat(64)
const roll = drawRoll((message) => createHmac('sha256', serverSeed).update(message).digest(), {
  game: 'case',
  clientSeed: 'mine',
  nonce: 3,
})

const odds = oddsText({
  url: 'orion',
  priceCents: cents(250),
  entries: [
    { item: { id: 'dear', priceCents: cents(9000) }, tickets: roll - 1 },
    { item: { id: 'won', priceCents: cents(100) }, tickets: 1_000_001 - roll },
  ],
})

const proof: RollRecord = {
  game: 'case',
  commit: sha256(serverSeed),
  serverSeed,
  clientSeed: 'mine',
  nonce: 3,
  n: 1_000_000,
  roll,
  oddsHash: sha256(odds),
  odds,
  won: { item: 'won', price: 100 },
}

/** As a browser verifies it: Node has the same WebCrypto. */
async function verdicts(change: Partial<RollRecord>): Promise<Record<string, string>> {
  const result = await verifyRecord({ ...proof, ...change }, webHashing)
  return Object.fromEntries(STEPS.map((step) => [step, result[step].verdict]))
}

const ALL_RIGHT = { commit: 'right', roll: 'right', odds: 'right', item: 'right' }

describe('the check of a roll in the browser', () => {
  test('accepts every step of an honest roll', async () => {
    expect(await verdicts({})).toEqual(ALL_RIGHT)
  })

  test('finds another server seed than the committed one', async () => {
    expect(await verdicts({ serverSeed: '8'.repeat(64) })).toMatchObject({ commit: 'wrong', roll: 'wrong' })
  })

  test('finds another roll, nonce or client seed', async () => {
    expect(await verdicts({ roll: roll === 1 ? 2 : roll - 1 })).toMatchObject({ roll: 'wrong', item: 'wrong' })
    expect(await verdicts({ nonce: 4 })).toMatchObject({ roll: 'wrong' })
    expect(await verdicts({ clientSeed: 'yours' })).toMatchObject({ roll: 'wrong' })
  })

  test('finds odds that were changed afterwards', async () => {
    expect(await verdicts({ odds: odds.replace('9000', '9001') })).toMatchObject({ odds: 'wrong' })
  })

  test('leaves two steps pending for a secret server seed, and accepts the other two', async () => {
    expect(await verdicts({ serverSeed: null })).toEqual({ ...ALL_RIGHT, commit: 'secret', roll: 'secret' })
  })

  test('finds another item or another price', async () => {
    expect(await verdicts({ won: { item: 'dear', price: 9000 } })).toEqual({ ...ALL_RIGHT, item: 'wrong' })
    expect(await verdicts({ won: { item: 'won', price: 101 } })).toEqual({ ...ALL_RIGHT, item: 'wrong' })
  })

  test('rejects odds that cannot be read, or belong to other rolls', async () => {
    const bound = (text: string) => verdicts({ odds: text, oddsHash: sha256(text) })
    expect(await bound('{')).toEqual({ ...ALL_RIGHT, item: 'wrong' })
    expect(await bound(odds.replace('"case"', '"contract"'))).toEqual({ ...ALL_RIGHT, item: 'wrong' })
    expect(await verdicts({ n: 999_999 })).toMatchObject({ item: 'wrong' })
    expect(await verdicts({ roll: 2_000_000 })).toMatchObject({ item: 'wrong' })
  })
})

/** A roll of another game under the same seeds. */
function rollOf(game: GameName): number {
  return drawRoll((message) => createHmac('sha256', serverSeed).update(message).digest(), {
    game,
    clientSeed: 'mine',
    nonce: 3,
  })
}

describe('a roll of an upgrade', () => {
  const rolled = rollOf('upgrade')

  /** The proof of an upgrade with this many winning tickets. */
  function upgraded(side: RollSide, tickets: number, isWon: boolean): Partial<RollRecord> {
    const text = upgradeText({ stakeCents: cents(500), targetCents: cents(2000), tickets }, 'won', side)
    const won = isWon ? { item: 'won', price: 2000 } : null
    return { game: 'upgrade', roll: rolled, odds: text, oddsHash: sha256(text), won }
  }

  const edges = [
    ['under', rolled],
    ['over', ROLL_RANGE - rolled + 1],
  ] as const

  test.each(edges)('%s wins with its last winning ticket, and says so', async (side, tickets) => {
    expect(await verdicts(upgraded(side, tickets, true))).toEqual(ALL_RIGHT)
    expect(await verdicts(upgraded(side, tickets, false))).toEqual({ ...ALL_RIGHT, item: 'wrong' })
  })

  test.each(edges)('%s loses with the next ticket: a proof without an item is correct', async (side, tickets) => {
    expect(await verdicts(upgraded(side, tickets - 1, false))).toEqual(ALL_RIGHT)
    expect(await verdicts(upgraded(side, tickets - 1, true))).toEqual({ ...ALL_RIGHT, item: 'wrong' })
  })
})

describe('a roll of a contract', () => {
  const rolled = rollOf('contract')
  const text = contractText({
    sumCents: cents(400),
    fromCents: cents(100),
    toCents: cents(1600),
    widened: false,
    entries: [
      { item: { id: 'dear', priceCents: cents(1600) }, tickets: rolled - 1 },
      { item: { id: 'won', priceCents: cents(100) }, tickets: ROLL_RANGE - rolled + 1 },
    ],
  })
  const signed: Partial<RollRecord> = { game: 'contract', roll: rolled, odds: text, oddsHash: sha256(text) }

  test('is checked against its table like a roll of a case', async () => {
    expect(await verdicts(signed)).toEqual(ALL_RIGHT)
    expect(await verdicts({ ...signed, game: 'case' })).toMatchObject({ roll: 'wrong' })
    expect(await verdicts({ ...signed, won: null })).toMatchObject({ item: 'wrong' })
  })
})

describe('a roll of the wheel', () => {
  const rolled = rollOf('wheel')

  /** The proof of a spin whose ticket is in the second of three sectors. */
  function spun(prize: Sector['prize'], won: RollRecord['won'], isFree = false): Partial<RollRecord> {
    const rest = { kind: 'nothing' } as const
    const sectors = [
      { prize: rest, tickets: rolled - 1 },
      { prize, tickets: 1 },
      { prize: rest, tickets: ROLL_RANGE - rolled },
    ]
    const text = wheelText({ priceCents: cents(100), sectors }, isFree)
    return { game: 'wheel', roll: rolled, odds: text, oddsHash: sha256(text), won }
  }

  const half = { kind: 'balance', amount: cents(50) } as const

  test('is correct for an amount of money, paid and free alike', async () => {
    expect(await verdicts(spun(half, { item: 'balance', price: 50 }))).toEqual(ALL_RIGHT)
    expect(await verdicts(spun(half, { item: 'balance', price: 50 }, true))).toEqual(ALL_RIGHT)
  })

  test('is wrong with another amount, an item instead, or nothing', async () => {
    for (const won of [{ item: 'balance', price: 51 }, { item: 'won', price: 50 }, null]) {
      expect(await verdicts(spun(half, won))).toEqual({ ...ALL_RIGHT, item: 'wrong' })
    }
  })

  test('that won nothing is correct only without a prize', async () => {
    expect(await verdicts(spun({ kind: 'nothing' }, null))).toEqual(ALL_RIGHT)
    expect(await verdicts(spun({ kind: 'nothing' }, { item: 'balance', price: 50 }))).toMatchObject({ item: 'wrong' })
  })

  test('is described in words that cannot be mistaken for an item', () => {
    expect(prizeText('balance', 50)).toBe('balance $0.50')
    expect(prizeText(null, 0)).toBe('nothing')
  })
})

describe('a free opening', () => {
  test('is checked like any other, against a table with a price of zero and no return', async () => {
    const rolled = rollOf('free_case')
    const entries = [{ item: { id: 'won', priceCents: cents(700) } as Item, tickets: ROLL_RANGE }]
    const text = freeOddsText('free_case:spark', entries)
    const record = { game: 'free_case', roll: rolled, odds: text, oddsHash: sha256(text) } as const
    expect(await verdicts({ ...record, won: { item: 'won', price: 700 } })).toEqual(ALL_RIGHT)
    const read = readOdds(text)
    expect(read === null ? undefined : returnOfOdds(read)).toBeNull()
  })
})

describe('a text of odds', () => {
  const line = (item: unknown, price: unknown, tickets: unknown): string =>
    JSON.stringify({ case: 'orion', price: 250, entries: [{ item, price, tickets }] })

  test('states the game, the price, and the tickets of each entry', () => {
    expect(readOdds(odds)).toEqual({
      game: 'case',
      priceCents: 250,
      tickets: 1_000_000,
      lines: [
        { item: 'dear', priceCents: 9000, tickets: roll - 1, from: 1, to: roll - 1 },
        { item: 'won', priceCents: 100, tickets: 1_000_001 - roll, from: roll, to: 1_000_000 },
      ],
    })
  })

  test('states the return, and the entry of a roll', () => {
    const read = readOdds(line('a', 200, 7))
    if (read === null) throw new Error('It was not read')
    expect(returnOfOdds(read)).toBe(0.8)
    expect(lineOfRoll(read, 7)?.item).toBe('a')
    expect(lineOfRoll(read, 8)).toBeUndefined()
  })

  test('keeps the tickets that win nothing', () => {
    expect(readOdds(line(null, 0, 7))?.lines).toEqual([{ item: null, priceCents: 0, tickets: 7, from: 1, to: 7 }])
  })

  test.each([
    '{',
    '[]',
    'null',
    '{"case":"x","price":1,"entries":[]}',
    '{"price":250,"entries":[{"item":"a","price":1,"tickets":1}]}',
    line(7, 1, 7),
    line('a', 1, -1),
    line('a', 1, 0.5),
    line('a', 1, '7'),
    line('a', '1', 7),
    line('a', 1, Number.MAX_SAFE_INTEGER + 1),
    line({}, 1, 7),
  ])('is rejected when it is invalid: %s', (text) => expect(readOdds(text)).toBeNull())
})
