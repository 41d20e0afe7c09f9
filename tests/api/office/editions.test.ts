// The editions of the shop in the office: who reads them, what each changed, and the way back, which a second person approves.
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ShopFiles } from '../../../src/content/shop-files.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { shopEditions } from '../../../src/server/db/schema-operations.ts'
import { addEdition, newestEdition, newestId } from '../../../src/server/shop/edition-store.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'

const REASON = 'The text had a wrong number'
const FAQ = 'pages/faq/en.md'
const BY = { kind: 'command', name: 'anna@shop1' } as const

describe.each(SUITE_KINDS)('the editions in the office on %s', (kind) => {
  let office: TestOffice
  let owner: OfficeBrowser
  let second: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    owner = await office.member('owner', 'Olha')
    second = await office.member('owner', 'Oleg')
  })

  afterAll(() => office.close())

  /** Publishes files, null for those of the release. Returns the number of the edition. */
  async function publish(files: Readonly<Record<string, string | null>>, note = 'a test'): Promise<number> {
    await office.shop.refresh()
    const { edition: base } = office.shop.current
    const published = await office.shop.publish({ files, base, note, by: BY, act: { verb: 'editions.publish' } })
    if (published === undefined) throw new Error('Nothing was published')
    return published.id
  }

  const inForce = async (): Promise<number> => newestId(office.db.queries)
  const filesNow = async (): Promise<ShopFiles> => (await newestEdition(office.db.queries))?.files ?? {}
  const faq = async (words: string): Promise<string> => `${(await filesNow())[FAQ]}\n${words}\n`
  const rules = (refund: number): string =>
    JSON.stringify({
      secondPerson: true,
      limits: { withdrawal: 50_000, refund },
      caps: { correction: 1_000_000 },
      noticeHours: 24,
    })

  async function back(edition: number, who = owner, base?: number) {
    await who.makeFresh()
    const seen = base ?? (await who.get(`/editions/${edition}/back`)).body.base
    return who.post(`/editions/${edition}/back`, { base: seen, reason: REASON })
  }

  it('are listed newest first by pages, with author, note and the first lines', async () => {
    const { queries } = office.db
    const first = await inForce()
    const [row] = await queries.select().from(shopEditions).where(eq(shopEditions.id, first))
    if (row === undefined) throw new Error('There is no edition')
    const { id: _id, at: _at, ...same } = row
    await queries.insert(shopEditions).values(Array.from({ length: 50 }, (_, at) => ({ ...same, note: `no ${at}` })))
    const last = await publish({ 'office.json': rules(51) }, 'the last')
    const { body } = await owner.get('/editions')
    const ids = body.editions.map(({ id }: { id: number }) => id)
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
    expect(body).toMatchObject({ inForce: last, cursor: String(ids[49]) })
    expect([ids.length, body.editions[1].note]).toEqual([50, 'no 49'])
    expect(body.editions[0]).toMatchObject({
      author: BY.name,
      note: 'the last',
      count: 1,
      first: ['office.json: limits refund: 10000 → 51'],
    })
    const { body: next } = await owner.get(`/editions?cursor=${body.cursor}`)
    expect(next.editions.map(({ note, id }: { note: string; id: number }) => [note, id])).toEqual([
      ['no 0', first + 1],
      ['', first],
    ])
    expect(next.cursor).toBeNull()
    expect((await owner.get('/editions?cursor=x')).status).toBe(400)
  })

  it('are read by owners, content and auditors', async () => {
    for (const role of ['content', 'auditor'] as const) {
      const member = await office.member(role)
      expect((await member.get('/editions')).status).toBe(200)
      expect((await back(await inForce(), member, 1)).body.why).toBe('role')
    }
    for (const role of ['finance', 'risk', 'support'] as const)
      expect((await (await office.member(role)).get('/editions')).body.why).toBe('role')
  })

  it('show what one changed, with both texts of a file, and which files are the shop’s own', async () => {
    const before = (await filesNow())[FAQ]
    const after = await faq('Ours')
    const previous = await inForce()
    const id = await publish({ [FAQ]: after }, 'a new answer')
    const { body } = await owner.get(`/editions/${id}`)
    expect(body).toMatchObject({ id, previous, inForce: true, note: 'a new answer', changes: [`${FAQ}: changed`] })
    expect(body.files).toEqual([{ name: FAQ, what: 'changed', isOwn: true }])
    expect(body.own).toContain(FAQ)
    expect((await owner.get(`/editions/${id}/file?name=${FAQ}`)).body).toEqual({ before, after })
    expect((await owner.get(`/editions/${id}/file?name=nothing.json`)).body.code).toBe('unknown')
    expect((await owner.get('/editions/999999')).body.code).toBe('unknown')
    const given = await publish({ [FAQ]: null })
    const { body: release } = await owner.get(`/editions/${given}`)
    expect(release).toMatchObject({ changes: [`${FAQ}: changed`, `${FAQ}: the release's own again`] })
    expect(release.files).toEqual([{ name: FAQ, what: 'changed', isOwn: false }])
    expect((await owner.get(`/editions/${id}`)).body.inForce).toBe(false)
  })

  it('go back with a second person, who sees the difference; every instance hears of it', async () => {
    const target = await publish({ [FAQ]: await faq('Right') })
    const wanted = (await filesNow())[FAQ]
    const base = await publish({ [FAQ]: await faq('Wrong'), 'office.json': rules(77) })
    const { body: preview } = await owner.get(`/editions/${target}/back`)
    expect(preview.base).toBe(base)
    expect(preview.faults).toEqual([])
    expect(preview.changes).toEqual(['office.json: limits refund: 77 → 51', `${FAQ}: changed`])
    expect((await owner.get(`/editions/${target}/back/file?name=${FAQ}`)).body.after).toBe(wanted)
    expect(await inForce()).toBe(base)

    const { body } = await back(target)
    expect(body.outcome).toBe('proposed')
    expect(await inForce()).toBe(base)
    expect((await owner.post(`/proposals/${body.proposal}/approve`)).body.why).toBe('second')
    const { body: proposal } = await second.get(`/proposals/${body.proposal}`)
    expect(proposal).toMatchObject({ verb: 'editions.back', subject: { kind: 'edition', id: String(target) } })
    expect(proposal.difference).toEqual([
      { field: 'changes', item: 'office.json: limits refund', before: '77', after: '51' },
      { field: 'changes', item: FAQ, before: null, after: 'changed' },
      { field: 'digest', before: null, after: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])

    let heard = 0
    office.events.on('edition', () => heard++)
    await second.makeFresh()
    expect((await second.post(`/proposals/${body.proposal}/approve`)).status).toBe(200)
    const made = await inForce()
    expect([made > base, (await filesNow())[FAQ] === wanted, heard]).toEqual([true, true, 1])
    await vi.waitFor(() => expect(office.shop.current.edition).toBe(made))
    const [edition] = await office.db.queries.select().from(shopEditions).where(eq(shopEditions.id, made))
    expect(edition).toMatchObject({ author: 'Oleg', note: REASON, changes: preview.changes })
    const [row] = await office.db.queries
      .select()
      .from(audit)
      .where(and(eq(audit.verb, 'editions.back'), eq(audit.subject, String(target))))
      .orderBy(desc(audit.id))
    expect(row).toMatchObject({
      actor: 'Oleg',
      alone: false,
      reason: REASON,
      before: { edition: base },
      after: { edition: made, changes: preview.changes, proposal: { id: body.proposal } },
    })
  })

  it('run at once in a shop of one, as “alone”, and change nothing twice', async () => {
    const target = await inForce()
    const before = (await filesNow())[FAQ]
    await publish({ [FAQ]: await faq('Alone') })
    office.setRules({ secondPerson: false })
    expect((await back(target)).body).toEqual({ outcome: 'done' })
    expect((await filesNow())[FAQ]).toBe(before)
    const [row] = await office.db.queries
      .select()
      .from(audit)
      .where(eq(audit.verb, 'editions.back'))
      .orderBy(desc(audit.id))
      .limit(1)
    expect(row).toMatchObject({ actor: 'Olha', alone: true })
    const { body } = await owner.get(`/editions/${target}/back`)
    expect(body).toMatchObject({ changes: [], files: [], faults: [] })
    const count = await inForce()
    expect((await back(target)).body.code).toBe('edition-same')
    expect(await inForce()).toBe(count)
    office.setRules({})
  })

  it('are refused in words where somebody published meanwhile, at once and as a proposal', async () => {
    const target = await inForce()
    const base = await publish({ [FAQ]: await faq('One') })
    office.setRules({ secondPerson: false })
    const count = await publish({ [FAQ]: await faq('Two') })
    const late = await back(target, owner, base)
    expect([late.status, late.body.code]).toEqual([409, 'edition-overtaken'])
    expect(late.body.message).toContain(FAQ)
    expect(await inForce()).toBe(count)
    office.setRules({})
    const { body } = await back(target)
    expect(body.outcome).toBe('proposed')
    const terms = 'pages/terms-of-use/en.md'
    await publish({ [terms]: `${(await filesNow())[terms]}\nOurs\n` })
    await second.makeFresh()
    expect((await second.post(`/proposals/${body.proposal}/approve`)).body.code).toBe('edition-overtaken')
  })

  it('are refused with file and line where the shop would have faults', async () => {
    const files = await filesNow()
    // As by an older release, whose check let it pass.
    const wrong = { ...files, 'office.json': rules(9).replace('"secondPerson":true', '\n"secondPerson":1') }
    const edition = { files: wrong, own: ['office.json'], catalogueDigest: 'x', author: 'x', note: '', changes: [] }
    const { id } = await office.db.transaction((tx) => addEdition(tx, edition))
    await publish({ 'office.json': rules(9) })
    const { body } = await owner.get(`/editions/${id}/back`)
    const fault = { file: 'office.json', line: 2, message: expect.stringContaining('secondPerson') }
    expect(body.faults).toEqual([fault])
    const refused = await back(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'edition-faults'])
    expect(refused.body.message).toContain('office.json:2: ')
  })
})
