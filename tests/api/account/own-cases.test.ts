// A player's favourite cases and those opened last; what is counted of cases, and the home page of who looks for something.

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownCasesReplySchema } from '../../../src/protocol/case.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const casesOf = async (player: Browser) => ownCasesReplySchema.parse((await player.get('/api/user/cases')).body)
const mark = (player: Browser, url: string, favourite: boolean) =>
  player.post(`/api/case/${url}/favourite`, { favourite })

describe.each(SUITE_KINDS)('own cases on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  it('are none for a new player, and refused to a guest', async () => {
    expect(await casesOf(await site.newPlayer())).toEqual({ success: true, favourites: [], opened: [] })
    expect((await site.guest().get('/api/user/cases')).status).toBe(401)
  })

  it('are marked and unmarked, once each, by one player', async () => {
    const [player, other] = [await site.newPlayer(), await site.newPlayer()]
    for (const url of ['orion', 'orion']) {
      expect((await mark(player, url, true)).body).toEqual({ success: true, favourite: true })
    }
    await mark(player, 'first-step', true)
    expect(new Set((await casesOf(player)).favourites)).toEqual(new Set(['orion', 'first-step']))
    expect((await casesOf(player)).favourites).toHaveLength(2)
    expect((await casesOf(other)).favourites).toEqual([])
    await mark(other, 'orion', false)
    for (const _ of [1, 2]) expect((await mark(player, 'first-step', false)).body.favourite).toBe(false)
    expect((await casesOf(player)).favourites).toEqual(['orion'])
  })

  it('cannot be a case that does not exist, or another value', async () => {
    const player = await site.newPlayer()
    expect((await mark(player, 'nowhere', true)).body).toMatchObject({ success: false, code: 'case-unknown' })
    expect((await player.post('/api/case/orion/favourite', { favourite: 'yes' })).status).toBe(400)
    expect((await casesOf(player)).favourites).toEqual([])
  })

  it('have what was opened last first, each case once, and no demo', async () => {
    const player = await site.newPlayer()
    const open = async (url: string, demo = false): Promise<void> => {
      expect((await player.post(`/api/case/${url}/open`, { count: 1, demo })).body.success).toBe(true)
    }
    for (const url of ['first-step', 'orion', 'first-step', 'loose-change']) await open(url)
    await open('stardust', true)
    const { opened } = await casesOf(player)
    expect(opened.map(({ url }) => url)).toEqual(['loose-change', 'first-step', 'orion'])
    const { name, image, price } = site.services.shop.caseAt('orion') ?? {}
    expect(opened[2]).toEqual({ url: 'orion', name, image, price })
  })

  it('are in the download of a player’s data', async () => {
    const player = await site.newPlayer()
    await mark(player, 'orion', true)
    let text = ''
    for await (const part of site.services.playerData(player.playerId)) text += part
    expect(JSON.parse(text).favourite_cases).toEqual([
      { player_id: player.playerId, case_url: 'orion', at: expect.any(String) },
    ])
  })
})

describe.each(SUITE_KINDS)('the counts of cases on %s', (kind) => {
  let site: TestSite
  const countsOf = (url: string) => site.services.caseCounts.of(url)

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  it('begin without openings, new cases and hot ones', () => {
    for (const { cases } of site.services.shop.categories()) {
      for (const { url } of cases) expect(countsOf(url)).toEqual({ opened: 0, firstSeen: 0, badges: [] })
    }
  })

  it('have the openings of this week, from the sums of days and the rolls since, and none of them twice', async () => {
    const player = await site.newPlayer()
    await player.post('/api/case/first-step/open', { count: 10 })
    await player.post('/api/case/first-step/open', { count: 10, demo: true })
    const yesterday = new Date(site.components.now() - 86_400_000).toISOString().slice(0, 10)
    const longAgo = '2020-01-01'
    for (const [day, rolls] of [
      [yesterday, 15],
      [longAgo, 400],
    ] as const) {
      await site.db.queries.execute(sql`insert into returns_of_days
        (day, game, reference, rolls, staked, won, expected, variance)
        values (${day}, 'case', 'first-step', ${rolls}, 1, 1, 1, 1)`)
    }
    let changes = 0
    site.services.caseCounts.onChange(() => changes++)
    await site.services.caseCounts.recount()
    expect(countsOf('first-step')).toEqual({ opened: 25, firstSeen: 0, badges: ['hot'] })
    expect(changes).toBe(1)
    await site.services.caseCounts.recount()
    expect(changes).toBe(1)
  })

  it('call a case new that came after the first catalogue', async () => {
    await site.db.queries.execute(sql`insert into odds_periods (reference, hash, since)
      select reference, hash, since - interval '30 days' from odds_periods where reference = 'first-step'`)
    await site.services.caseCounts.recount()
    expect(countsOf('first-step').badges).toEqual(['hot'])
    expect(countsOf('orion').badges).toEqual(['new'])
    const [row] = await queryRows<{ at: string | number }>(
      site.db.queries,
      sql`select extract(epoch from since) * 1000 as at from odds_periods where reference = 'orion'`,
    )
    expect(countsOf('orion').firstSeen).toBe(Math.round(Number(row?.at)))
  })
})

describe('the home page of who looks for something', () => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite()
  })

  afterAll(() => site.close())

  const homeAt = async (address: string): Promise<string> =>
    (await site.app.inject({ url: address, headers: { 'accept-language': 'en' } })).body

  it('is rendered with the query in its plain form, without what finds everything', async () => {
    expect(await homeAt('/?q=+awp+&price=all&sort=cheap&other=1')).toContain('/en?q=awp&sort=cheap')
    expect(await homeAt('/uk?q=%D0%B0&price=10-50')).toContain('/uk?q=%D0%B0&price=10-50')
  })

  it('is rendered with the favourites of its address, without what no case can be called', async () => {
    expect(await homeAt('/?mine=orion.orion.<i>.first-step&sort=cheap')).toContain(
      '/en?sort=cheap&mine=orion.first-step<',
    )
    expect(await homeAt('/?mine=')).toContain('/en?mine=<')
  })

  it.each([
    '/',
    '/?',
    '/?q=',
    '/?q=+&price=all&sort=category',
    '/?q=&price=&sort=',
    '/?utm_source=x',
    '/?sort=sideways&price=9',
  ])('is the same as ever at %s', async (address) => {
    expect(await homeAt(address)).not.toContain('?')
  })

  it('has its results alone at an address of their own', async () => {
    expect(await homeAt('/ru/case-results?q=++awp&mine=orion&x=1')).toContain('/ru/case-results?q=awp&mine=orion<')
    expect(await homeAt('/ru/case-results?q=')).toContain('/ru/case-results<')
  })

  it('is not rendered for a query at another page', async () => {
    expect(await homeAt('/faq?q=awp')).toContain('/en/faq<')
  })

  it('asks for one file with the contents of all cases', async () => {
    const answer = await site.app.inject({ url: '/case-contents.json', headers: { 'accept-encoding': 'br' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
    const again = await site.app.inject({
      url: '/case-contents.json',
      headers: { 'accept-encoding': 'br', 'if-none-match': String(answer.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })
})
