// The calls that stake, deposit, give or send, with valid bodies.
import type { PaymentProvider } from '../../../src/server/payments/provider.ts'
import type { PaymentModule } from '../../../src/server/payments/providers.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { BATTLE } from './valid-bodies.ts'

const provider = new TestProvider()
const { methods } = provider
/** The same call under the name that has its own route. */
const crypto: PaymentProvider = {
  name: 'cryptocloud',
  methods,
  open: (wish) => provider.open(wish),
  readWebhook: (notice) => provider.readWebhook(notice),
  fetchState: (reference) => provider.fetchState(reference),
  cancel: (reference) => provider.cancel(reference),
  refund: (payment) => provider.refund(payment),
}
/** Providers under both names that deposits are ordered at. */
export const PAYMENTS: PaymentModule = { providers: [provider, crypto], standIn: undefined }

/** A call: its path, and a valid body. */
export interface Call {
  readonly path?: string
  readonly body: (playerId: number) => unknown
}

const order =
  (method: string) =>
  (playerId: number): unknown => ({ method_name: method, sum: 5, promocode: '', user_id: playerId })

/** The id of nothing. */
export const NOBODYS = '0199a5a0-0000-7000-8000-000000000001'

/** Calls that stake, deposit, give or send: refused to a self-excluded player, and where their part of the shop is switched off. */
export const STAKING_CALLS: Readonly<Record<string, Call>> = {
  'POST /api/calendar/claim': { body: () => ({ day: new Date().toISOString().slice(0, 10) }) },
  'POST /api/free_case/:tier/open': { path: '/api/free_case/spark/open', body: () => ({}) },
  'POST /api/battles': { body: () => BATTLE },
  'POST /api/battles/:id/bot': { path: `/api/battles/${NOBODYS}/bot`, body: () => ({ slot: 2 }) },
  'POST /api/battles/:id/join': {
    path: `/api/battles/${NOBODYS}/join`,
    body: () => ({ slot: 2, percent: 100, pays: 100, seed: 'seed' }),
  },
  'POST /api/bonuses/code': { body: () => ({ code: 'none' }) },
  'POST /api/bonuses/social': { body: () => ({ opened: ['telegram'] }) },
  'POST /api/case/:url/open': { path: '/api/case/first-step/open', body: () => ({ count: 1 }) },
  'POST /api/contract': { body: () => ({ ids: [], oddsHash: '0'.repeat(64) }) },
  'POST /api/missions/:id/claim': { path: '/api/missions/open-10/claim', body: () => ({ period: '2026-11-21' }) },
  'POST /api/payment/create/:provider': { path: '/api/payment/create/test', body: order('card') },
  'POST /api/payment/create/cryptocloud': { body: order('BTC') },
  'POST /api/payment/promocode/approve': { body: () => ({ promocode: 'none' }) },
  'POST /api/push/test': { body: () => ({}) },
  'POST /api/raffle/:id/join': { path: `/api/raffle/${NOBODYS}/join`, body: () => ({}) },
  'POST /api/referral/code': { body: () => ({ code: 'NOBODY' }) },
  'POST /api/upgrade': { body: () => ({ ids: [], balance: 100, target: 'none', price: 100, side: 'under' }) },
  'POST /api/wheel/spin': { body: () => ({ free: true, price: 0 }) },
}
