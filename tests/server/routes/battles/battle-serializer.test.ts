import { expect, it } from 'vitest'
import type { BattleView } from '../../../../src/protocol/battle.ts'
import type { ContentView } from '../../../../src/protocol/case.ts'
import { serializeBattleReply } from '../../../../src/server/routes/battles/battle-serializer.ts'
import { card, view } from '../../../stores/battles/battle-fixture.ts'
import { redline } from '../../../stores/sample-item.ts'

const content = (price: number): ContentView => ({ item: redline, price, tickets: 1, from: 0, to: 0 })

const parsed = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'))

it.each([0, 1, 3])('serialises a reply with the contents of %i cases like JSON.stringify', (count) => {
  const tables = Array.from({ length: count }, (_, at) => [String(at).repeat(64), [content(at), content(7)]])
  const battle: BattleView = { ...view(card(1)), contents: Object.fromEntries(tables) }
  const seen = { success: true, now: 5, battle } as const
  const moved = { success: true, battle, receipt: null, balance: 10 } as const
  expect(parsed(serializeBattleReply(seen))).toEqual(seen)
  expect(parsed(serializeBattleReply(moved))).toEqual(moved)
})

it('serialises contents once, and those that took their place anew', () => {
  let times = 0
  const counted = (price: number): ContentView =>
    Object.assign(content(price), { toJSON: () => ({ price, times: ++times }) })
  const hash = 'a'.repeat(64)
  const shown = (number: number, views: ContentView[]) => {
    const battle: BattleView = { ...view(card(number)), contents: { [hash]: views } }
    return parsed(serializeBattleReply({ success: true, now: number, battle }))
  }
  const views = [counted(1)]
  for (const number of [1, 2]) expect(shown(number, views)).toMatchObject({ now: number, battle: { number } })
  expect(times).toBe(1)
  expect(shown(3, [counted(2)])).toMatchObject({ battle: { contents: { [hash]: [{ price: 2, times: 2 }] } } })
})

it('serialises a refusal', () => {
  const refusal = { success: false, code: 'battle-unknown', message: 'Not found' } as const
  expect(parsed(serializeBattleReply(refusal))).toEqual(refusal)
})
