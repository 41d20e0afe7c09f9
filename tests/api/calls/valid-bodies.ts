// A valid body for every call that changes something.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Route } from '../../support/sites/site.ts'

/** A browser's subscription, whose key is a point of the curve. */
export const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/none',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/** A battle that nobody can make: its case does not exist. */
export const BATTLE = {
  format: '1v1',
  mode: 'normal',
  crazy: false,
  fast: false,
  rounds: ['none'],
  isPrivate: false,
  percent: 100,
  fund: 0,
  price: 100,
  seed: 'seed',
}

/** A valid body for each changing call, so that only the guard can refuse it. */
export function bodyOf({ url }: Route, playerId = 0): unknown {
  const order = { method_name: 'card', sum: 5, promocode: '', user_id: playerId }
  const stake = { balance: 100, target: 'none', price: 100, side: 'under' }
  const bodies: Record<string, unknown> = {
    '/api/auth/token': { code: 'x'.repeat(43) },
    '/api/user/logout': {},
    '/api/user/terms': { version: 'of another day' },
    '/api/notification/read': { ids: [] },
    '/api/case/:url/favourite': { favourite: true },
    '/api/case/:url/open': { count: 1 },
    '/api/user/items/sell': { ids: [], isAll: true },
    '/api/user/items/sell/case': { ids: [], isAll: true },
    '/api/user/devices/end': { id: randomUUID() },
    '/api/user/trade-link': { tradeLink: '' },
    '/api/user/items/withdraw': { ids: [randomUUID()] },
    '/api/user/items/replace': { id: randomUUID(), with: ['none'], rest: 0 },
    '/api/user/items/pay-difference': { id: randomUUID(), difference: 0 },
    '/api/user/items/take-back': { id: randomUUID() },
    '/api/user/privacy': { hidden: false },
    '/api/user/overlay': { action: 'end' },
    '/api/push/subscribe': SUBSCRIPTION,
    '/api/push/unsubscribe': {},
    '/api/push/test': {},
    '/api/share': { roll: randomUUID() },
    '/api/share/end': { roll: randomUUID() },
    '/api/user/leaderboard': { shown: false },
    '/api/user/erasure': { confirmed: true },
    '/api/user/erasure/cancel': {},
    '/api/fairness/client-seed': { commit: '0'.repeat(64), clientSeed: 'another' },
    '/api/fairness/rotate': { clientSeed: 'another' },
    '/api/fairness/checked': { roll: randomUUID() },
    '/api/bonuses/code': { code: 'none' },
    '/api/bonuses/social': { opened: [] },
    '/api/battles': BATTLE,
    '/api/battles/:id/bot': { slot: 2 },
    '/api/battles/:id/cancel': {},
    '/api/battles/:id/emote': { emote: 'gg' },
    '/api/battles/:id/join': { slot: 2, percent: 100, pays: 100, seed: 'seed' },
    '/api/battles/:id/leave': {},
    '/api/raffle/:id/join': {},
    '/api/referral/code': { code: 'NOBODY' },
    '/api/referral/own': { code: 'no' },
    '/api/free_case/:tier/open': {},
    '/api/calendar/claim': { day: '2026-11-21' },
    '/api/letters': { about: { kind: 'player' }, text: 'Hello' },
    '/api/letters/:id/answer': { text: 'Hello' },
    '/api/letters/:id/appeal': { text: 'Hello' },
    '/api/letters/:id/settle': {},
    '/api/letters/pictures': {},
    '/api/limits': { day: 5000 },
    '/api/limits/self-exclude': { days: 1 },
    '/api/limits/reality': { minutes: 30 },
    '/api/payment/orders/:id/cancel': {},
    '/api/payment/promocode/approve': { promocode: 'none' },
    '/api/payment/create/:provider': order,
    '/api/payment/create/cryptocloud': order,
    '/api/missions/:id/claim': { period: '2026-11-21' },
    '/api/upgrade': { ids: [], ...stake },
    '/api/contract/preview': { ids: [] },
    '/api/contract': { ids: [], oddsHash: '0'.repeat(64) },
    '/api/wheel/spin': { free: true, price: 0 },
  }
  expect(bodies, `a body for the new call ${url}`).toHaveProperty([url])
  return bodies[url]
}
