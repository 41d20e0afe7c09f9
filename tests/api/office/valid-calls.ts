// A call for each route of the office that its schema accepts, so that only the verb can refuse it; and the routes that no verb closes.
import { randomUUID } from 'node:crypto'
import { pictureFileOf } from '../../../src/content/pictures.ts'

/** A PNG of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A new promo code. */
const PROMO = {
  code: 'walk',
  count: null,
  percent: 5,
  sum: 0,
  usesMax: null,
  usesPerPlayer: 1,
  startsAt: null,
  endsAt: null,
  steamLevel: 0,
  depositMin: 0,
} as const

/** An item that no case has. */
export const HELD_ITEM = 'bloodhound-gloves-charred.bs'

/** The words of an announcement, and of a notice. */
export const TEXT = { en: 'Games pause', ru: 'Игры прервутся', uk: 'Ігри зупиняться' }

/** Bodies that fit their schemas, but for a reason where `reason` is true, and for a colleague where `colleague` is. A new route has one here. */
export const BODIES: Readonly<
  Record<string, { readonly body: object; readonly reason?: true; readonly colleague?: true }>
> = {
  'DELETE /session': { body: {} },
  'POST /session/fresh': { body: {} },
  'PUT /session/language': { body: { language: 'uk' } },
  'POST /passkeys/options': { body: {} },
  'POST /passkeys': { body: {} },
  'DELETE /passkeys/:id': { body: {} },
  'POST /staff/invitations': { body: { name: 'Bea', role: 'support' }, reason: true },
  'POST /staff/:id/role': { body: { role: 'auditor' }, reason: true },
  'POST /staff/:id/disable': { body: {}, reason: true },
  'POST /staff/:id/enable': { body: {}, reason: true },
  'POST /staff/:id/sessions/end': { body: {}, reason: true },
  'POST /switches/:id/off': {
    body: { words: { en: 'Off', ru: 'Выключено', uk: 'Вимкнено' }, minutes: 5 },
    reason: true,
  },
  'POST /system/check': { body: {} },
  'POST /system/backup': { body: {} },
  'POST /bots/look': { body: {} },
  'POST /switches/:id/on': { body: {}, reason: true },
  'POST /editions/:id/back': { body: { base: 1 }, reason: true },
  'POST /drafts': { body: { title: 'A draft', base: 1, files: {} } },
  'PUT /drafts/:id': { body: { version: 1, title: 'A draft', files: {} } },
  'POST /drafts/pictures': { body: { file: PIXEL } },
  'POST /drafts/check': { body: { base: 1, files: {} } },
  'POST /drafts/:id/follow': { body: { version: 1 } },
  'POST /drafts/:id/drop': { body: { version: 1 } },
  'POST /drafts/:id/preview': { body: {} },
  'POST /drafts/:id/publish': { body: { version: 1, dueAt: null }, reason: true },
  'POST /drafts/:id/recall': { body: {} },
  'POST /prices/effects': { body: { prices: { 'ak-47-slate.mw': 500 }, draft: null } },
  'POST /prices/drafts': { body: { draft: null, title: 'A price', prices: { 'ak-47-slate.mw': 500 } } },
  'POST /prices/drafts/:id/renew': { body: { version: 1 } },
  'POST /prices/accept': { body: { items: [{ id: HELD_ITEM, seen: 5 }] } },
  'POST /prices/lists': {
    body: { file: { name: 'list.csv', text: 'AK-47 | Slate (Minimal Wear),5.00' }, force: false },
  },
  'POST /prices/lists/:id/publish': { body: { edition: 1, force: false } },
  'POST /prices/rebalance/:id': { body: { to: 90, title: 'Tickets' } },
  'POST /promo/check': { body: PROMO },
  'POST /promo': {
    // A code is made once.
    get body() {
      return { ...PROMO, code: `walk-${randomUUID()}`.slice(0, 40) }
    },
  },
  'POST /promo/partners/:id/share': { body: { percent: 20, until: null }, reason: true },
  'POST /promo/partners/:id/share/end': { body: {} },
  'POST /promo/codes/:id/end': { body: {} },
  'POST /promo/batches/:id/end': { body: {} },
  'POST /promo/batches/:id/codes': { body: {} },
  'POST /announcements': {
    body: { place: 'bar', title: TEXT, words: TEXT, link: null, dismissible: true, from: null, until: null },
  },
  'POST /announcements/:id/end': { body: {} },
  'POST /notices': {
    // A notice is sent once for a key.
    get body() {
      const group = { kind: 'everyone', days: null }
      return { key: randomUUID(), group, title: TEXT, words: TEXT, link: null }
    },
    reason: true,
  },
  'POST /notices/test': { body: { player: 1000, title: TEXT, words: TEXT, link: null } },
  'POST /notices/:id/stop': { body: {} },
  'POST /proposals/:id/approve': { body: {} },
  'POST /proposals/:id/refuse': { body: {}, reason: true },
  'POST /proposals/:id/withdraw': { body: {} },
  'POST /players/:id/notes': { body: { text: 'Called twice' } },
  'POST /players/:id/ban': { body: {}, reason: true },
  'POST /players/:id/unban': { body: {}, reason: true },
  'POST /players/:id/sign-out': { body: {} },
  'POST /players/:id/correction': {
    // A correction happens once for a key.
    get body() {
      return { key: randomUUID(), amount: 100 }
    },
    reason: true,
  },
  'POST /players/:id/export': { body: {}, reason: true },
  'POST /players/:id/erase': { body: {}, reason: true },
  'POST /players/:id/unerase': { body: {}, reason: true },
  'POST /safer-play/players/:id/conversations': { body: { text: 'Talked about limits', outcome: 'talked' } },
  'POST /safer-play/players/:id/look': { body: { signals: [], nextLook: null } },
  'POST /safer-play/players/:id/exclude': { body: { days: 7, words: 'protection' }, reason: true },
  'POST /orders/:id/refund': { body: {}, reason: true },
  'POST /orders/:id/return': { body: {}, reason: true },
  'POST /orders/:id/credit': { body: {}, reason: true },
  'POST /orders/:id/answer': { body: {}, reason: true },
  'POST /orders/:id/evidence': { body: {} },
  'POST /players/:id/unfreeze': { body: { order: '00000000-0000-7000-8000-000000000000' } },
  'POST /withdrawals/cases/:id/claim': { body: {} },
  'POST /withdrawals/cases/:id/release': { body: {} },
  'POST /withdrawals/cases/:id/hand-over': { body: {}, colleague: true },
  'POST /withdrawals/cases/:id/approve': { body: {} },
  'POST /withdrawals/cases/:id/refuse': { body: { refusal: 'rules' }, reason: true },
  'POST /withdrawals/:id/retry': { body: {} },
  'POST /withdrawals/:id/fail': { body: { byHand: true }, reason: true },
  'POST /alerts/own/telegram': { body: {} },
  'POST /alerts/own/telegram/check': { body: {} },
  'POST /alerts/own/browsers': { body: {} },
  'POST /alerts/own/channels/:id/quiet': { body: { quiet: true } },
  'POST /alerts/own/channels/:id/test': { body: {} },
  'DELETE /alerts/own/channels/:id': { body: {} },
  'POST /letters': { body: { player: 1000, about: { kind: 'player', id: '1000' }, text: 'Hello' } },
  'POST /letters/:id/pictures': { body: { file: PIXEL } },
  'POST /letters/:id/answer': { body: { text: 'We looked into it' } },
  'POST /letters/:id/close': { body: {} },
}

/** Queries that their schemas ask for. */
export const QUERIES: Readonly<Record<string, string>> = {
  'GET /editions/:id/file': '?name=cases.json',
  'GET /editions/:id/back/file': '?name=cases.json',
  'GET /announcements': '?state=shown',
  'GET /drafts/:id/file': '?name=cases.json',
  'GET /drafts/pictures': `?name=${pictureFileOf(PIXEL)}`,
  'GET /find': '?q=x',
  'GET /shop/files': '?begins=pages/',
  'GET /notices/size': '?kind=everyone',
  'GET /players/:id/correction': '?amount=100',
  'GET /promo/partners/:id/share': '?percent=20',
  'GET /system/runs': '?job=raffles',
  'GET /withdrawals/stuck': '?kind=stuck',
}

/** Calls whose body holds a passkey or a browser's subscription, which the walk does not have: their schema refuses it. */
export const WITH_PASSKEY = ['POST /session/fresh', 'POST /passkeys', 'POST /alerts/own/browsers']

/** The calls of the sign-in, which need a passkey or an invitation in place of a session. */
export const OPEN = [
  'GET /session',
  'POST /session',
  'POST /session/options',
  'POST /session/sandbox',
  'POST /invitation/:token',
  'POST /invitation/:token/options',
]
