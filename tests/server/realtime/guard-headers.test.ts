// Security headers of the realtime port on every response.
import { afterEach, describe, expect, it } from 'vitest'
import { createRealtime, type Realtime } from '../../../src/server/realtime/realtime.ts'

const ORIGIN = 'https://shop.test'

let realtime: Realtime

async function open(secure: boolean): Promise<string> {
  realtime = createRealtime({
    port: 0,
    host: '127.0.0.1',
    secure,
    allowedOrigin: (origin) => origin === ORIGIN,
    identify: async () => null,
    languageOf: () => 'en',
    log: { warn: () => undefined, error: () => undefined },
    random: () => 0,
    now: Date.now,
  })
  await realtime.listen()
  return `http://127.0.0.1:${realtime.port}`
}

describe('responses of the realtime port', () => {
  afterEach(() => realtime.close())

  it.each([
    ['a handshake', '/socket.io/?EIO=4&transport=polling', ORIGIN, 200],
    ['a handshake from elsewhere', '/socket.io/?EIO=4&transport=polling', 'https://evil.example', 403],
    ['an unknown session', '/socket.io/?EIO=4&transport=polling&sid=x', ORIGIN, 400],
    ['any other address', '/', ORIGIN, 404],
  ])('to %s prevent sniffing, framing and scripts', async (_what, path, origin, status) => {
    const answer = await fetch((await open(true)) + path, { headers: { origin } })
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
  })

  it('require https in live mode only', async () => {
    const { headers } = await fetch(await open(false))
    expect(headers.get('strict-transport-security')).toBeNull()
  })
})
