import { describe, expect, test } from 'vitest'
import {
  $docked,
  $docks,
  $filling,
  $results,
  $signing,
  clear,
  fillCheapest,
  keep,
  NO_DOCKS,
  readResults,
  sign,
  skip,
  toggle,
} from '../../src/stores/contract.ts'
import { $inventory } from '../../src/stores/inventory.ts'
import { $quick } from '../../src/stores/preferences.ts'
import { $user } from '../../src/stores/user.ts'
import {
  asked,
  balance,
  desk,
  FIRST,
  FOURTH,
  ids,
  list,
  lost,
  OWNED,
  openDesk,
  preview,
  put,
  refusal,
  SECOND,
  signed,
  signings,
  THIRD,
  tableOf,
  until,
  WON,
} from './contract-desk.ts'

openDesk()

describe('the docks', () => {
  test('take an item into the first that is free, and give it back', async () => {
    await put(FIRST, SECOND, THIRD)
    expect($docks.get().slice(0, 4)).toEqual([FIRST, SECOND, THIRD, null])
    toggle(SECOND)
    expect($docks.get().slice(0, 4)).toEqual([FIRST, null, THIRD, null])
    toggle(FOURTH)
    expect($docks.get().slice(0, 4)).toEqual([FIRST, FOURTH, THIRD, null])
    expect([...$docked.get().keys()]).toEqual([FIRST.id, FOURTH.id, THIRD.id])
    clear()
    expect([$docks.get(), $results.get().status]).toEqual([NO_DOCKS, 'none'])
  })

  test('are ten', async () => {
    await put(...OWNED)
    expect(ids()).toEqual(OWNED.slice(0, 10).map(({ id }) => id))
  })

  test('are filled with the cheapest items that are not in them', async () => {
    await put(THIRD)
    const filling = fillCheapest()
    expect($filling.get()).toBe(true)
    expect(await filling).toBe(true)
    expect($filling.get()).toBe(false)
    expect(new Set(ids())).toEqual(new Set(OWNED.slice(0, 10).map(({ id }) => id)))
    expect($docks.get()[0]).toEqual(THIRD)
  })

  test('stay as they are when the cheapest cannot be read', async () => {
    await put(FIRST)
    desk.answers['/api/user/items'] = lost
    expect(await fillCheapest()).toBe(false)
    expect([ids(), $filling.get()]).toEqual([[FIRST.id], false])
  })

  test('do not change while a contract is being signed', async () => {
    await put(FIRST, SECOND, THIRD)
    desk.answers['/api/contract'] = () => signed(306)
    await sign()
    toggle(FOURTH)
    clear()
    await fillCheapest()
    expect(ids()).toEqual([FIRST.id, SECOND.id, THIRD.id])
  })
})

describe('the results', () => {
  test('are read from three items on', async () => {
    await put(FIRST, SECOND)
    expect($results.get()).toEqual({ status: 'none' })
    await put(THIRD)
    expect($results.get()).toEqual({ status: 'ready', table: tableOf(306) })
    expect(asked('/api/contract/preview').map(({ body }) => body.ids?.length)).toEqual([3])
  })

  test('are those of the docks as they are now, however late an older answer comes', async () => {
    await put(FIRST, SECOND, THIRD)
    let answerOld: (said: unknown) => void = () => undefined
    desk.answers['/api/contract/preview'] = () =>
      new Promise((resolve) => {
        answerOld = resolve
      })
    toggle(FOURTH)
    expect($results.get()).toEqual({ status: 'loading', last: tableOf(306) })
    await until(() => asked('/api/contract/preview').length === 2)
    desk.answers['/api/contract/preview'] = preview
    toggle(FIRST)
    answerOld({ success: true, table: tableOf(99_999) })
    await until(() => $results.get().status === 'ready')
    expect($results.get()).toEqual({ status: 'ready', table: tableOf(102 + 103 + 104) })
  })

  test('say in the server’s words why there are none', async () => {
    desk.answers['/api/contract/preview'] = () => refusal('contract-sum')
    await put(FIRST, SECOND, THIRD)
    expect($results.get()).toEqual({ status: 'refused', message: 'No: contract-sum' })
  })

  test('that could not be read can be asked for again', async () => {
    desk.answers['/api/contract/preview'] = () => new Response('{}', { status: 400 })
    await put(FIRST, SECOND, THIRD)
    expect($results.get()).toEqual({ status: 'failed' })
    desk.answers['/api/contract/preview'] = preview
    await readResults()
    expect($results.get().status).toBe('ready')
  })

  test('refused for an item that is gone: the inventory is read anew, and what is not in it leaves the table', async () => {
    desk.answers['/api/user/items'] = () => list(OWNED.slice(1))
    desk.answers['/api/contract/preview'] = (call) =>
      call.body.ids?.includes(FIRST.id) ? refusal('item-gone') : preview(call)
    await put(FIRST, SECOND, THIRD, FOURTH)
    await until(() => $results.get().status === 'ready')
    expect($signing.get()).toEqual({ phase: 'refused', code: 'item-gone', message: 'No: item-gone' })
    expect(ids()).toEqual([SECOND.id, THIRD.id, FOURTH.id])
    expect($inventory.get().items).toHaveLength(13)
  })

  test('refused without a trace of what is gone clear the table, instead of asking for ever', async () => {
    desk.answers['/api/contract/preview'] = () => refusal('item-gone')
    await put(FIRST, SECOND, THIRD)
    await until(() => ids().length === 0)
    expect(asked('/api/contract/preview')).toHaveLength(1)
  })
})

