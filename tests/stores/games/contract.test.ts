import { describe, expect, test } from 'vitest'
import {
  $contract,
  $filling,
  $placed,
  $preview,
  $slots,
  clearSlots,
  fillWithCheapest,
  keep,
  loadPreview,
  sign,
  skip,
  toggleItem,
} from '../../../src/stores/games/contract.ts'
import { EMPTY_SLOTS } from '../../../src/stores/games/contract-slots.ts'
import { $inventory } from '../../../src/stores/inventory/inventory.ts'
import { $quick } from '../../../src/stores/kernel/preferences.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { lost } from '../server-stub.ts'
import {
  balance,
  bodyOf,
  FIRST,
  FOURTH,
  ids,
  list,
  OWNED,
  openContractFixture,
  preview,
  put,
  refusal,
  SECOND,
  signed,
  THIRD,
  tableOf,
  until,
  WON,
} from './contract-fixture.ts'

const { wire, asked, signings } = openContractFixture()

describe('the slots', () => {
  test('accept an item in the first free one, and return it', async () => {
    await put(FIRST, SECOND, THIRD)
    expect($slots.get().slice(0, 4)).toEqual([FIRST, SECOND, THIRD, null])
    toggleItem(SECOND)
    expect($slots.get().slice(0, 4)).toEqual([FIRST, null, THIRD, null])
    toggleItem(FOURTH)
    expect($slots.get().slice(0, 4)).toEqual([FIRST, FOURTH, THIRD, null])
    expect([...$placed.get().keys()]).toEqual([FIRST.id, FOURTH.id, THIRD.id])
    clearSlots()
    expect([$slots.get(), $preview.get().status]).toEqual([EMPTY_SLOTS, 'none'])
  })

  test('are limited to ten', async () => {
    await put(...OWNED)
    expect(ids()).toEqual(OWNED.slice(0, 10).map(({ id }) => id))
  })

  test('are filled with the cheapest items that are not in them', async () => {
    await put(THIRD)
    const filling = fillWithCheapest()
    expect($filling.get()).toBe(true)
    expect(await filling).toBe(true)
    expect($filling.get()).toBe(false)
    expect(new Set(ids())).toEqual(new Set(OWNED.slice(0, 10).map(({ id }) => id)))
    expect($slots.get()[0]).toEqual(THIRD)
  })

  test('do not change when the cheapest items cannot be loaded', async () => {
    await put(FIRST)
    wire.on('/api/user/items', lost)
    expect(await fillWithCheapest()).toBe(false)
    expect([ids(), $filling.get()]).toEqual([[FIRST.id], false])
  })

  test('do not change while a contract is being signed', async () => {
    await put(FIRST, SECOND, THIRD)
    wire.on('/api/contract', () => signed(306))
    await sign()
    toggleItem(FOURTH)
    clearSlots()
    await fillWithCheapest()
    expect(ids()).toEqual([FIRST.id, SECOND.id, THIRD.id])
  })
})

describe('the results', () => {
  test('are loaded from three items on', async () => {
    await put(FIRST, SECOND)
    expect($preview.get()).toEqual({ status: 'none' })
    await put(THIRD)
    expect($preview.get()).toEqual({ status: 'ready', table: tableOf(306) })
    expect(asked('/api/contract/preview').map((call) => bodyOf(call).ids?.length)).toEqual([3])
  })

  test('are those of the current slots, however late an older response arrives', async () => {
    await put(FIRST, SECOND, THIRD)
    let answerOld: (said: unknown) => void = () => undefined
    wire.on(
      '/api/contract/preview',
      () =>
        new Promise((resolve) => {
          answerOld = resolve
        }),
    )
    toggleItem(FOURTH)
    expect($preview.get()).toEqual({ status: 'loading', last: tableOf(306) })
    await until(() => asked('/api/contract/preview').length === 2)
    wire.on('/api/contract/preview', preview)
    toggleItem(FIRST)
    answerOld({ success: true, table: tableOf(99_999) })
    await until(() => $preview.get().status === 'ready')
    expect($preview.get()).toEqual({ status: 'ready', table: tableOf(102 + 103 + 104) })
  })

  test('show the server’s message when there are none', async () => {
    wire.on('/api/contract/preview', () => refusal('contract-sum'))
    await put(FIRST, SECOND, THIRD)
    expect($preview.get()).toEqual({ status: 'refused', message: 'No: contract-sum' })
  })

  test('that failed to load can be retried', async () => {
    wire.on('/api/contract/preview', () => new Response('{}', { status: 400 }))
    await put(FIRST, SECOND, THIRD)
    expect($preview.get()).toEqual({ status: 'failed' })
    wire.on('/api/contract/preview', preview)
    await loadPreview()
    expect($preview.get().status).toBe('ready')
  })

  test('refused for a missing item reload the inventory, and remove missing items from the table', async () => {
    wire.on('/api/user/items', () => list(OWNED.slice(1)))
    wire.on('/api/contract/preview', (call) =>
      bodyOf(call).ids?.includes(FIRST.id) ? refusal('item-gone') : preview(call),
    )
    await put(FIRST, SECOND, THIRD, FOURTH)
    await until(() => $preview.get().status === 'ready')
    expect($contract.get()).toEqual({ phase: 'refused', code: 'item-gone', message: 'No: item-gone' })
    expect(ids()).toEqual([SECOND.id, THIRD.id, FOURTH.id])
    expect($inventory.get().items).toHaveLength(13)
  })

  test('refused without a missing item clear the table, instead of retrying for ever', async () => {
    wire.on('/api/contract/preview', () => refusal('item-gone'))
    await put(FIRST, SECOND, THIRD)
    await until(() => ids().length === 0)
    expect(asked('/api/contract/preview')).toHaveLength(1)
  })
})

