// The connections of the realtime server: how many there may be, and which are ended.
import { describe, expect, it, vi } from 'vitest'
import type { Identity } from '../../../src/server/realtime/rooms.ts'
import { drop, ear, heardOf, openRealtimeFixture } from './realtime-fixture.ts'

const fixture = openRealtimeFixture()
const { client, connected, stalled } = fixture

describe('the caps', () => {
  it('refuse a further connection of an address, on both transports, until one ends', async () => {
    const from = '198.51.100.7'
    const [first] = [await connected(null, { from }), await connected(null, { from }), await connected(null, { from })]
    await expect(connected(null, { from })).rejects.toThrow()
    await expect(connected(null, { from, transport: 'polling' })).rejects.toThrow()
    await connected(null, { from: '198.51.100.8', transport: 'polling' })
    first.disconnect()
    await vi.waitFor(() => expect(fixture.realtime.onlineCount()).toBe(3))
    await connected(null, { from, transport: 'polling' })
  })

  it('count an IPv6 /64 as one address', async () => {
    for (const host of [1, 2, 3]) await connected(null, { from: `2001:db8::${host}` })
    await expect(connected(null, { from: '2001:db8::4' })).rejects.toThrow()
    await connected(null, { from: '2001:db8:0:1::4' })
  })

  it('leave places to others, however many networks a /48 or a /56 has', async () => {
    for (let network = 1; network <= 4; network++) await connected(null, { from: `2001:db8:7:${network}::1` })
    await expect(connected(null, { from: '2001:db8:7:5::1' })).rejects.toThrow()
    await expect(connected(null, { from: '2001:db8:7:ff00::1' })).rejects.toThrow()
    await connected(null, { from: '2001:db8:8:1::1' })
  })

  it('refuse any further connection when all are taken', async () => {
    for (let taken = 0; taken < 5; taken++) await connected()
    await expect(connected()).rejects.toThrow()
    expect(fixture.realtime.onlineCount()).toBe(5)
  })

  it('hold when many connect at once', async () => {
    const from = '198.51.100.9'
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => connected(null, { from })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })
})

describe('a connection', () => {
  it('that sends an event is ended: browsers send none', async () => {
    const socket = await connected('token-7')
    const other = await connected('token-8')
    const ended = new Promise((resolve) => void socket.on('disconnect', resolve))
    ;(socket as unknown as { emit(event: string): void }).emit('join')
    expect(await ended).toBe('io server disconnect')
    expect(other.connected).toBe(true)
    expect(fixture.logged.map(({ message }) => message)).toEqual([
      'A client that sent an unknown event was disconnected',
    ])
  })

  it('is in no room of a player before its token was checked', async () => {
    let check: ((identity: Identity | null) => void) | undefined
    fixture.identify = () => {
      const { promise, resolve } = Promise.withResolvers<Identity | null>()
      check = resolve
      return promise
    }
    const socket = client('token-7')
    const heard = ear(socket)
    await vi.waitFor(() => expect(check).toBeDefined())
    fixture.realtime.emitToPlayer(7, 'update user', { id: 7, balance: 1 })
    check?.(null)
    await vi.waitFor(() => expect(socket.connected).toBe(true))
    fixture.realtime.emitToPlayer(7, 'update user', { id: 7, balance: 2 })
    fixture.realtime.publishDrops([drop('after')])
    await vi.waitFor(() => expect(heardOf(heard, 'live')).toHaveLength(1))
    expect(heardOf(heard, 'update user')).toEqual([])
  })

  it('with a token that cannot be one is a guest without a look-up', async () => {
    const asked: string[] = []
    fixture.identify = async (token) => {
      asked.push(token)
      return null
    }
    for (const token of ['a b', 'x'.repeat(101), "';--"]) await connected(token)
    expect(asked).toEqual([])
  })
})

describe('a client that stops reading', () => {
  const flood = (bytes: number): void =>
    fixture.realtime.notifyPlayer(7, () => ({ type: 'success', message: 'x'.repeat(bytes) }))

  it('is dropped when more than 1 MB waits for it, and nobody else is', async () => {
    const other = await connected('token-8')
    await stalled()
    for (let count = 0; count < 20; count++) flood(1_000_000)
    await vi.waitFor(() => expect(fixture.realtime.onlineCount()).toBe(1), 4_000)
    expect(fixture.logged.map(({ message }) => message)).toEqual(['A client that stopped reading was dropped'])
    expect(other.connected).toBe(true)
  })

  it('is never sent drops that it cannot take', async () => {
    await stalled()
    const reader = ear(await connected())
    for (let count = 1; count <= 10; count++) {
      fixture.realtime.publishDrops(
        Array.from({ length: 50 }, (_, index) => drop(`${count}-${index}-${'x'.repeat(18_000)}`)),
      )
      await vi.waitFor(() => expect(heardOf(reader, 'live')).toHaveLength(count))
    }
    // Slow consumers are looked for before the new count is sent.
    await connected()
    await vi.waitFor(() => expect(heardOf(reader, 'online').at(-1)).toBe(3 + 5), 3_000)
    expect(fixture.realtime.onlineCount()).toBe(3)
    expect(fixture.logged).toEqual([])
  })
})
