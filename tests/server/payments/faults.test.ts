// Every provider with every failure: an error within the time limit that describes the failure and reveals no secret.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentSettings } from '../../../src/server/config/config.ts'
import type { Fetch } from '../../../src/server/network/bounded-request.ts'
import { createCryptoCloud } from '../../../src/server/payments/cryptocloud/cryptocloud.ts'
import { createMonobank } from '../../../src/server/payments/monobank/monobank.ts'
import { type PaymentProvider, ProviderFailed } from '../../../src/server/payments/provider.ts'
import { createSandboxPayments } from '../../../src/server/payments/sandbox/sandbox.ts'
import { createStripe } from '../../../src/server/payments/stripe/stripe.ts'
import { CRYPTOCLOUD_KEYS } from '../../support/outside/payment-stand-ins/cryptocloud.ts'
import { MONOBANK_TOKEN } from '../../support/outside/payment-stand-ins/monobank.ts'
import { SANDBOX_SECRET } from '../../support/outside/payment-stand-ins/sandbox-site.ts'
import {
  FAULTS,
  openStandInServer,
  type StandInServer,
} from '../../support/outside/payment-stand-ins/stand-in-server.ts'
import { STRIPE_KEYS } from '../../support/outside/payment-stand-ins/stripe.ts'
import { NOON, orderFor } from './orders.ts'

const now = (): number => NOON

interface Case {
  readonly secrets: readonly string[]
  readonly method: string
  readonly reference: string
  readonly make: (address: string, limits: { fetch: Fetch; timeoutMs: number }) => Promise<PaymentProvider>
}

const PROVIDERS: Readonly<Record<keyof PaymentSettings | 'sandbox', Case>> = {
  cryptocloud: {
    secrets: [CRYPTOCLOUD_KEYS.apiKey, CRYPTOCLOUD_KEYS.secret],
    method: 'cryptocloud-btc',
    reference: 'INV-ABCD1234',
    make: async (baseUrl, limits) => createCryptoCloud({ ...CRYPTOCLOUD_KEYS, baseUrl, now, ...limits }),
  },
  stripe: {
    secrets: [STRIPE_KEYS.secretKey, STRIPE_KEYS.webhookSecret],
    method: 'stripe',
    reference: 'cs_test_1',
    make: (apiUrl, limits) => createStripe({ ...STRIPE_KEYS, apiUrl, now, ...limits }),
  },
  monobank: {
    secrets: [MONOBANK_TOKEN],
    method: 'monobank',
    reference: 'p2_1',
    make: async (baseUrl, limits) => createMonobank({ token: MONOBANK_TOKEN, baseUrl, now, ...limits }),
  },
  sandbox: {
    secrets: [SANDBOX_SECRET],
    method: 'sandbox-card',
    reference: 'sbx_1',
    make: async (address, limits) =>
      createSandboxPayments({
        secret: SANDBOX_SECRET,
        siteUrl: address,
        now,
        warn: () => undefined,
        ...limits,
      }).provider,
  },
}

const CASES = Object.entries(PROVIDERS).map(([name, provider]) => ({ name, ...provider }))
const ALL_SECRETS = CASES.flatMap(({ secrets }) => secrets)

let server: StandInServer
beforeAll(async () => {
  // Refuses and echoes the request with its key, which a careless error message would print.
  server = await openStandInServer(({ headers, body }) => ({
    status: 400,
    body: {
      status: 'error',
      result: { [JSON.stringify(headers)]: body.toString('utf8') },
      errCode: `no ${headers['x-token']}`,
      error: { type: 'invalid_request_error', code: String(headers.authorization), message: JSON.stringify(headers) },
    },
  }))
})
afterAll(() => server.close())

/** Times out soon where the test is about time-outs, and late elsewhere, so that a busy machine changes nothing. */
const timeoutFor = (fault: string): number => (fault === 'hangs' || fault === 'trickles' ? 200 : 20_000)

async function failures(provider: PaymentProvider, { method, reference }: Case): Promise<unknown[]> {
  const attempts = [
    provider.open(orderFor(method)),
    provider.fetchState(reference),
    provider.cancel(reference),
    provider.refund({ reference, orderId: 'an-order', charge: 100, refunded: 0, minor: 100 }),
  ]
  const results = await Promise.allSettled(attempts)
  return results.map((result) => (result.status === 'rejected' ? result.reason : 'nothing went wrong'))
}

function expectQuiet(errors: readonly unknown[]): void {
  for (const error of errors) {
    expect(error).toBeInstanceOf(ProviderFailed)
    for (const secret of ALL_SECRETS) expect(inspect(error, { depth: 10 })).not.toContain(secret)
  }
}

describe.each(CASES)('$name', (provider) => {
  it.each(FAULTS)('when it %s', async (fault) => {
    server.fault = fault
    const limits = { fetch, timeoutMs: timeoutFor(fault) }
    expectQuiet(await failures(await provider.make(server.address, limits), provider))
  })

  it.each([
    ['hangs', 'no answer in time'],
    ['trickles', 'no answer in time'],
    ['answers 500', 'status 500'],
    ['answers 429', 'status 429'],
    ['moves elsewhere', 'status 302'],
    ['answers too much', 'the answer is longer than 65536 bytes'],
    ['answers other JSON', 'an undocumented response'],
  ] as const)('reports what happened when it %s: %s', async (fault, words) => {
    server.fault = fault
    const made = await provider.make(server.address, { fetch, timeoutMs: timeoutFor(fault) })
    await expect(made.fetchState(provider.reference)).rejects.toThrow(words)
  })

  it('when it repeats our key in its refusal', async () => {
    server.fault = undefined
    expectQuiet(await failures(await provider.make(server.address, { fetch, timeoutMs: 20_000 }), provider))
  })

  it('when it is unreachable', async () => {
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
    await new Promise((resolve) => gone.close(resolve))
    expectQuiet(await failures(await provider.make(address, { fetch, timeoutMs: 20_000 }), provider))
  })

  it('is called only at its own address: no redirect is followed', async () => {
    server.fault = 'moves elsewhere'
    const asked: string[] = []
    const recorded: Fetch = (address, init) => {
      asked.push(new URL(address).origin)
      return fetch(address, init)
    }
    await failures(await provider.make(server.address, { fetch: recorded, timeoutMs: 20_000 }), provider)
    expect(new Set(asked)).toEqual(new Set([server.address]))
  })
})

it('all providers offer methods with unique names', async () => {
  const limits = { fetch, timeoutMs: 1000 }
  const providers = await Promise.all(CASES.map(({ make }) => make(server.address, limits)))
  const methods = providers.flatMap((provider) => provider.methods)
  expect(new Set(methods.map(({ name }) => name)).size).toBe(methods.length)
  expect(providers.map(({ name }) => name)).toEqual(CASES.map(({ name }) => name))
  for (const { name, currencies, least } of methods) {
    expect(name).toMatch(/^[a-z0-9-]{1,40}$/)
    expect(name).not.toBe('crypto')
    expect(currencies.length).toBeGreaterThan(0)
    expect(Number.isInteger(least) && least >= 100).toBe(true)
  }
})
