// Every route of the office, for every role, in every state of its subject, fresh and not, with a reason and without: what happens is what the
// table of verbs says.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureFileOf } from '../../../src/content/pictures.ts'
import { LETTER_STATES, type LetterState } from '../../../src/game/letters/letters.ts'
import { ANNOUNCEMENT_STATES, type AnnouncementState } from '../../../src/game/office/announcements.ts'
import { judge } from '../../../src/game/office/judge.ts'
import { ROLES, type Role } from '../../../src/game/office/roles.ts'
import {
  DRAFT_STATES,
  type DraftState,
  NOTICE_SENDING_STATES,
  type NoticeSendingState,
  PLAYER_STATES,
  type PlayerState,
  PROPOSAL_STATES,
  STAFF_STATES,
  SWITCH_STATES,
  type SwitchState,
} from '../../../src/game/office/subjects.ts'
import { FRESH_MS, PROPOSAL_MS } from '../../../src/game/office/times.ts'
import { ruleOf, type Verb } from '../../../src/game/office/verbs.ts'
import { WITHDRAWAL_STATES, type WithdrawalState } from '../../../src/game/withdrawal/withdrawal.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { announcements, notices } from '../../../src/server/db/schema-announcements.ts'
import { letters } from '../../../src/server/db/schema-letters.ts'
import { proposals, staff, staffSessions } from '../../../src/server/db/schema-office.ts'
import { bans, erasures, shopDrafts, switches } from '../../../src/server/db/schema-operations.ts'
import { requireVerbs } from '../../../src/server/office/guards.ts'
import { openAccount } from '../../../src/server/services/money/pay.ts'
import { officeActs } from '../../../src/server/services/office/office-acts.ts'
import { endStaffSessions } from '../../../src/server/services/office/sessions.ts'
import { newestEdition, storePicture } from '../../../src/server/shop/edition-store.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { holdPrices } from '../../support/office/held-prices.ts'
import { type OfficeBrowser, type OfficeRoute, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { addCase, recordItems, type TestCase } from '../../support/office/office-withdrawals.ts'
import { makePlayer } from '../../support/players/deposits.ts'
import { byRun } from '../../support/runner/long-run.ts'

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Fresh and not, with a reason and without. */
const WAYS = [true, false].flatMap((isFresh) => [true, false].map((hasReason) => ({ isFresh, hasReason })))

/** Who may not is refused before anything else is looked at. */
const WAYS_OF_REFUSED = byRun(WAYS.slice(0, 1), WAYS)

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
const HELD_ITEM = 'bloodhound-gloves-charred.bs'
const TEXT = { en: 'Games pause', ru: 'Игры прервутся', uk: 'Ігри зупиняться' }

/** Bodies that fit their schemas, but for a reason where `reason` is true, and for a colleague where `colleague` is. A new route has one here. */
const BODIES: Readonly<Record<string, { readonly body: object; readonly reason?: true; readonly colleague?: true }>> = {
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

/** The id of a subject in one of its states, and what the member who walks has to do with it. */
interface Situation {
  readonly state: string | undefined
  readonly id: string
  readonly isProposer: boolean | undefined
  readonly hasDecided?: boolean
}

/** Queries that their schemas ask for. */
const QUERIES: Readonly<Record<string, string>> = {
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

/** A number that no player and no edition has. */
const NO_NUMBER = '999999'

/** Calls whose body holds a passkey or a browser's subscription, which the walk does not have: their schema refuses it. */
const WITH_PASSKEY = ['POST /session/fresh', 'POST /passkeys', 'POST /alerts/own/browsers']

/** What signs in: open to whoever holds a passkey or an invitation. */
const OPEN = [
  'GET /session',
  'POST /session',
  'POST /session/options',
  'POST /session/sandbox',
  'POST /invitation/:token',
  'POST /invitation/:token/options',
]

const PREFIX = '/office/api'

const nameOf = ({ method, url }: OfficeRoute): string => `${method} ${url.slice(PREFIX.length)}`

describe('the router of the office', () => {
  it('takes no route without a verb, and none whose state nobody reads', () => {
    const app = fastify()
    requireVerbs(app)
    expect(() => app.get('/open', async () => 'all')).toThrow(/declares no verb/)
    expect(() => app.get('/open', { config: { verb: 'players.win' as Verb } }, async () => 'all')).toThrow(/no verb/)
    expect(() => app.get('/open', { config: { verb: 'staff.role' } }, async () => 'all')).toThrow(/where the state/)
    expect(() => app.get('/open', { config: { verb: 'staff.read' } }, async () => 'all')).not.toThrow()
  })
})

describe.each(SUITE_KINDS)('every route of the office on %s', (kind) => {
  let office: TestOffice
  let folder: string
  let routes: readonly OfficeRoute[]
  const members = new Map<Role, OfficeBrowser>()
  let other: OfficeBrowser

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-backups-'))
    office = await openTestOffice(kind, { environment: { BACKUP_DIR: folder } })
    routes = office.routes.filter(({ method, url }) => method !== 'HEAD' && url.startsWith(PREFIX))
    for (const role of ROLES) members.set(role, await office.member(role))
    other = await office.member('owner')
    await storePicture(office.db.queries, PIXEL)
    // The player whom the walk writes to.
    expect(await makePlayer(office.db)).toBe(1000)
    await recordItems(office)
  })

  afterAll(async () => {
    await office.close()
    await rm(folder, { recursive: true })
  })

  it('declares a verb, and only what signs in is open', () => {
    expect(routes.every(({ verb }) => verb !== undefined)).toBe(true)
    expect(
      routes
        .filter(({ verb }) => verb === 'session')
        .map(nameOf)
        .toSorted(),
    ).toEqual(OPEN.toSorted())
    const others = office.routes.filter(({ url }) => !url.startsWith(PREFIX))
    expect(others.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
      'GET /*',
      'GET /favicon.svg',
      'GET /sw.js',
      'HEAD /*',
      'HEAD /favicon.svg',
      'HEAD /sw.js',
    ])
  })

  it('can carry out whatever a second person may approve', () => {
    const proposed = routes.flatMap(({ verb }) => (verb !== undefined && ruleOf(verb).second !== 'never' ? [verb] : []))
    const acts = officeActs(office.services).map(({ verb }) => verb)
    expect(new Set(acts).size).toBe(acts.length)
    expect(proposed.length).toBeGreaterThan(3)
    expect(proposed.filter((verb) => !acts.includes(verb))).toEqual([])
  })

  it('refuses who is not signed in', async () => {
    for (const route of routes.filter(({ verb }) => verb !== 'session')) {
      const url = route.url.replace(':id', randomUUID())
      const answer = await office.guest().call(route.method as 'POST', url, BODIES[nameOf(route)]?.body)
      expect([nameOf(route), answer.status, answer.body.code]).toEqual([nameOf(route), 401, 'signed-out'])
    }
  })

  it('refuses calls that do not come from its own page', async () => {
    const owner = members.get('owner')
    const forgeries: Record<string, string>[] = [
      { origin: 'http://localhost:4321' },
      { origin: '' },
      { 'x-office': '' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'content-type': 'text/plain' },
    ]
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      for (const forgery of forgeries) {
        const url = route.url.replace(':id', randomUUID()).replace(':token', 'A'.repeat(43))
        const answer = await owner?.call(route.method as 'POST', url, BODIES[nameOf(route)]?.body, forgery)
        const status = 'content-type' in forgery ? 415 : 403
        expect([nameOf(route), forgery, answer?.status]).toEqual([nameOf(route), forgery, status])
      }
    }
  })

  async function memberIn(state: string): Promise<string> {
    const id = randomUUID()
    await office.db.queries.insert(staff).values({ id, name: id, role: 'support', state: state as 'active' })
    return id
  }

  async function playerIn(state: PlayerState): Promise<string> {
    const { queries } = office.db
    const id = await makePlayer(office.db)
    await office.db.transaction((tx) => openAccount(tx, id))
    const at = new Date(office.nowMs)
    if (state === 'banned') await queries.insert(bans).values({ playerId: id, reason: 'a test' })
    if (state === 'erasing' || state === 'erased') {
      const erasedAt = state === 'erased' ? at : null
      const dueAt = new Date(office.nowMs + PROPOSAL_MS)
      await queries.insert(erasures).values({ playerId: id, dueAt, erasedAt, byShop: true })
    }
    return String(id)
  }

  async function proposalIn(state: string, proposerId: string, deciderId: string): Promise<string> {
    const id = randomUUID()
    const subject = await memberIn('active')
    const at = state === 'expired' ? office.nowMs - PROPOSAL_MS : office.nowMs
    const isDecided = state === 'approved' || state === 'refused'
    const difference = [
      { field: 'name', before: subject, after: subject },
      { field: 'role', before: 'support', after: 'risk' },
    ] as const
    await office.db.queries.insert(proposals).values({
      id,
      state: state as 'open',
      verb: 'staff.role',
      subjectKind: 'staff',
      subject,
      body: { staffId: subject, role: 'risk' },
      difference,
      entries: [],
      reason: 'a test',
      proposerId,
      proposedAt: new Date(at),
      expiresAt: new Date(at + PROPOSAL_MS),
      deciderId: isDecided ? deciderId : null,
      decidedAt: state === 'open' ? null : new Date(at),
    })
    return id
  }

  /** An appeal against a decision of a member. */
  async function letterIn(state: LetterState, deciderId: string): Promise<string> {
    const id = randomUUID()
    const at = new Date(office.nowMs)
    const playerId = await makePlayer(office.db)
    const moments = { openedAt: at, since: at, appealedAt: at }
    await office.db.queries
      .insert(letters)
      .values({ id, playerId, aboutKind: 'player', state, openedBy: 'player', deciderIds: [deciderId], ...moments })
    return id
  }

  /** Cases by their state, until an act changes one. */
  const cases = new Map<string, TestCase>()

  async function withdrawalIn(state: WithdrawalState, url: string) {
    const made = cases.get(state) ?? (await addCase(office, { state }))
    cases.set(state, made)
    const id = url.includes('/cases/') ? String(made.playerId) : (made.ids[0] ?? '')
    return { state, id, isProposer: undefined }
  }

  /** A part of the shop whose switch is in a state: a call before may have left it in the other one. */
  async function switchIn(state: SwitchState): Promise<string> {
    const name = state === 'off' ? 'raffle' : 'wheel'
    const since = new Date(office.nowMs)
    const words = { en: 'Off', ru: 'Выключено', uk: 'Вимкнено' }
    const isOpen = and(eq(switches.name, name), isNull(switches.endedAt))
    await office.db.queries.update(switches).set({ endedAt: since }).where(isOpen)
    if (state === 'off') await office.db.queries.insert(switches).values({ name, words, since })
    return name
  }

  /** A draft in a state, which adds a line to the questions. */
  async function draftIn(state: DraftState): Promise<string> {
    const newest = await newestEdition(office.db.queries)
    if (newest === undefined) throw new Error('There is no edition')
    const [name, at] = ['pages/faq/en.md', new Date(office.nowMs)]
    const [made] = await office.db.queries
      .insert(shopDrafts)
      .values({
        title: state,
        state,
        base: newest.id,
        files: { [name]: `${newest.files[name]}\nMore\n` },
        authorId: other.staffId,
        editorId: other.staffId,
        madeAt: at,
        changedAt: at,
        ...(state === 'due' ? { dueAt: at, approvedBy: 'Olha' } : {}),
        ...(state === 'published' ? { edition: newest.id } : {}),
      })
      .returning({ id: shopDrafts.id })
    return String(made?.id)
  }

  /** An announcement in a state. */
  async function announcementIn(state: AnnouncementState): Promise<string> {
    const id = newId()
    const at = new Date(office.nowMs)
    const fromAt = new Date(office.nowMs + (state === 'planned' ? PROPOSAL_MS : 0))
    const times = { fromAt, madeAt: at, endedAt: state === 'over' ? at : null }
    const shown = { place: 'bar', title: TEXT, words: TEXT, dismissible: true } as const
    await office.db.queries.insert(announcements).values({ ...shown, ...times, id, authorId: other.staffId })
    return id
  }

  /** A notice to a group in a state. */
  async function noticeIn(state: NoticeSendingState): Promise<string> {
    const id = newId()
    const at = new Date(office.nowMs)
    const notice = { id, key: id, groupKind: 'everyone', title: TEXT, words: TEXT, state } as const
    const endedAt = state === 'sending' ? null : at
    await office.db.queries.insert(notices).values({ ...notice, authorId: other.staffId, madeAt: at, endedAt })
    return id
  }

  /** The situations that a route is tried in: the id of a subject in each of its states. */
  async function situations({ url }: OfficeRoute, verb: Verb, self: OfficeBrowser, role: Role): Promise<Situation[]> {
    const { subject, states, roles } = ruleOf(verb)
    if (subject === 'staff') {
      const inState = async (state: string) => ({ state, id: await memberIn(state), isProposer: undefined })
      return Promise.all(STAFF_STATES.map(inState))
    }
    if (states === 'any') {
      const isNumbered = ['player', 'edition', 'draft'].includes(subject) || /\/(cases|batches|partners)\//.test(url)
      return [{ state: undefined, id: isNumbered ? NO_NUMBER : randomUUID(), isProposer: undefined }]
    }
    if (subject === 'withdrawal') {
      // A role that may not is refused before the state is read.
      const tried = roles.includes(role) ? WITHDRAWAL_STATES : (['review'] as const)
      return Promise.all(tried.map((state) => withdrawalIn(state, url)))
    }
    if (subject === 'player') {
      const inState = async (state: PlayerState) => ({ state, id: await playerIn(state), isProposer: undefined })
      return Promise.all(PLAYER_STATES.map(inState))
    }
    if (subject === 'draft') {
      const inState = async (state: DraftState) => ({ state, id: await draftIn(state), isProposer: undefined })
      return Promise.all(DRAFT_STATES.map(inState))
    }
    if (subject === 'switch') {
      const inState = async (state: SwitchState) => ({ state, id: await switchIn(state), isProposer: undefined })
      return Promise.all(SWITCH_STATES.map(inState))
    }
    if (subject === 'notice' && url.includes('/notices/')) {
      const inState = async (state: NoticeSendingState) => ({ state, id: await noticeIn(state), isProposer: undefined })
      return Promise.all(NOTICE_SENDING_STATES.map(inState))
    }
    if (subject === 'notice') {
      const inState = async (state: AnnouncementState) => {
        return { state, id: await announcementIn(state), isProposer: undefined }
      }
      return Promise.all(ANNOUNCEMENT_STATES.map(inState))
    }
    if (subject === 'letter') {
      const all = LETTER_STATES.flatMap((state) => [true, false].map((hasDecided) => ({ state, hasDecided })))
      const asAppeal = async ({ state, hasDecided }: (typeof all)[number]) => {
        const decider = hasDecided ? self : other
        return { state, hasDecided, id: await letterIn(state, decider.staffId), isProposer: undefined }
      }
      return Promise.all(all.map(asAppeal))
    }
    const both = PROPOSAL_STATES.flatMap((state) => [true, false].map((isProposer) => ({ state, isProposer })))
    return Promise.all(
      both.map(async ({ state, isProposer }) => {
        const [proposer, decider] = isProposer ? [self, other] : [other, self]
        return { state, isProposer, id: await proposalIn(state, proposer.staffId, decider.staffId) }
      }),
    )
  }

  /** The only session of a member, without the way through the passkey. */
  async function signIn({ staffId, cookies }: OfficeBrowser, freshUntil: number): Promise<void> {
    const { queries } = office.db
    await endStaffSessions(queries, staffId)
    cookies.set('office', await office.services.sessions.open(queries, staffId, '127.0.0.1'))
    const isOwn = eq(staffSessions.staffId, staffId)
    await queries
      .update(staffSessions)
      .set({ freshUntil: new Date(freshUntil) })
      .where(isOwn)
  }

  async function walk(route: OfficeRoute, role: Role, isFresh: boolean, hasReason: boolean): Promise<void> {
    const member = members.get(role)
    const { verb, method, url } = route
    const name = nameOf(route)
    if (member === undefined || verb === undefined) throw new Error('Nobody walks')
    // The account that trades is looked at twice a minute at most.
    if (name === 'POST /bots/look') office.nowMs += 30_000
    if (name === 'POST /prices/accept') await holdPrices(office.shop, { [HELD_ITEM]: 5 }, office.nowMs)
    const freshUntil = office.nowMs + (isFresh ? FRESH_MS : 0)
    for (const { state, id, isProposer, hasDecided } of await situations(route, verb, member, role)) {
      await signIn(member, freshUntil)
      const proposed: Verb | undefined = isProposer === undefined ? undefined : 'staff.role'
      const facts = { role, state, isProposer, hasDecided, proposed, freshUntil, now: office.nowMs, hasReason }
      const expected = judge(verb, facts)
      const wanted = BODIES[name]
      const body = {
        ...wanted?.body,
        ...(wanted?.colleague ? { to: other.staffId } : {}),
        ...(hasReason && wanted?.reason ? { reason: 'a reason' } : {}),
      }
      const answer = await member.call(
        method as 'POST',
        url.replace(':id', id).replace(':table', 'hours') + (QUERIES[name] ?? ''),
        body,
      )
      if (expected.may && state !== undefined) cases.delete(state)
      const seen = { name, ...facts, status: answer.status, code: answer.body.code, why: answer.body.why }
      const isUnreadable = WITH_PASSKEY.includes(name) || (wanted?.reason === true && !hasReason)
      if (!ruleOf(verb).roles.includes(role)) expect(seen).toMatchObject({ status: 403, why: 'role' })
      else if (isUnreadable) expect(seen).toMatchObject({ status: 400, code: 'invalid' })
      else if (!expected.may) expect(seen).toMatchObject({ status: 403, why: expected.why })
      else if (name.includes(':id') && ruleOf(verb).states === 'any') expect([200, 404]).toContain(answer.status)
      else expect(seen).toMatchObject({ status: 200 })
    }
  }

  it.each(ROLES)('does for %s what the table says', async (role) => {
    for (const route of routes.filter(({ verb }) => verb !== 'session')) {
      expect(route.method === 'GET' || nameOf(route) in BODIES, `${nameOf(route)} needs a body here`).toBe(true)
      const mayNot = route.verb !== undefined && !ruleOf(route.verb).roles.includes(role)
      const ways = mayNot ? WAYS_OF_REFUSED : WAYS
      for (const { isFresh, hasReason } of ways) await walk(route, role, isFresh, hasReason)
    }
  })
})
