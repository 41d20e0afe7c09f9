// The lobby: what is asked for, events that change the list, and what was missed.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EVERYTHING_OPEN } from '../../../src/game/battles/find.ts'
import type { BattleCard } from '../../../src/protocol/battle.ts'
import {
  $battles,
  $lobbyFilter,
  changeLobby,
  loadMoreBattles,
  watchLobby,
} from '../../../src/stores/battles/battles.ts'
import { $battlesEvent, $connectionCount } from '../../../src/stores/kernel/realtime-events.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { openServerFixture } from '../server-fixture.ts'
import { later, lost, PLAYER } from '../server-stub.ts'
import { card, seat, VEGA } from './battle-fixture.ts'

const OPEN = '/api/battles?tab=open&sort=new'

const page = (battles: readonly BattleCard[], cursor: string | null = null): unknown => ({
  success: true,
  battles,
  cursor,
})

const { wire } = openServerFixture()
let visibility: EventTarget & { visibilityState?: string; cookie?: string }
let stop: () => void = () => undefined

beforeEach(() => {
  visibility = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: 'token=t; XSRF-TOKEN=x' })
  vi.stubGlobal('document', visibility)
  $user.set({ status: 'authorised', user: PLAYER })
  $battles.set({ status: 'loading', entries: [], cursor: null, more: 'idle' })
})

afterEach(() => {
  stop()
  stop = () => undefined
  $lobbyFilter.set(EVERYTHING_OPEN)
})

const numbers = (): number[] => $battles.get().entries.map(({ number }) => number)
const told = (...battles: readonly unknown[]): void => $battlesEvent.set(battles)

async function openLobby(battles: readonly BattleCard[], search = '', path = OPEN): Promise<void> {
  wire.on(path, () => page(battles))
  stop = watchLobby(search)
  await vi.waitFor(() => expect($battles.get().status).toBe('ready'))
}

describe('the lobby', () => {
  it('asks for what its address names', async () => {
    const path = '/api/battles?tab=running&sort=price-up&mode=rush&min=500&max=2499'
    await openLobby([card(1, { state: 'locked' })], '?tab=running&price=5-25&mode=rush&sort=price-up', path)
    expect(numbers()).toEqual([1])
  })

  it('asks again for each change of the filters, and not where nothing changes', async () => {
    await openLobby([card(1)])
    wire.on('/api/battles?tab=ended&sort=new', () => page([card(2, { state: 'settled' })]))
    changeLobby({ tab: 'ended' })
    expect($battles.get()).toMatchObject({ status: 'loading', entries: [] })
    await vi.waitFor(() => expect(numbers()).toEqual([2]))
    changeLobby({ tab: 'ended' })
    expect(wire.calls).toHaveLength(2)
  })

  it('reads further pages by their cursor', async () => {
    wire.on(OPEN, () => page([card(3), card(2)], '2'))
    wire.on(`${OPEN}&cursor=2`, () => page([card(1)]))
    stop = watchLobby('')
    await vi.waitFor(() => expect(numbers()).toEqual([3, 2]))
    await loadMoreBattles()
    expect(numbers()).toEqual([3, 2, 1])
  })

  it('that cannot be read says so', async () => {
    wire.on(OPEN, lost)
    stop = watchLobby('')
    await vi.waitFor(() => expect($battles.get().status).toBe('failed'))
  })
})

describe('an event', () => {
  it('adds new battles where the order has them, and changes known ones', async () => {
    await openLobby([card(3), card(1)])
    told(card(2), card(4), card(1, { seats: [seat(1), seat(2)] }))
    expect(numbers()).toEqual([4, 3, 2, 1])
    expect($battles.get().entries.at(-1)?.seats).toHaveLength(2)
  })

  it('removes battles that are no longer open, and adds none that the filters leave out', async () => {
    await openLobby([card(2), card(1)], '?price=5-25', `${OPEN}&min=500&max=2499`)
    told(card(1, { state: 'locked' }), card(3, { price: 100 }), card(4, { state: 'cancelled' }))
    expect(numbers()).toEqual([2])
  })

  it('never takes a battle back: what is settled stays so', async () => {
    await openLobby([card(1, { state: 'drawn' })], '?tab=running', '/api/battles?tab=running&sort=new')
    told(card(1, { state: 'locked' }))
    expect($battles.get().entries[0]?.state).toBe('drawn')
  })

  it('that comes while the list is read is not undone by the answer', async () => {
    const slow = later()
    wire.on(OPEN, slow.answer)
    stop = watchLobby('')
    await vi.waitFor(() => expect(wire.calls).toHaveLength(1))
    told(card(1, { state: 'locked' }), card(3))
    slow.go(page([card(2), card(1)]))
    await vi.waitFor(() => expect(numbers()).toEqual([3, 2]))
  })

  it('keeps the player’s own seats, also those of a hidden player', async () => {
    const hidden = { id: null, username: null, avatar: null, lvl: 1 }
    await openLobby([card(1, { seats: [seat(1, { own: true, user: hidden })] })])
    told(
      card(1, { seats: [seat(1, { user: hidden }), seat(2)], format: '1v1v1' }),
      card(2, { seats: [seat(1, { user: VEGA }), seat(2, { user: null })] }),
    )
    const own = $battles.get().entries.map(({ seats }) => seats.map((taken) => taken.own))
    expect(own).toEqual([
      [true, false],
      [true, false],
    ])
  })

  it.each([[[{ id: 1 }]], [[null]], ['battles'], [[{ ...card(1), state: '__proto__' }]]])(
    'that cannot be read changes nothing: %j',
    async (payload) => {
      await openLobby([card(2)])
      $battlesEvent.set(payload)
      expect(numbers()).toEqual([2])
    },
  )
})

describe('what was missed', () => {
  it('is read after each connection, when the page is seen again, and for another player', async () => {
    await openLobby([card(1)])
    wire.on(OPEN, () => page([card(2)]))
    $connectionCount.set($connectionCount.get() + 1)
    await vi.waitFor(() => expect(numbers()).toEqual([2]))
    wire.on(OPEN, () => page([card(3)]))
    visibility.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(numbers()).toEqual([3]))
    wire.on(OPEN, () => page([card(4)]))
    $user.set({ status: 'guest' })
    await vi.waitFor(() => expect(numbers()).toEqual([4]))
  })

  it('is not read by a page that nobody sees', async () => {
    await openLobby([card(1)])
    visibility.visibilityState = 'hidden'
    visibility.dispatchEvent(new Event('visibilitychange'))
    expect(wire.calls).toHaveLength(1)
  })
})