describe('a contract', () => {
  test('is signed once, with the displayed table', async () => {
    wire.on('/api/contract', () => signed(306))
    await put(FIRST, SECOND, THIRD)
    const first = sign()
    await sign()
    await first
    await sign()
    expect(signings()).toMatchObject([{ body: { ids: [FIRST.id, SECOND.id, THIRD.id], oddsHash: 'a'.repeat(64) } }])
    expect($contract.get()).toMatchObject({ phase: 'playing', played: { roll: 42, table: { sum: 306 } } })
  })

  test('keeps table, inventory and balance until the animation has ended', async () => {
    wire.on('/api/contract', () => signed(306))
    await put(FIRST, SECOND, THIRD)
    await sign()
    expect([ids().length, $inventory.get().items.length, balance()]).toEqual([3, 14, 9000])
    skip()
    expect($contract.get()).toMatchObject({ phase: 'result', played: { state: 'mine', won: { id: WON, price: 700 } } })
    expect(balance()).toBe(10_000)
    await until(() => ids().length === 0)
    expect($slots.get()).toEqual(EMPTY_SLOTS)
    // The results are cleared one frame after the used items.
    await until(() => $preview.get().status === 'none')
    await until(() => $inventory.get().items.length === 12)
    const left = $inventory.get().items.map(({ id }) => id)
    expect(left).toContain(WON)
    expect(left).not.toContain(FIRST.id)
  })

  test('shows its result at once in quick mode', async () => {
    wire.on('/api/contract', () => signed(306))
    $quick.set('on')
    await put(FIRST, SECOND, THIRD)
    await sign()
    expect($contract.get().phase).toBe('result')
  })

  test('is signed once by a double click before the player is known', async () => {
    wire.on('/api/contract', () => signed(306))
    await put(FIRST, SECOND, THIRD)
    const known = $user.get()
    wire.on('/api/user/get', () => ({ success: true, user: known.status === 'authorised' && known.user }))
    $user.set({ status: 'unknown' })
    await Promise.all([sign(), sign()])
    expect([signings().length, $contract.get().phase]).toEqual([1, 'playing'])
  })

  test('is not sent without its table', async () => {
    await put(FIRST, SECOND)
    await sign()
    toggleItem(THIRD)
    expect($preview.get().status).toBe('loading')
    await sign()
    expect(signings()).toHaveLength(0)
  })

  test('refused because of changed odds shows the new table, and is signed only on a new request', async () => {
    await put(FIRST, SECOND, THIRD)
    wire.on('/api/contract', () => refusal('odds-changed'))
    wire.on('/api/contract/preview', () => ({ success: true, table: tableOf(306, 'b') }))
    await sign()
    expect($contract.get()).toEqual({ phase: 'refused', code: 'odds-changed', message: 'No: odds-changed' })
    expect($preview.get()).toEqual({ status: 'ready', table: tableOf(306, 'b') })
    wire.on('/api/contract', () => signed(306))
    await sign()
    expect(signings().map((call) => bodyOf(call).oddsHash)).toEqual(['a'.repeat(64), 'b'.repeat(64)])
    expect(new Set(signings().map(({ key }) => key)).size).toBe(2)
  })

  test('refused because of a missing item removes it from the table', async () => {
    await put(FIRST, SECOND, THIRD, FOURTH)
    wire.on('/api/contract', () => refusal('item-gone'))
    wire.on('/api/user/items', () => list(OWNED.slice(2)))
    await sign()
    expect($contract.get()).toMatchObject({ phase: 'refused', code: 'item-gone' })
    expect(ids()).toEqual([THIRD.id, FOURTH.id])
  })

  test('refused for another reason shows the server’s message, and can be dismissed', async () => {
    await put(FIRST, SECOND, THIRD)
    wire.on('/api/contract', () => refusal('excluded'))
    await sign()
    expect($contract.get()).toEqual({ phase: 'refused', code: 'excluded', message: 'No: excluded' })
    keep()
    expect([$contract.get().phase, ids().length]).toEqual(['idle', 3])
  })
})
