// What the shop announces: in force by its time on every instance, plain text in three languages, and put in place of another in one act.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../../../src/server/db/schema-office.ts'
import { createAnnouncements } from '../../../src/server/services/announcements/announcements.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const BAR = {
  place: 'bar',
  title: { en: 'Update at 18:00', ru: 'Обновление в 18:00', uk: 'Оновлення о 18:00' },
  words: { en: 'Games pause for a minute.', ru: 'Игры прервутся на минуту.', uk: 'Ігри зупиняться на хвилину.' },
  link: '/faq',
  dismissible: true,
  from: null,
  until: null,
} as const

describe.each(SUITE_KINDS)('announcements, on %s', (kind) => {
  let office: TestOffice
  let content: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    content = await office.member('content', 'Content')
  })
  afterAll(() => office.close())

  const publish = (body: object) => content.post('/announcements', body)
  const list = async (state: string) => (await content.get(`/announcements?state=${state}`)).body.announcements
  const endAll = async (): Promise<void> => {
    for (const state of ['shown', 'planned'])
      for (const { id } of await list(state)) await content.post(`/announcements/${id}/end`)
  }

  it('is planned, in force and over by the clock, on every instance, which tell once of each', async () => {
    const [from, until] = [office.nowMs + HOUR_MS, office.nowMs + 2 * HOUR_MS]
    expect((await publish({ ...BAR, from, until })).status).toBe(200)
    const instances = [1, 2].map(() => createAnnouncements({ db: office.db, now: () => office.nowMs }))
    let changes = 0
    for (const instance of instances) instance.onChange(() => changes++)
    const titles = async () => {
      for (const instance of instances) await instance.refresh()
      return instances.map((instance) => instance.inForce().bar?.title.en ?? null)
    }
    expect([await titles(), changes]).toEqual([[null, null], 0])
    expect(await list('planned')).toMatchObject([{ from, until, author: 'Content', state: 'planned' }])
    office.nowMs = from
    expect([await titles(), changes]).toEqual([['Update at 18:00', 'Update at 18:00'], 2])
    expect([await titles(), changes]).toEqual([['Update at 18:00', 'Update at 18:00'], 2])
    office.nowMs = until
    expect([await titles(), changes]).toEqual([[null, null], 4])
    expect(await list('over')).toMatchObject([{ from, until, endedAt: null }])
    await content.makeFresh()
  })

  it('ends by its time where the database is away, and what is in force stays', async () => {
    let isDown = false
    const db = {
      ...office.db,
      get queries() {
        if (isDown) throw new Error('The database is down')
        return office.db.queries
      },
    }
    await publish({ ...BAR, until: office.nowMs + HOUR_MS })
    const instance = createAnnouncements({ db, now: () => office.nowMs })
    await instance.refresh()
    isDown = true
    await expect(instance.refresh()).rejects.toThrow('The database is down')
    expect(instance.inForce().bar?.title).toEqual(BAR.title)
    office.nowMs += HOUR_MS
    await expect(instance.refresh()).rejects.toThrow('The database is down')
    expect(instance.inForce().bar).toBeNull()
  })

  it('shows one of a place, the one that began last, and says which is covered', async () => {
    await publish(BAR)
    office.nowMs += MINUTE_MS
    await publish({ ...BAR, title: { ...BAR.title, en: 'The second' } })
    await publish({ ...BAR, place: 'banner' })
    const instance = createAnnouncements({ db: office.db, now: () => office.nowMs })
    await instance.refresh()
    expect(instance.inForce()).toMatchObject({ bar: { title: { en: 'The second' } }, banner: { title: BAR.title } })
    const covered = (await list('shown')).map(({ title, isCovered }: { title: { en: string }; isCovered: boolean }) => [
      title.en,
      isCovered,
    ])
    expect(covered).toEqual([
      ['Update at 18:00', true],
      ['The second', false],
      ['Update at 18:00', false],
    ])
    await endAll()
    await instance.refresh()
    expect(instance.inForce()).toEqual({ bar: null, banner: null })
  })

  it('puts a corrected one in the place of another, in one act that the audit names', async () => {
    await publish(BAR)
    const [{ id }] = await list('shown')
    const corrected = { ...BAR, title: { ...BAR.title, en: 'Update at 19:00' } }
    expect((await publish({ ...corrected, replaces: id })).status).toBe(200)
    expect(await list('shown')).toMatchObject([{ title: corrected.title }])
    expect((await content.get(`/announcements/${id}`)).body).toMatchObject({ state: 'over' })
    // It is over: a second correction of it would leave two.
    expect((await publish({ ...corrected, replaces: id })).body).toMatchObject({ why: 'state' })
    expect(await content.post(`/announcements/${id}/end`)).toMatchObject({ status: 403, body: { why: 'state' } })
    await endAll()
    const acts = (await office.db.queries.select().from(audit)).filter(({ subjectKind }) => subjectKind === 'notice')
    expect(acts.at(-2)).toMatchObject({
      actor: 'Content',
      verb: 'announcements.publish',
      after: { place: 'bar', link: '/faq', title: expect.stringContaining('en: Update at 19:00 · ru: Обновление') },
    })
  })

  it.each([
    ['a text that a language lacks', { title: { ...BAR.title, uk: ' ' } }, 'title uk missing'],
    ['a text that is too long', { words: { ...BAR.words, ru: 'ы'.repeat(111) } }, 'words ru long'],
    ['an element of HTML', { words: { ...BAR.words, en: 'Read <a href="/faq">this</a>' } }, 'words en markup'],
    ['an entity of HTML', { title: { ...BAR.title, en: 'Now &amp; here' } }, 'title en markup'],
    ['a page that the shop has not', { link: '/nowhere' }, 'link dead'],
    ['a case that the shop has not', { link: '/case/nothing' }, 'link dead'],
    ['an address that is not encrypted', { link: 'http://example.com' }, 'link http'],
    ['a script as an address', { link: 'javascript:alert(1)' }, 'link address'],
    ['another site without a scheme', { link: '//example.com' }, 'link address'],
    ['an end before the beginning', { from: Date.UTC(2027, 0, 2), until: Date.UTC(2027, 0, 1) }, 'until order'],
    ['an end in the past', { until: Date.UTC(2026, 0, 1) }, 'until past'],
    ['a beginning in the past', { from: Date.UTC(2026, 0, 1) }, 'from past'],
  ])('refuses %s', async (_what, change, message) => {
    expect(await publish({ ...BAR, ...change })).toMatchObject({
      status: 400,
      body: { code: 'announcement-faults', message },
    })
    expect(await list('shown')).toEqual([])
  })

  it('takes less and more for what they are: no element begins', async () => {
    expect((await publish({ ...BAR, title: { en: '1 < 2', ru: '1 < 2', uk: 'Q&A <3' } })).status).toBe(200)
    await endAll()
  })

  it('links cases and pages of the shop, and an https address', async () => {
    const { body } = await content.get('/announcements/links')
    expect(body.cases).toContainEqual(expect.objectContaining({ path: '/case/orion' }))
    for (const link of ['/case/orion', '/', '/wheel', 'https://example.com/news', null, ...body.pages]) {
      expect((await publish({ ...BAR, link })).body).toEqual({ outcome: 'done' })
    }
    await endAll()
  })

  it('is read by support and the auditor, and published by owner and content alone', async () => {
    for (const role of ['support', 'auditor', 'finance', 'risk', 'owner'] as const) {
      const member = await office.member(role)
      const reads = (await member.get('/announcements?state=shown')).status === 200
      const publishes = (await member.post('/announcements', BAR)).status === 200
      expect([role, reads, publishes]).toEqual([role, !['finance', 'risk'].includes(role), role === 'owner'])
    }
    await endAll()
  })

  it('pages what is over, the newest first', async () => {
    for (let count = 0; count < 51; count++) await publish(BAR)
    await endAll()
    const first = (await content.get('/announcements?state=over')).body
    expect(first.announcements).toHaveLength(50)
    const second = (await content.get(`/announcements?state=over&cursor=${first.cursor}`)).body
    expect(second.announcements.length).toBeGreaterThan(0)
    const ids = [...first.announcements, ...second.announcements].map(({ id }: { id: string }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
  })
})
