import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createReplySchema } from '../../src/contract/payment.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import type { Notice, PaymentState } from '../../src/server/payments/provider.ts'
import type { DatabaseKind } from '../support/databases.ts'
import { noticeOf, SIGNED, TestProvider } from '../support/payment-provider.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../support/site.ts'

/** For what races many at once. */
export const TIMEOUT_MS = 240_000

interface Wish {
  readonly sum?: number
  readonly currency?: string
  readonly method?: string
  readonly promocode?: string
  readonly provider?: string
}

export interface Desk {
  readonly provider: TestProvider
  readonly log: string[]
  site: TestSite
  /** A new one for each test. */
  player: Browser
  /** The clock of the site. */
  nowMs: number
  create(wish?: Wish, who?: Browser, headers?: Record<string, string>): Promise<Answer>
  /** Makes an order and tells its id. */
  created(wish?: Wish, who?: Browser): Promise<string>
  /** Sends a notice of the provider. */
  tell(notice: Notice | string, headers?: Record<string, string>): Promise<Answer>
  told(orderId: string, state: PaymentState): Promise<Answer>
  balance(who?: Browser): Promise<number>
  newest(who?: Browser): Promise<Answer['body']>
}

/** Opens a site before the tests of a file, gives each a new player, and checks the ledger at the end. */
export function openDesk(kind: DatabaseKind): Desk {
  const desk = {
    provider: new TestProvider(),
    log: [] as string[],
    nowMs: Date.UTC(2026, 10, 21, 12),
    create: (wish: Wish = {}, who = desk.player, headers = {}) => {
      const { sum = 5, currency = 'USD', method = 'card', promocode = '', provider: name = 'test' } = wish
      const body = { method_name: method, sum, promocode, user_id: who.playerId }
      return who.post(`/api/payment/create/${name}?currency=${currency}`, body, headers)
    },
    created: async (wish: Wish = {}, who = desk.player) => {
      const { body } = await desk.create(wish, who)
      expect(createReplySchema.parse(body)).toMatchObject({ success: true })
      return body.order.id
    },
    tell: (notice: Notice | string, headers: Record<string, string> = SIGNED) =>
      desk.site.guest().call('POST', '/api/payment/webhook/test', notice, headers),
    told: (orderId: string, state: PaymentState) => desk.tell(noticeOf(orderId, state)),
    balance: async (who = desk.player) => (await who.get('/api/user/get')).body.user.balance,
    newest: async (who = desk.player) => (await who.get('/api/payment/orders')).body.orders[0],
  } as Desk

  beforeAll(async () => {
    const payments = { providers: [desk.provider], standIn: undefined }
    desk.site = await openTestSite(kind, { now: () => desk.nowMs, log: desk.log, payments })
  })

  beforeEach(async () => {
    desk.provider.down = false
    desk.player = await desk.site.newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(desk.site.db)).difference).toBeUndefined()
    expect(desk.site.retries.filter((code) => code === '40P01')).toEqual([])
    await desk.site.close()
  }, TIMEOUT_MS)

  return desk
}
