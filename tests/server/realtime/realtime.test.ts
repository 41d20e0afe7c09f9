// The realtime server with real clients over loopback: who hears what, and how it ends.
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { describe, expect, it, vi } from 'vitest'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import { createRealtime } from '../../../src/server/realtime/realtime.ts'
import type { Identity } from '../../../src/server/realtime/rooms.ts'
import { type Client, drop, ear, heardOf, ORIGIN, openRealtimeFixture } from './realtime-fixture.ts'

const fixture = openRealtimeFixture()
const { client, connected, stalled } = fixture

const dropsIn = (payload: unknown): LiveDrop[] => (payload as { item: { all: LiveDrop[] } }).item.all

describe('the handshake', () => {
  it('refuses a page of another origin, on both transports', async () => {
    await expect(connected(null, { origin: 'http://evil.test' })).rejects.toThrow()
    await expect(connected(null, { origin: 'http://evil.test', transport: 'polling' })).rejects.toThrow()
    expect(fixture.realtime.onlineCount()).toBe(0)
  })

  it('lets polling pages of our origin read the answers, with cookies', async () => {
    const answer = await fetch(`http://127.0.0.1:${fixture.realtime.port}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: ORIGIN },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
  })

  it('serves nothing else', async () => {
    expect((await fetch(`http://127.0.0.1:${fixture.realtime.port}/`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${fixture.realtime.port}/socket.io/socket.io.js`)).status).toBe(400)
  })

  it('sends the count with its boost of 5 to a new client, and then to all', async () => {
    const first = client()
    const heard = ear(first)
    await vi.waitFor(() => expect(heardOf(heard, 'online')[0]).toBe(1 + 5))
    await connected()
    await vi.waitFor(() => expect(heardOf(heard, 'online').at(-1)).toBe(2 + 5), 3_000)
    expect(fixture.realtime.onlineCount()).toBe(2)
  })

  it('hands over token and cookies', async () => {
    const seen: string[] = []
    fixture.identify = async (token, cookieHeader) => {
      seen.push(token, cookieHeader)
      return null
    }
    await connected('some-token')
    expect(seen).toEqual(['some-token', 'companion=1'])
  })

  it.each(['unknown', '', 'x'.repeat(257)])('takes a visitor with the token %j for a guest', async (token) => {
    const socket = await connected(token)
    const heard = ear(socket)
    fixture.realtime.emitToPlayer(7, 'update user', { id: 7, balance: 1 })
    fixture.realtime.publishDrops([drop('after')])
    await vi.waitFor(() => expect(heardOf(heard, 'live')).toHaveLength(1))
    expect(heardOf(heard, 'update user')).toEqual([])
  })

  it('takes a visitor for a guest when identifying fails, and logs why', async () => {
    fixture.identify = async () => Promise.reject(new Error('no database'))
    await connected('token-7')
    expect(fixture.logged.map(({ message }) => message)).toEqual(['A realtime connection could not be identified'])
  })
})

describe('what is told', () => {
  it('tells a player alone, on every device', async () => {
    const [desktop, phone, other, guest] = await Promise.all([
      connected('token-7'),
      connected('token-7-phone'),
      connected('token-8'),
      connected(),
    ])
    const ears = [desktop, phone, other, guest].map(ear)
    fixture.realtime.emitToPlayer(7, 'update user', { id: 7, balance: 1250 })
    fixture.realtime.notifyPlayer(7, () => ({ type: 'success', message: 'Paid' }))
    fixture.realtime.publishDrops([drop('last')])
    await vi.waitFor(() => expect(ears.every((heard) => heardOf(heard, 'live').length === 1)).toBe(true))
    const privately = ears.map((heard) => heard.filter(({ event }) => event === 'update user' || event === 'notify'))
    expect(privately[0]).toEqual([
      { event: 'update user', payload: { id: 7, balance: 1250 } },
      { event: 'notify', payload: { id: 7, type: 'success', message: 'Paid' } },
    ])
    expect(privately[1]).toEqual(privately[0])
    expect(privately.slice(2)).toEqual([[], []])
  })

  it('notifies each device of a player in the language of its page', async () => {
    const heards = (
      await Promise.all([
        connected('token-7', { cookie: 'lang=RU' }),
        connected('token-7-phone', { cookie: 'lang=UK' }),
        connected('token-8', { cookie: 'lang=RU' }),
      ])
    ).map(ear)
    fixture.realtime.notifyPlayer(7, (language) => ({ type: 'success', message: language }))
    fixture.realtime.publishDrops([drop('last')])
    await vi.waitFor(() => expect(heards.every((heard) => heardOf(heard, 'live').length === 1)).toBe(true))
    expect(heards.map((heard) => heardOf(heard, 'notify'))).toEqual([
      [{ id: 7, type: 'success', message: 'ru' }],
      [{ id: 7, type: 'success', message: 'uk' }],
      [],
    ])
  })

  it('tells everyone of a drop, also the winner whose balance is told in the same turn', async () => {
    const heards = (await Promise.all([connected('token-7'), connected()])).map(ear)
    fixture.realtime.emitToPlayer(7, 'update user', { id: 7, balance: 1 })
    fixture.realtime.publishDrops([drop('won')])
    fixture.realtime.emitToPlayer(7, 'update user', { id: 7, balance: 2 })
    await vi.waitFor(() => {
      for (const heard of heards)
        expect(heardOf(heard, 'live')).toEqual([{ item: { all: [{ id: 'won', price: 100 }] } }])
    })
  })

  it('gathers drops: at most five messages a second, 50 drops each, the most expensive in their order', async () => {
    const heard = ear(await connected())
    const all = Array.from({ length: 120 }, (_, index) => drop(`${index}`, index === 3 ? 9_999 : 100))
    const started = performance.now()
    fixture.realtime.publishDrops(all.slice(0, 60))
    fixture.realtime.publishDrops(all.slice(60))
    await vi.waitFor(() => expect(heardOf(heard, 'live')).toHaveLength(1))
    for (let number = 0; number < 20; number++) {
      fixture.realtime.publishDrops([drop(`late ${number}`)])
      await turn()
    }
    await vi.waitFor(() => expect(dropsIn(heardOf(heard, 'live').at(-1)).at(-1)?.id).toBe('late 19'))
    const messages = heardOf(heard, 'live').map(dropsIn)
    expect(messages[0]).toHaveLength(50)
    expect(messages[0]?.slice(0, 4).map(({ id }) => id)).toEqual(['0', '1', '2', '3'])
    expect(messages).toHaveLength(2)
    expect(messages[1]).toHaveLength(20)
    // The first message is sent after the start, the second 200 ms later; timers may ring a millisecond early.
    expect(performance.now() - started).toBeGreaterThan(198)
  })

  it('gathers changed counters into one message', async () => {
    const heard = ear(await connected())
    fixture.realtime.publishStatistic({ cases: 1 })
    fixture.realtime.publishStatistic({ cases: 2, users: 3 })
    fixture.realtime.publishStatistic({ upgrades: 4 })
    await vi.waitFor(() => expect(heardOf(heard, 'stats')).toEqual([{ live: { cases: 2, users: 3, upgrades: 4 } }]))
  })

  it('ignores every event of a client, and disconnects one that sends much', async () => {
    const quiet = await connected()
    const heard = ear(quiet)
    const talker = await connected('token-8')
    const send = (event: string, payload: unknown): unknown => (talker as Socket).emit(event, payload)
    send('live', { item: { all: [drop('forged')] } })
    send('update user', { id: 7, balance: 1 })
    send('much', 'x'.repeat(10_000))
    await new Promise((resolve) => talker.on('disconnect', resolve))
    fixture.realtime.publishDrops([drop('true')])
    await vi.waitFor(() => expect(heardOf(heard, 'live')).toHaveLength(1))
    expect(
      heardOf(heard, 'live')
        .flatMap(dropsIn)
        .map(({ id }) => id),
    ).toEqual(['true'])
  })
})

describe('ending', () => {
  const ended = (socket: Client): Promise<unknown> => new Promise((resolve) => socket.on('disconnect', resolve))

  it('closes the sockets of one session and leaves the player’s others', async () => {
    const [desktop, phone] = await Promise.all([connected('token-7'), connected('token-7-phone')])
    const gone = ended(desktop)
    fixture.realtime.closeSession('a')
    await gone
    expect(phone.connected).toBe(true)
  })

  it('closes every socket of a player, and nobody else’s', async () => {
    const [desktop, phone, other] = await Promise.all([
      connected('token-7'),
      connected('token-7-phone'),
      connected('token-8'),
    ])
    const gone = Promise.all([ended(desktop), ended(phone)])
    fixture.realtime.closePlayer(7)
    await gone
    expect(other.connected).toBe(true)
  })

  it('lets nobody into a session that was closed while they were being identified', async () => {
    let answer: (identity: Identity) => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      fixture.identify = () => {
        resolve()
        return new Promise((settle) => {
          answer = settle
        })
      }
    })
    const late = client('token-7')
    const gone = ended(late)
    await asked
    fixture.realtime.closeSession('a')
    answer({ playerId: 7, sessionId: 'a' })
    await gone
    await vi.waitFor(() => expect(fixture.realtime.onlineCount()).toBe(0))
  })

  it('closes within two seconds, also with a client that no longer answers', async () => {
    await connected()
    const deaf = await stalled()
    const startedMs = performance.now()
    const gone = once(deaf, 'close')
    await fixture.realtime.close()
    expect(performance.now() - startedMs).toBeLessThan(2_000)
    deaf.resume()
    await gone
  })

  it('says when its port is taken', async () => {
    const second = createRealtime({
      port: fixture.realtime.port,
      host: '127.0.0.1',
      allowedOrigin: () => true,
      identify: async () => null,
      languageOf: () => 'en',
      log: { warn: () => undefined, error: () => undefined },
      random: Math.random,
      now: Date.now,
      addressOf: () => '192.0.2.1',
      caps: { ofAddress: 3, inAll: 5 },
    })
    await expect(second.listen()).rejects.toThrow('EADDRINUSE')
    await second.close()
  })
})
