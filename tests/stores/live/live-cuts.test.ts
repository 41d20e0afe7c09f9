// The live drops over a real connection that is cut: the store, socket.io-client and the realtime server, with a line
// between them.
import { io } from 'socket.io-client'
import { expect, it, vi } from 'vitest'
import { LIVE_DROPS } from '../../../src/game/base/economy-everywhere.ts'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import { createRealtime } from '../../../src/server/realtime/realtime.ts'
import { createLiveFeed } from '../../../src/stores/live/live-feed.ts'
import { CONNECTION } from '../../../src/stores/live/socket.ts'
import { openCuttableConnection } from '../../support/databases/cuttable-connection.ts'
import { drop, ids } from './live-fixture.ts'

it('live drops miss and double nothing over three disconnects', { timeout: 60_000 }, async () => {
  const realtime = createRealtime({
    port: 0,
    host: '127.0.0.1',
    allowedOrigin: () => true,
    identify: async () => null,
    languageOf: () => 'en',
    log: console,
    random: Math.random,
    now: Date.now,
  })
  await realtime.listen()
  const line = await openCuttableConnection(realtime.port)
  const won: LiveDrop[] = []
  const newest = (): LiveDrop[] => won.toReversed().slice(0, LIVE_DROPS)
  const win = (): void => {
    const next = drop(`w${won.length}`, { created_at: Date.now() })
    won.push(next)
    realtime.publishDrops([next])
  }
  const faults: string[] = []
  const feed = createLiveFeed({
    now: Date.now,
    setTimer: (action, delayMs) => {
      const timer = setTimeout(action, delayMs)
      return () => clearTimeout(timer)
    },
    load: async () => ({ all: newest(), best: [] }),
    storage: null,
    log: (message) => faults.push(message),
  })
  feed.setViewer(null)
  const socket = io(`http://127.0.0.1:${line.port}`, { ...CONNECTION, transports: ['websocket'], forceNew: true })
  let stood = 0
  socket.on('live', feed.receive)
  socket.on('connect', () => {
    stood++
    feed.reload()
  })
  const shows = (): string[] => ids(feed.$feed.get().all)
  try {
    feed.start()
    await vi.waitFor(() => expect(stood).toBe(1), 5_000)
    for (let cut = 1; cut <= 3; cut++) {
      for (let count = 0; count < 4; count++) win()
      line.cut()
      await vi.waitFor(() => expect(realtime.onlineCount()).toBe(0), 5_000)
      for (let count = 0; count < 3 * cut; count++) win()
      line.restore()
      await vi.waitFor(() => expect(stood).toBe(1 + cut), 10_000)
      win()
      await vi.waitFor(() => expect(shows()).toEqual(ids(newest())), 10_000)
    }
    expect(faults).toEqual([])
  } finally {
    socket.disconnect()
    await line.close()
    await realtime.close()
  }
})
