// Notices to a group of players: each player once, in the background, and none who is to be left alone.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NoticeGroup } from '../../../src/game/office/notices.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { notifications, players } from '../../../src/server/db/schema.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { bans, erasures } from '../../../src/server/db/schema-operations.ts'
import { exclusions } from '../../../src/server/db/schema-payments.ts'
import { pushes, pushSubscriptions } from '../../../src/server/db/schema-push.ts'
import { playSignals } from '../../../src/server/db/schema-safer-play.ts'
import { sessions } from '../../../src/server/db/schema-sessions.ts'
import { NOTICE_BATCH } from '../../../src/server/services/announcements/notices.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { depositPaid } from '../../support/players/gifts.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const DAY_MS = 86_400_000
const STARTED_MS = Date.UTC(2026, 10, 28, 12)
const WORDS = {
  title: { en: 'New rules of raffles', ru: 'Новые правила розыгрышей', uk: 'Нові правила розіграшів' },
  words: { en: 'From Monday on.', ru: 'С понедельника.', uk: 'З понеділка.' },
  link: '/raffle',
}
const EVERYONE: NoticeGroup = { kind: 'everyone', days: null }

describe.each(SUITE_KINDS)('notices to a group, on %s', (kind) => {
  let office: TestOffice
  const now = (): number => (office as TestOffice | undefined)?.nowMs ?? STARTED_MS
  let site: TestSite
  let owner: OfficeBrowser

  beforeAll(async () => {
    site = await openTestSite(kind, { now, payments: { providers: [new TestProvider()], standIn: undefined } })
    office = await openTestOffice(kind, { db: { ...site.db, close: async () => undefined } })
    office.setRules({ secondPerson: false })
    owner = await office.member('owner', 'Olena')
  })
  afterAll(async () => {
    await office.close()
    await site.close()
  })

  const body = (group: NoticeGroup = EVERYONE) => ({ ...WORDS, group, key: randomUUID(), reason: 'Raffles change' })
  const send = (group?: NoticeGroup) => owner.post('/notices', body(group))
  const run = () => site.services.noticeSending.send(async () => true)
  const size = async (query: string) => (await owner.get(`/notices/size?${query}`)).body
  const bellOf = async (player: Browser, language = 'en'): Promise<string[]> => {
    const { body: list } = await player.get('/api/notification/get', { 'accept-language': language })
    return list.map(({ title }: { title: string }) => title)
  }
  const isTold = async (player: Browser) => (await bellOf(player)).includes(WORDS.title.en)
  /** Two days later nobody was told lately. */
  async function later(): Promise<void> {
    office.nowMs += 2 * DAY_MS
    owner = await office.member('owner')
  }

  it('tells nobody who is excluded, in a time-out, banned, leaving, or has an open signal of safer play', async () => {
    const alone = new Map<string, Browser>()
    for (const why of ['excluded', 'time-out', 'banned', 'leaving', 'signal']) alone.set(why, await site.newPlayer())
    const [back, looked] = [await site.newPlayer(), await site.newPlayer()]
    const idOf = (why: string): number => alone.get(why)?.playerId ?? 0
    const [at, tomorrow, yesterday] = [0, DAY_MS, -DAY_MS].map((ms) => new Date(now() + ms)) as [Date, Date, Date]
    const { queries } = site.db
    await queries.insert(exclusions).values([
      { playerId: idOf('excluded'), kind: 'self-exclusion', at, until: null },
      { playerId: idOf('time-out'), kind: 'time-out', at, until: tomorrow },
      { playerId: back.playerId, kind: 'time-out', at: yesterday, until: yesterday },
    ])
    await queries.insert(bans).values({ playerId: idOf('banned'), reason: 'a test', at })
    await queries.insert(erasures).values({ playerId: idOf('leaving'), requestedAt: at, dueAt: tomorrow })
    const signal = {
      kind: 'many-deposits',
      numbers: {},
      firstSeen: at,
      lastSeen: at,
    } as never as typeof playSignals.$inferInsert
    await queries.insert(playSignals).values({ ...signal, id: newId(), playerId: idOf('signal'), waitsFrom: at })
    const staffId = owner.staffId
    await queries
      .insert(playSignals)
      .values({ ...signal, id: newId(), playerId: looked.playerId, waitsFrom: null, lookedAt: at, staffId })

    expect(await size('kind=everyone')).toEqual({ players: 2, leftAlone: 5, toldLately: 0, hours: 24 })
    expect((await send()).body).toEqual({ outcome: 'done' })
    expect(await run()).toBe(2)
    const told = await queries.select().from(notifications).where(eq(notifications.kind, 'shopNotice'))
    expect(told.map(({ playerId }) => playerId).toSorted()).toEqual([back.playerId, looked.playerId].toSorted())
    const { body: list } = await owner.get('/notices')
    expect(list.notices[0]).toMatchObject({ state: 'sent', told: 2, leftOut: 5, author: 'Olena', ...WORDS })
  })

  it('leaves out who is excluded after it was sent, and before their turn', async () => {
    await later()
    const player = await site.newPlayer()
    await send()
    await site.db.queries.insert(exclusions).values({ playerId: player.playerId, kind: 'self-exclusion' })
    await run()
    expect(await isTold(player)).toBe(false)
  })

  it('is read in the language of the player, once, with what it leads to', async () => {
    await later()
    const player = await site.newPlayer()
    const pushed = { endpoint: `https://push.example/${randomUUID()}`, p256dh: 'p', auth: 'a', language: 'uk' }
    const [session] = await site.db.queries.select().from(sessions).where(eq(sessions.playerId, player.playerId))
    await site.db.queries
      .insert(pushSubscriptions)
      .values({ ...pushed, playerId: player.playerId, sessionId: session?.id ?? '' })
    const call = body()
    expect((await owner.post('/notices', call)).status).toBe(200)
    // The same press again.
    expect((await owner.post('/notices', call)).body).toEqual({ outcome: 'done' })
    await run()
    await run()
    for (const language of ['en', 'ru', 'uk'] as const) {
      const titles = (await bellOf(player, language)).filter((title) => title === WORDS.title[language])
      expect(titles).toHaveLength(1)
    }
    const { body: list } = await player.get('/api/notification/get')
    expect(list[0]).toMatchObject({ title: WORDS.title.en, content: WORDS.words.en, link: '/raffle' })
    expect(await site.db.queries.select({ kind: pushes.kind }).from(pushes)).toEqual([{ kind: 'notice' }])
  })

  it('is one a player in 24 hours', async () => {
    await later()
    const player = await site.newPlayer()
    await send()
    await run()
    office.nowMs += DAY_MS - 60_000
    owner = await office.member('owner')
    expect(await size('kind=everyone')).toMatchObject({ players: 0 })
    await send()
    expect(await run()).toBe(0)
    office.nowMs += 60_001
    owner = await office.member('owner')
    await send()
    expect(await run()).toBeGreaterThan(0)
    expect((await bellOf(player)).filter((title) => title === WORDS.title.en)).toHaveLength(2)
  })

  it('goes on after a stop where it was, and tells nobody twice', async () => {
    await later()
    for (let made = 0; made < 250; made++) {
      await site.db.queries.insert(players).values({ steamid: `7656119${made}${now()}`, username: 'p', avatar: '' })
    }
    const { players: expected } = await size('kind=everyone')
    await send()
    // One batch each, as if the process ended after it.
    const parts = [await site.services.noticeSending.send(async () => false)]
    expect((await owner.get('/notices')).body.notices[0]).toMatchObject({ state: 'sending' })
    while ((await owner.get('/notices')).body.notices[0].state === 'sending')
      parts.push(await site.services.noticeSending.send(async () => false))
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.reduce((sum, count) => sum + count, 0)).toBe(expected)
    const acts = (await site.db.queries.select().from(audit)).filter(({ verb }) => verb.startsWith('notices.'))
    expect(acts.at(-2)).toMatchObject({ verb: 'notices.send', reason: 'Raffles change', after: { told: expected } })
    expect(acts.at(-1)).toMatchObject({ verb: 'notices.end', actorKind: 'job', after: { told: expected } })
  })

  it('can be stopped while it is sent', async () => {
    await later()
    await send()
    await site.services.noticeSending.send(async () => false)
    const [{ id }] = (await owner.get('/notices')).body.notices
    expect((await owner.post(`/notices/${id}/stop`)).status).toBe(200)
    expect(await run()).toBe(0)
    const { state, told, leftOut } = (await owner.get(`/notices/${id}`)).body
    expect([state, told + leftOut]).toEqual(['stopped', NOTICE_BATCH])
    expect(await owner.post(`/notices/${id}/stop`)).toMatchObject({ status: 403, body: { why: 'state' } })
  })

  it('is for who deposited, who never did, and who was away', async () => {
    await later()
    const [payer, other] = [await site.newPlayer(), await site.newPlayer()]
    await depositPaid(site, payer, 20)
    const before = await size('kind=depositors')
    expect(before).toMatchObject({ players: 1, leftAlone: 0 })
    await send({ kind: 'depositors', days: null })
    await run()
    expect([await isTold(payer), await isTold(other)]).toEqual([true, false])
    await send({ kind: 'neverDeposited', days: null })
    await run()
    expect(await isTold(other)).toBe(true)
    office.nowMs += 10 * DAY_MS
    owner = await office.member('owner')
    await other.get('/api/user/get')
    await site.db.queries
      .update(sessions)
      .set({ seenAt: new Date(now()) })
      .where(eq(sessions.playerId, other.playerId))
    await send({ kind: 'away', days: 9 })
    await run()
    const counts = [await bellOf(payer), await bellOf(other)].map(
      (titles) => titles.filter((title) => title === WORDS.title.en).length,
    )
    expect(counts).toEqual([2, 1])
  })

  it('is tried at one player, which counts for nothing, and not at one who is to be left alone', async () => {
    await later()
    const player = await site.newPlayer()
    expect((await owner.post('/notices/test', { ...WORDS, player: player.playerId })).status).toBe(200)
    expect(await bellOf(player, 'ru')).toContain(`Тест: ${WORDS.title.ru}`)
    await send()
    await run()
    expect(await isTold(player)).toBe(true)
    await site.db.queries.insert(exclusions).values({ playerId: player.playerId, kind: 'self-exclusion' })
    const refused = await owner.post('/notices/test', { ...WORDS, player: player.playerId })
    expect(refused).toMatchObject({ status: 409, body: { code: 'notice-left-alone' } })
    expect((await owner.post('/notices/test', { ...WORDS, player: 999_999 })).status).toBe(404)
  })

  it.each([
    ['an empty text', { title: { ...WORDS.title, uk: '' } }, 'title uk missing'],
    ['HTML', { words: { ...WORDS.words, en: 'Read <b>this</b>' } }, 'words en markup'],
    ['a page that the shop has not', { link: '/nowhere' }, 'link dead'],
    ['another site', { link: 'https://example.com' }, 'link dead'],
  ])('refuses %s', async (_what, change, message) => {
    expect((await owner.post('/notices', { ...body(), ...change })).body).toMatchObject({
      code: 'announcement-faults',
      message,
    })
  })

  it('asks for a reason, a fresh assertion, days that fit the group, and a second person', async () => {
    await later()
    expect((await owner.post('/notices', { ...body(), reason: '' })).status).toBe(400)
    expect((await send({ kind: 'away', days: null })).status).toBe(400)
    expect((await send({ kind: 'everyone', days: 30 })).status).toBe(400)
    expect((await send({ kind: 'away', days: 6 })).status).toBe(400)
    office.setRules({ secondPerson: true })
    const content = await office.member('content', 'Iryna')
    expect((await content.post('/notices', body())).body).toMatchObject({ outcome: 'proposed' })
    expect(await run()).toBe(0)
    const [{ id }] = (await owner.get('/proposals?state=open')).body.proposals
    expect((await owner.post(`/proposals/${id}/approve`)).status).toBe(200)
    expect(await run()).toBeGreaterThan(0)
    office.nowMs += 3_600_000
    expect((await send()).body).toMatchObject({ why: 'fresh' })
    for (const role of ['support', 'risk', 'finance', 'auditor'] as const) {
      expect((await (await office.member(role)).post('/notices', body())).body).toMatchObject({ why: 'role' })
    }
    office.setRules({ secondPerson: false })
  })
})
