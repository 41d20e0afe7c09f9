// What the browser keeps of battles: its own seat, and locks with the time when it received them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BattleLock, lockText } from '../../../src/game/battles/lock.ts'
import { QUICKNET, roundTime } from '../../../src/game/fairness/beacon.ts'
import { keepReceipt, keepSeat, receiptOf } from '../../../src/stores/battles/battle-receipts.ts'
import { battleId } from './battle-fixture.ts'

const KEY = 'spacedrop:battle-receipts'
const ID = battleId(1)
const SEAT = battleId(900)
const ROUND_AT = roundTime(QUICKNET, 1000)
const HASH = 'a'.repeat(64)

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const textOf = (battle: string, source: BattleLock['source']): string =>
  lockText({ battle, format: '1v1', mode: 'normal', crazy: false, rounds: [], seats: [], source })

const fromDrand = (battle = ID, round = 1000): string =>
  textOf(battle, { source: 'drand', chain: QUICKNET.hash, round })

describe('a received lock', () => {
  it('is kept with the time of its round by the schedule of the beacon, whatever the server says', () => {
    keepReceipt({ text: fromDrand(), hash: HASH }, ROUND_AT - 4_200)
    expect(receiptOf(ID)).toMatchObject({
      seat: null,
      locks: [{ hash: HASH, roundAt: ROUND_AT, receivedAt: ROUND_AT - 4_200 }],
    })
  })

  it('keeps the time when it was first received', () => {
    keepReceipt({ text: fromDrand(), hash: HASH }, 5)
    keepReceipt({ text: fromDrand(), hash: HASH }, 9)
    expect(receiptOf(ID)?.locks.map(({ receivedAt }) => receivedAt)).toEqual([5])
  })

  it('stays beside a later one of the same battle', () => {
    keepReceipt({ text: fromDrand(), hash: HASH }, 5)
    keepReceipt({ text: fromDrand(ID, 1001), hash: 'b'.repeat(64) }, 9)
    expect(receiptOf(ID)?.locks.map(({ hash }) => hash[0])).toEqual(['a', 'b'])
  })

  it('has no round of its own where its seed was committed to, or its beacon is unknown', () => {
    keepReceipt({ text: textOf(ID, { source: 'seed', commit: HASH }), hash: HASH }, 5)
    keepReceipt({ text: textOf(battleId(2), { source: 'drand', chain: 'c'.repeat(64), round: 7 }), hash: HASH }, 5)
    expect([ID, battleId(2)].map((id) => receiptOf(id)?.locks[0]?.roundAt)).toEqual([null, null])
  })

  it.each(['', '{', '[]', 'null', '{"battle":7}'])('is ignored where its text is no lock: %s', (text) => {
    keepReceipt({ text, hash: HASH }, 5)
    expect(stored.size).toBe(0)
  })
})

describe('the own seat', () => {
  it('is kept beside the locks, until it is left', () => {
    keepReceipt({ text: fromDrand(), hash: HASH }, 5)
    keepSeat(ID, SEAT)
    expect(receiptOf(ID)).toMatchObject({ seat: SEAT, locks: [{ hash: HASH }] })
    keepSeat(ID, null)
    expect(receiptOf(ID)).toMatchObject({ seat: null, locks: [{ hash: HASH }] })
  })

  it('leaves no entry where there was none', () => {
    keepSeat(ID, null)
    expect(receiptOf(ID)).toBeNull()
    expect(stored.size).toBe(0)
  })
})

describe('receipts', () => {
  const keepMany = (from: number, to: number): void => {
    for (let number = from; number <= to; number++) keepReceipt({ text: fromDrand(battleId(number)), hash: HASH }, 5)
  }

  it('are kept of the last 50 battles', () => {
    keepMany(1, 51)
    expect(receiptOf(battleId(1))).toBeNull()
    expect(receiptOf(battleId(2))).not.toBeNull()
    expect(receiptOf(battleId(51))).not.toBeNull()
  })

  it('of battles that were only watched are dropped before those with a seat', () => {
    keepSeat(ID, SEAT)
    keepMany(2, 60)
    expect(receiptOf(ID)?.seat).toBe(SEAT)
    expect(receiptOf(battleId(11))).toBeNull()
    expect(receiptOf(battleId(12))).not.toBeNull()
  })

  it.each([
    '',
    '{',
    '[]',
    '{"receipts":1}',
    `{"receipts":[1,["${ID}"],{"battle":"${ID}"},{"battle":"${ID}","seat":7,"locks":[]}]}`,
    `{"receipts":[{"battle":"${ID}","seat":null,"locks":[{"hash":"a","roundAt":null,"receivedAt":"5"}]}]}`,
  ])('ignore what is stored wrong: %s', (text) => {
    stored.set(KEY, text)
    expect(receiptOf(ID)).toBeNull()
  })

  it('are no condition for playing: storage may be forbidden or full', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full')
      },
    })
    keepSeat(ID, SEAT)
    keepReceipt({ text: fromDrand(), hash: HASH }, 5)
    expect(receiptOf(ID)).toBeNull()
  })
})
