// The room Cases: what was sold and returned, and which edition changed the record of a case last.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaseFacts, casesReplySchema } from '../../../src/protocol/office/cases.ts'
import { players } from '../../../src/server/db/schema.ts'
import { figuresOfDays, figuresOfGames } from '../../../src/server/db/schema-figures.ts'
import { newestEdition, newestId } from '../../../src/server/shop/edition-store.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'

const FILE = 'cases.json'
const REASON = 'A better name'

describe.each(SUITE_KINDS)('cases in the office on %s', (kind) => {
  let office: TestOffice
  let content: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    office.setRules({ secondPerson: false })
    content = await office.member('content')
  })

  afterAll(() => office.close())

  async function facts(url: string): Promise<CaseFacts> {
    const { cases } = casesReplySchema.parse((await content.get('/cases')).body)
    const found = cases.find((one) => one.url === url)
    if (found === undefined) throw new Error(`No facts of ${url}`)
    return found
  }

  async function publish(change: (text: string) => string): Promise<number> {
    const { files = {} } = (await newestEdition(office.db.queries)) ?? {}
    const text = change(files[FILE] ?? '')
    const base = await newestId(office.db.queries)
    const { body: draft } = await content.post('/drafts', { title: 'Cases', base, files: { [FILE]: text } })
    await content.makeFresh()
    const { body } = await content.post(`/drafts/${draft.id}/publish`, { version: 1, dueAt: null, reason: REASON })
    expect(body).toEqual({ outcome: 'done' })
    await office.shop.refresh()
    return newestId(office.db.queries)
  }

  it('name all cases in force, with nothing sold at first', async () => {
    const { body } = await content.get('/cases')
    const { cases, now } = casesReplySchema.parse(body)
    expect(now).toBe(office.nowMs)
    expect(cases.map(({ url }) => url)).toEqual([...office.catalogue.current.catalogue.cases.keys()])
    expect(cases[0]).toMatchObject({ sold: 0, staked: 0, measured: null, promised: null, isHeld: false })
    expect(cases[0]?.changed?.edition).toBe(await newestId(office.db.queries))
  })

  it('say which edition changed a record last', async () => {
    const first = (await facts('first-step')).changed
    const renamed = await publish((text) => text.replace('"First Step"', '"First Stop"'))
    expect((await facts('first-step')).changed?.edition).toBe(renamed)
    expect((await facts('loose-change')).changed).toEqual(first)
    const other = await publish((text) => text.replace('"Loose Change"', '"Loose Coins"'))
    expect((await facts('first-step')).changed?.edition).toBe(renamed)
    expect((await facts('loose-change')).changed?.edition).toBe(other)
  })

  it('sum up thirty days of stored figures', async () => {
    const day = (back: number): string => new Date(office.nowMs - back * 86_400_000).toISOString().slice(0, 10)
    const { queries } = office.db
    // The shop is as old as its first player.
    const createdAt = new Date(office.nowMs - 60 * 86_400_000)
    await queries
      .insert(players)
      .values({ steamid: '76561198000000001', username: 'First', avatar: '/x.svg', createdAt })
    for (const back of [1, 29, 30]) {
      await queries.insert(figuresOfDays).values({ day: day(back), zone: 'UTC', active: 0, returning: 0, payers: 0 })
      const played = { rolls: 10, staked: 500, won: 450, expected: 465, variance: 100 }
      await queries.insert(figuresOfGames).values({ day: day(back), game: 'case', reference: 'first-step', ...played })
    }
    expect(await facts('first-step')).toMatchObject({ sold: 20, staked: 1_000, measured: 0.9, promised: 0.93 })
    expect(await facts('loose-change')).toMatchObject({ sold: 0, measured: null })
  })

  it('are read by owners, content and auditors', async () => {
    for (const role of ['owner', 'auditor'] as const)
      expect((await (await office.member(role)).get('/cases')).status).toBe(200)
    for (const role of ['finance', 'risk', 'support'] as const)
      expect((await (await office.member(role)).get('/cases')).body.why).toBe('role')
  })
})