describe('a contract', () => {
  test('is signed once, with the table that was shown', async () => {
    desk.answers['/api/contract'] = () => signed(306)
    await put(FIRST, SECOND, THIRD)
    const first = sign()
    await sign()
    await first
    await sign()
    expect(signings()).toMatchObject([{ body: { ids: [FIRST.id, SECOND.id, THIRD.id], oddsHash: 'a'.repeat(64) } }])
    expect($signing.get()).toMatchObject({ phase: 'forming', signed: { roll: 42, table: { sum: 306 } } })
  })

  test('leaves table, inventory and balance as they were until the light has come to rest', async () => {
    desk.answers['/api/contract'] = () => signed(306)
    await put(FIRST, SECOND, THIRD)
    await sign()
    expect([ids().length, $inventory.get().items.length, balance()]).toEqual([3, 14, 9000])
    skip()
    expect($signing.get()).toMatchObject({ phase: 'result', state: 'mine', signed: { won: { id: WON, price: 700 } } })
    expect(balance()).toBe(10_000)
    await until(() => ids().length === 0)
    expect($docks.get()).toEqual(NO_DOCKS)
    // What could come out is put away a frame after what was put in.
    await until(() => $results.get().status === 'none')
    await until(() => $inventory.get().items.length === 12)
    const left = $inventory.get().items.map(({ id }) => id)
    expect(left).toContain(WON)
    expect(left).not.toContain(FIRST.id)
  })

  test('shows its result at once for who wants it quick', async () => {
    desk.answers['/api/contract'] = () => signed(306)
    $quick.set('on')
    await put(FIRST, SECOND, THIRD)
    await sign()
    expect($signing.get().phase).toBe('result')
  })

  test('is signed once by a double press while nobody knows yet who plays', async () => {
    desk.answers['/api/contract'] = () => signed(306)
    await put(FIRST, SECOND, THIRD)
    const known = $user.get()
    desk.answers['/api/user/get'] = () => ({ success: true, user: known.status === 'authorised' && known.user })
    $user.set({ status: 'unknown' })
    await Promise.all([sign(), sign()])
    expect([signings().length, $signing.get().phase]).toEqual([1, 'forming'])
  })

  test('is not asked for without its table', async () => {
    await put(FIRST, SECOND)
    await sign()
    toggle(THIRD)
    expect($results.get().status).toBe('loading')
    await sign()
    expect(signings()).toHaveLength(0)
  })

  test('refused because the odds have changed shows the new table, and is signed only when asked again', async () => {
    await put(FIRST, SECOND, THIRD)
    desk.answers['/api/contract'] = () => refusal('odds-changed')
    desk.answers['/api/contract/preview'] = () => ({ success: true, table: tableOf(306, 'b') })
    await sign()
    expect($signing.get()).toEqual({ phase: 'refused', code: 'odds-changed', message: 'No: odds-changed' })
    expect($results.get()).toEqual({ status: 'ready', table: tableOf(306, 'b') })
    desk.answers['/api/contract'] = () => signed(306)
    await sign()
    expect(signings().map(({ body }) => body.oddsHash)).toEqual(['a'.repeat(64), 'b'.repeat(64)])
    expect(new Set(signings().map(({ key }) => key)).size).toBe(2)
  })

  test('refused because an item is gone takes it off the table', async () => {
    await put(FIRST, SECOND, THIRD, FOURTH)
    desk.answers['/api/contract'] = () => refusal('item-gone')
    desk.answers['/api/user/items'] = () => list(OWNED.slice(2))
    await sign()
    expect($signing.get()).toMatchObject({ phase: 'refused', code: 'item-gone' })
    expect(ids()).toEqual([THIRD.id, FOURTH.id])
  })

  test('refused for anything else is said in the server’s words, and can be put away', async () => {
    await put(FIRST, SECOND, THIRD)
    desk.answers['/api/contract'] = () => refusal('excluded')
    await sign()
    expect($signing.get()).toEqual({ phase: 'refused', code: 'excluded', message: 'No: excluded' })
    keep()
    expect([$signing.get().phase, ids().length]).toEqual(['idle', 3])
  })
})
