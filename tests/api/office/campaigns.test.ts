// Campaigns in the office: what each brought in a period, their filters, the table to download, their players, and the page of one of these.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bans } from '../../../src/server/db/schema-operations.ts'
import { playerCampaigns } from '../../../src/server/db/schema-sessions.ts'
import { openAccount } from '../../../src/server/services/money/pay.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { insertOrder, makePlayer } from '../../support/players/deposits.ts'

const at = (text: string): Date => new Date(`${text}Z`)
const JUNE = 'from=2026-06-01&to=2026-06-30'
const VIDEO = { source: 'youtube', medium: 'video', campaign: 'spring' }

describe.each(SUITE_KINDS)('campaigns in the office on %s', (kind) => {
  let office: TestOffice
  let content: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    content = await office.member('content', 'Kateryna')
  })

  afterAll(() => office.close())

  async function came(campaign: object, when: string): Promise<number> {
    const playerId = await makePlayer(office.db)
    await openAccount(office.db.queries, playerId)
    await office.db.queries.insert(playerCampaigns).values({ playerId, at: at(when), ...campaign })
    return playerId
  }

  const paid = (playerId: number, amount: number, returned = 0) =>
    insertOrder(office.db.queries, { playerId, state: 'paid', paidAt: at('2026-07-01T10:00:00'), amount, returned })

  const addMargin = (playerId: number, cents: number) =>
    office.db.queries.execute(`update accounts set margin = ${cents * 1_000_000} where id = ${playerId}`)

  const read = async (query: string) => (await content.get(`/promo/campaigns?${query}`)).body

  it('are added up by source, medium and name, with what their players did until now', async () => {
    const one = await came(VIDEO, '2026-06-01T00:00:00')
    const two = await came({ ...VIDEO, content: 'banner', term: 'knife' }, '2026-06-30T23:59:59')
    const mail = await came({ source: 'mail' }, '2026-06-10T12:00:00')
    await came(VIDEO, '2026-05-31T23:59:59')
    await came(VIDEO, '2026-07-01T00:00:00')
    await paid(one, 1_000)
    await paid(one, 2_000, 500)
    await insertOrder(office.db.queries, { playerId: two, state: 'created', amount: 5_000 })
    await addMargin(one, 70)
    await addMargin(mail, 5)
    expect(await read(JUNE)).toEqual({
      from: '2026-06-01',
      to: '2026-06-30',
      total: { joined: 3, firstDeposits: 1, deposited: 2_500, margin: 75 },
      campaigns: [
        { ...VIDEO, joined: 2, firstDeposits: 1, deposited: 2_500, margin: 70 },
        { source: 'mail', medium: '', campaign: '', joined: 1, firstDeposits: 0, deposited: 0, margin: 5 },
      ],
      cursor: null,
    })
    const { body } = await content.get(`/promo/campaigns/table?${JUNE}`)
    expect(body).toBe(
      'source,medium,campaign,sign_ins,first_deposits,deposited_cents,margin_cents\r\n' +
        'youtube,video,spring,2,1,2500,70\r\nmail,,,1,0,0,5\r\n',
    )
    const { players } = (await content.get(`/promo/campaigns/players?${new URLSearchParams(VIDEO)}&${JUNE}`)).body
    expect(players).toEqual([
      expect.objectContaining({
        player: expect.objectContaining({ id: two }),
        content: 'banner',
        term: 'knife',
        deposited: 0,
      }),
      expect.objectContaining({ player: expect.objectContaining({ id: one }), deposited: 2_500, margin: 70 }),
    ])
  })

  it('are found by the beginnings of their names', async () => {
    const names = async (query: string) =>
      (await read(`${JUNE}&${query}`)).campaigns.map(({ source }: { source: string }) => source)
    expect(await names('source=You')).toEqual(['youtube'])
    expect(await names('medium=video&campaign=spr')).toEqual(['youtube'])
    expect(await names('campaign=%25')).toEqual([])
  })

  it('are listed page by page, and so are their players', async () => {
    await office.db.queries.execute(`
      with made as (insert into players (steamid, username, avatar) select 'page-' || n, 'page', '' from generate_series(1, 120) n returning id),
      opened as (insert into accounts (id, name, balance) select id, 'player:' || id, 0 from made)
      insert into player_campaigns (player_id, source, at) select id, 'page-' || id % 60, '2026-02-02T12:00:00Z' from made`)
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { campaigns: { source: string }[]; cursor: string | null } = await read(
        `from=2026-02-02&to=2026-02-02${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      seen.push(...page.campaigns.map(({ source }) => source))
      cursor = page.cursor
    }
    expect(new Set(seen).size).toBe(60)
    expect(seen).toHaveLength(60)
    await office.db.queries.execute(`
      with gone as (delete from player_campaigns where source like 'page-%' returning player_id, at)
      insert into player_campaigns (player_id, source, at) select player_id + 0, 'one', at from gone on conflict do nothing`)
    const first = (await content.get('/promo/campaigns/players?source=one&from=2026-02-02&to=2026-02-02')).body
    const next = await content.get(
      `/promo/campaigns/players?source=one&from=2026-02-02&to=2026-02-02&cursor=${first.cursor}`,
    )
    const ids = [...first.players, ...next.body.players].map(({ player }: { player: { id: number } }) => player.id)
    expect(new Set(ids).size).toBe(100)
  })

  it('count sign-ins alone where there are too many players', async () => {
    await office.db.queries.execute(`
      with made as (insert into players (steamid, username, avatar) select 'many-' || n, 'many', '' from generate_series(1, 10001) n returning id),
      opened as (insert into accounts (id, name, balance) select id, 'player:' || id, 0 from made)
      insert into player_campaigns (player_id, source, at) select id, 'many', '2026-03-03T12:00:00Z' from made`)
    const uncounted = { joined: 10_001, firstDeposits: null, deposited: null, margin: null }
    const query = 'from=2026-03-03&to=2026-03-03'
    expect(await read(query)).toMatchObject({ total: uncounted, campaigns: [{ source: 'many', ...uncounted }] })
    expect((await content.get(`/promo/campaigns/table?${query}`)).body).toContain('many,,,10001,,,\r\n')
  })

  it.each(['from=2026-06-02&to=2026-06-01', 'from=2020-01-01&to=2026-01-01', 'cursor=x', 'source='])(
    'refuse %s',
    async (query) => {
      expect((await content.get(`/promo/campaigns?${query}`)).status).toBe(400)
    },
  )

  it('are on the page of a player who came by one, until the player is erased', async () => {
    const id = await came({ ...VIDEO, content: 'banner' }, '2026-06-05T12:00:00')
    const support = await office.member('support', 'Sofia')
    const campaign = async () => (await support.get(`/players/${id}`)).body.campaign
    expect(await campaign()).toEqual({ ...VIDEO, content: 'banner', term: '' })
    await office.db.queries.insert(bans).values({ playerId: id, reason: 'a test' })
    const { players } = (await content.get(`/promo/campaigns/players?${new URLSearchParams(VIDEO)}&${JUNE}`)).body
    expect(players.find(({ player }: { player: { id: number } }) => player.id === id).player.isBanned).toBe(true)
    await office.db.queries.delete(playerCampaigns)
    expect(await campaign()).toBeNull()
  })
})
