import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createReplySchema } from '../../../src/protocol/payment.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import type { PaymentState, WebhookEvent } from '../../../src/server/payments/provider.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { SIGNED, TestProvider, webhookOf } from '../../support/outside/payment-provider.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

/** Repetitions for races. */
export const TIMEOUT_MS = 240_000

interface OrderOptions {
  readonly sum?: number
  readonly currency?: string
  readonly method?: string
  readonly promocode?: string
  readonly provider?: string
}

export interface PaymentFixture {
  readonly provider: TestProvider
  readonly log: string[]
  site: TestSite
  /** A new one for each test. */
  player: Browser
  /** The clock of the site. */
  nowMs: number
  create(wish?: OrderOptions, who?: Browser, headers?: Record<string, string>): Promise<Answer>
  /** Creates an order and returns its id. */
  created(wish?: OrderOptions, who?: Browser): Promise<string>
  /** Sends a webhook of the provider. */
  sendWebhook(notice: WebhookEvent | string, headers?: Record<string, string>): Promise<Answer>
  sendState(orderId: string, state: PaymentState): Promise<Answer>
  balance(who?: Browser): Promise<number>
  newest(who?: Browser): Promise<Answer['body']>
}

/** Opens a site before the tests of a file, gives each test a new player, and checks the ledger at the end. */
export function openPaymentFixture(kind: DatabaseKind, environment: Record<string, string> = {}): PaymentFixture {
  const fixture = {
    provider: new TestProvider(),
    log: [] as string[],
    nowMs: Date.UTC(2026, 10, 21, 12),
    create: (wish: OrderOptions = {}, who = fixture.player, headers = {}) => {
      const { sum = 5, currency = 'USD', method = 'card', promocode = '', provider: name = 'test' } = wish
      const body = { method_name: method, sum, promocode, user_id: who.playerId }
      return who.post(`/api/payment/create/${name}?currency=${currency}`, body, headers)
    },
    created: async (wish: OrderOptions = {}, who = fixture.player) => {
      const { body } = await fixture.create(wish, who)
      expect(createReplySchema.parse(body)).toMatchObject({ success: true })
      return body.order.id
    },
    sendWebhook: (notice: WebhookEvent | string, headers: Record<string, string> = SIGNED) =>
      fixture.site.guest().call('POST', '/api/payment/webhook/test', notice, headers),
    sendState: (orderId: string, state: PaymentState) => fixture.sendWebhook(webhookOf(orderId, state)),
    balance: async (who = fixture.player) => (await who.get('/api/user/get')).body.user.balance,
    newest: async (who = fixture.player) => (await who.get('/api/payment/orders')).body.orders[0],
  } as PaymentFixture

  beforeAll(async () => {
    const payments = { providers: [fixture.provider], standIn: undefined }
    fixture.site = await openTestSite(kind, { now: () => fixture.nowMs, log: fixture.log, payments, environment })
  })

  beforeEach(async () => {
    fixture.provider.down = false
    fixture.player = await fixture.site.newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(fixture.site.db)).difference).toBeUndefined()
    expect(fixture.site.retries.filter((code) => code === '40P01')).toEqual([])
    await fixture.site.close()
  }, TIMEOUT_MS)

  return fixture
}
