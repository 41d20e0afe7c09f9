// What becomes of a push message by the answer of its push service, whom the site sends to, and the key that a sandbox keeps.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PushMessage } from '../../../src/protocol/push.ts'
import { PUBLIC_PUSH_SERVICES } from '../../../src/server/config/push-hosts.ts'
import { openPush, type PushModule, retryAfterMs } from '../../../src/server/push/push.ts'
import { generatePushKey } from '../../../src/server/push/push-key.ts'
import { isPushService } from '../../../src/server/push/push-services.ts'
import { openPushService, type PushService, type SubscribedBrowser } from '../../support/outside/push-service.ts'

const MESSAGE: PushMessage = { kind: 'test', title: 'Title', body: 'Body', lang: 'en', link: '/dashboard' }

let service: PushService
let push: PushModule
let browser: SubscribedBrowser

async function open(options: {
  readonly deadlineMs?: number
  readonly dataDir?: string
  readonly privateKey?: string
}) {
  const { dataDir = '/nowhere', privateKey, ...rest } = options
  const settings = { privateKey, subject: 'https://shop.example', services: [service.host] }
  const opened = await openPush({ config: { push: settings, dataDir }, ...rest })
  if (opened === undefined) throw new Error('Push is off')
  return opened
}

const send = (by = push, signal = new AbortController().signal) => {
  const { endpoint, keys } = browser.body
  return by.send({ endpoint, ...keys }, MESSAGE, signal)
}

beforeAll(async () => {
  service = await openPushService()
  push = await open({ privateKey: generatePushKey() })
  browser = await service.subscribe(push.publicKey)
})

afterEach(() => {
  expect(service.faults).toEqual([])
})

afterAll(() => service.close())

describe('a message', () => {
  it('arrives as it was sent, for a day and over an older one of its kind', async () => {
    expect(await send()).toEqual({ kind: 'sent' })
    expect(browser.messages.at(-1)).toEqual(MESSAGE)
    expect(service.requests.at(-1)).toMatchObject({ ttl: '86400', topic: 'test', 'content-encoding': 'aes128gcm' })
  })

  it.each([
    [404, { kind: 'gone' }],
    [410, { kind: 'gone' }],
    [400, { kind: 'refused', problem: 'status 400' }],
    [403, { kind: 'refused', problem: 'status 403' }],
    [413, { kind: 'refused', problem: 'status 413' }],
    [302, { kind: 'refused', problem: 'status 302' }],
    [429, { kind: 'later', problem: 'status 429', afterMs: 0 }],
    [500, { kind: 'later', problem: 'status 500', afterMs: 0 }],
    [503, { kind: 'later', problem: 'status 503', afterMs: 0 }],
  ])('that is answered with %i is %o', async (status, outcome) => {
    service.answers.push({ status, headers: { location: 'http://127.0.0.1:9/' } })
    expect(await send()).toEqual(outcome)
  })

  it('is sent later when its push service asks for it, cuts the connection or says nothing', async () => {
    service.answers.push({ status: 429, headers: { 'retry-after': '120' } }, 'no connection', 'silence')
    expect(await send()).toEqual({ kind: 'later', problem: 'status 429', afterMs: 120_000 })
    expect(await send()).toMatchObject({ kind: 'later', afterMs: 0 })
    const impatient = await open({ privateKey: generatePushKey(), deadlineMs: 50 })
    expect(await send(impatient)).toEqual({ kind: 'later', problem: 'no answer in time', afterMs: 0 })
  })

  it('is given up at once when the site stops', async () => {
    service.answers.push('silence')
    const stopping = new AbortController()
    const sending = send(push, stopping.signal)
    stopping.abort()
    expect(await sending).toMatchObject({ kind: 'later' })
  })
})

describe('the time of Retry-After', () => {
  it.each([
    [null, 0],
    ['30', 30_000],
    ['Wed, 25 Nov 2026 12:00:10 GMT', 10_000],
    ['Wed, 25 Nov 2026 11:00:00 GMT', 0],
    ['soon', 0],
    ['-1', 0],
  ])('%j is %i ms', (header, expected) => {
    expect(retryAfterMs(header, Date.parse('2026-11-25T12:00:00Z'))).toBe(expected)
  })
})

describe('an address', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
    'https://api.push.apple.com/abc',
  ])('of a browser’s push service is one: %s', (address) => {
    expect(isPushService(address, PUBLIC_PUSH_SERVICES)).toBe(true)
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://user:password@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://fcm.googleapis.com./abc',
    'https://evil.example/fcm.googleapis.com',
    'https://evilnotify.windows.com/abc',
    'https://notify.windows.com/abc',
    'https://evil.example/?.notify.windows.com',
    'https://push.apple.com/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/abc',
    'https://localhost/abc',
    'http://127.0.0.1:6379/',
    'http://[::1]/',
    'https://10.0.0.1/',
    'https://0x7f.1/',
    'file:///etc/passwd',
    'ftp://fcm.googleapis.com/abc',
    'javascript:alert(1)',
    'fcm.googleapis.com',
    '',
  ])('elsewhere is none: %s', (address) => {
    expect(isPushService(address, PUBLIC_PUSH_SERVICES)).toBe(false)
  })

  it('on this machine is one only with the port that is listed', () => {
    expect(isPushService('http://127.0.0.1:8000/a', ['127.0.0.1:8000'])).toBe(true)
    expect(isPushService('http://127.0.0.1:8001/a', ['127.0.0.1:8000'])).toBe(false)
    expect(isPushService('http://localhost:8000/a', ['127.0.0.1:8000'])).toBe(false)
  })
})

describe('the key', () => {
  it('of a sandbox is made once, and kept in its folder', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'spacedrop-push-'))
    const first = await open({ dataDir })
    expect((await open({ dataDir })).publicKey).toBe(first.publicKey)
    await rm(dataDir, { recursive: true })
  })

  it('that is made has 32 bytes, also where it begins with zeros', () => {
    for (let made = 0; made < 1000; made++) expect(generatePushKey()).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('that no point belongs to is refused', async () => {
    await expect(open({ privateKey: 'A'.repeat(43) })).rejects.toThrow()
  })

  it('is not opened where push is off', async () => {
    expect(await openPush({ config: { push: undefined, dataDir: '/nowhere' } })).toBeUndefined()
  })
})
