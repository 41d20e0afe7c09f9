// A payment provider that accepts connections and never answers: its callers are refused within its time limit, and
// nobody else waits.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { sandboxKeys } from '../../src/server/payments/sandbox/payment.ts'
import { sandboxProvider } from '../../src/server/payments/sandbox/provider.ts'
import { SUITE_KINDS } from '../support/databases/databases.ts'
import { win } from '../support/players/games.ts'
import { type Answer, openTestSite, type TestSite } from '../support/sites/site.ts'

/** More than the site has database connections. */
const DEPOSITORS = 30

describe.each(SUITE_KINDS)('a payment provider that never answers, on %s', (kind) => {
  let site: TestSite
  let silent: Server
  const sockets = new Set<Socket>()

  beforeAll(async () => {
    silent = createServer((socket) => {
      sockets.add(socket)
      // The caller disconnects.
      socket.on('error', () => undefined).resume()
    })
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    if (address === null || typeof address === 'string') throw new Error('It has no port')
    const siteUrl = `http://127.0.0.1:${address.port}`
    const keys = sandboxKeys('a-secret-of-at-least-32-characters')
    const provider = sandboxProvider({ keys, siteUrl, fetch, now: Date.now, timeoutMs: undefined })
    site = await openTestSite(kind, { payments: { providers: [provider], standIn: undefined } })
  })

  afterAll(async () => {
    await site.close()
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  it('delays only its own callers, for no longer than the limit', async () => {
    const depositors = await Promise.all(Array.from({ length: DEPOSITORS }, () => site.newPlayer()))
    const answered: Answer[] = []
    const asking = Promise.all(
      depositors.map(async (player) => {
        const body = { method_name: 'sandbox-card', sum: 5, promocode: '', user_id: player.playerId }
        answered.push(await player.post('/api/payment/create/sandbox', body))
      }),
    )
    await expect.poll(() => sockets.size).toBeGreaterThan(0)

    const player = await site.newPlayer()
    const won = await win(player, 10)
    const ids = won.map(({ id }) => id)
    expect((await player.post('/api/user/items/sell', { ids, isAll: false })).body.success).toBe(true)
    expect((await depositors[0]?.get('/api/payment/orders'))?.body.orders).toHaveLength(1)
    expect(answered).toEqual([])

    await asking
    expect(answered.map(({ status, body }) => [status, body.code])).toEqual(
      depositors.map(() => [200, 'provider-down']),
    )
    for (const depositor of depositors) {
      const { orders } = (await depositor.get('/api/payment/orders')).body
      expect(orders).toEqual([expect.objectContaining({ state: 'failed', paid_at: null })])
    }
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })
})
