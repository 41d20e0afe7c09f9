// Drafts of the shop in the office: written by one, published with a second person, at once or at a time, and taken back.
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../../../src/server/db/schema-office.ts'
import { shopEditions } from '../../../src/server/db/schema-operations.ts'
import { newestEdition, newestId } from '../../../src/server/shop/edition-store.ts'
import { publishDueDrafts } from '../../../src/server/shop/publish-drafts.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'

const REASON = 'Players asked for it'
const FAQ = 'pages/faq/en.md'
const HOUR_MS = 3_600_000

describe.each(SUITE_KINDS)('drafts in the office on %s', (kind) => {
  let office: TestOffice
  let content: OfficeBrowser
  let editor: OfficeBrowser
  let owner: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    content = await office.member('content', 'Kateryna')
    editor = await office.member('content', 'Kyrylo')
    owner = await office.member('owner', 'Olha')
  })

  afterAll(() => office.close())

  const inForce = (): Promise<number> => newestId(office.db.queries)
  const textNow = async (name = FAQ): Promise<string> => (await newestEdition(office.db.queries))?.files[name] ?? ''
  const faq = async (words: string): Promise<string> => `${await textNow()}\n${words}\n`

  /** The questions in all languages, with other words in English and the day of today. */
  async function dated(words: string): Promise<Record<string, string>> {
    const [text, day] = [await faq(words), new Date(office.nowMs).toISOString().slice(0, 10)]
    const others = ['ru', 'uk'].map(async (language) => {
      const name = `pages/faq/${language}.md`
      return [name, (await textNow(name)).replace(/^translates: .*$/m, `translates: ${day}`)] as const
    })
    return {
      [FAQ]: text.replace(/^updated: .*$/m, `updated: ${day}`),
      ...Object.fromEntries(await Promise.all(others)),
    }
  }

  /** Begins a draft of the questions. */
  async function begin(words: string, who = content): Promise<{ id: number; version: number; text: string }> {
    const text = await faq(words)
    const { body } = await who.post('/drafts', { title: words, base: await inForce(), files: { [FAQ]: text } })
    return { ...body, text }
  }

  async function publish(id: number, body: object = {}, who = content) {
    await who.makeFresh()
    const { body: draft } = await who.get(`/drafts/${id}`)
    return who.post(`/drafts/${id}/publish`, { version: draft.version, dueAt: null, reason: REASON, ...body })
  }

  async function approve(proposal: string, who = owner) {
    await who.makeFresh()
    return who.post(`/proposals/${proposal}/approve`)
  }

  const stateOf = async (id: number): Promise<string> => (await owner.get(`/drafts/${id}`)).body.state

  const runJob = (): Promise<void> =>
    publishDueDrafts({
      db: office.db,
      sources: () => office.shop.sources,
      announce: (edition) => office.shop.announce(edition),
      now: () => office.nowMs,
    })

  it('change nothing in force until a second person has approved them', async () => {
    const before = await inForce()
    const { id, text } = await begin('Approved by two')
    expect(await inForce()).toBe(before)
    const { body: changes } = await content.get(`/drafts/${id}/changes`)
    expect(changes).toMatchObject({ base: before, changes: [`${FAQ}: changed`], faults: [], overtaken: [] })
    expect((await content.get(`/drafts/${id}/file?name=${FAQ}`)).body.after).toBe(text)

    const { body } = await publish(id)
    expect(body.outcome).toBe('proposed')
    const question = { by: 'Kateryna', dueAt: null, expiresAt: body.expiresAt, isOld: false }
    expect((await editor.get(`/drafts/${id}`)).body).toMatchObject({ state: 'open', question })
    expect((await editor.get('/drafts?state=open')).body.drafts[0]).toMatchObject({ id, question })
    expect((await approve(body.proposal, content)).body.why).toBe('second')
    expect(await inForce()).toBe(before)
    expect((await approve(body.proposal)).status).toBe(200)
    expect([await textNow(), await stateOf(id)]).toEqual([text, 'published'])
    const [edition] = await office.db.queries.select().from(shopEditions).orderBy(desc(shopEditions.id)).limit(1)
    expect(edition).toMatchObject({ author: 'Olha', note: REASON })
    const credited = { id: edition?.id, author: 'Olha', writer: 'Kateryna' }
    expect((await owner.get('/editions')).body.editions[0]).toMatchObject(credited)
    expect((await owner.get(`/editions/${edition?.id}`)).body).toMatchObject(credited)
    expect((await owner.get(`/drafts/${id}`)).body.question).toBeNull()
    const [row] = await office.db.queries
      .select()
      .from(audit)
      .where(and(eq(audit.verb, 'drafts.publish'), eq(audit.subjectKind, 'edition')))
    expect(row).toMatchObject({ after: { draft: id, proposal: { proposer: content.staffId } } })
  })

  it('that were changed after they were proposed are not published', async () => {
    const before = await inForce()
    const { id, version, text } = await begin('Proposed')
    const { body } = await publish(id)
    const files = { [FAQ]: `${text}\nand more\n` }
    expect((await content.call('PUT', `/office/api/drafts/${id}`, { version, title: 'Other', files })).body).toEqual({
      id,
      version: 2,
    })
    expect((await owner.get(`/drafts/${id}`)).body.question).toMatchObject({ by: 'Kateryna', isOld: true })
    expect((await approve(body.proposal)).body.code).toBe('draft-changed')
    expect(await inForce()).toBe(before)
    const again = await publish(id)
    expect(again.body.outcome).toBe('proposed')
    expect((await owner.get(`/drafts/${id}`)).body.question).toMatchObject({ isOld: false })
    for (const proposal of [again.body.proposal, body.proposal]) await content.post(`/proposals/${proposal}/withdraw`)
    expect((await owner.get(`/drafts/${id}`)).body.question).toBeNull()
  })

  it('are not saved over a colleague’s change', async () => {
    const { id, version, text } = await begin('Of two editors')
    const save = (who: OfficeBrowser, words: string) =>
      who.call('PUT', `/office/api/drafts/${id}`, { version, title: words, files: { [FAQ]: `${text}${words}\n` } })
    expect((await save(editor, 'first')).status).toBe(200)
    expect((await save(content, 'second')).body).toMatchObject({
      code: 'draft-changed',
      message: 'Kyrylo has changed the draft meanwhile',
    })
    expect((await content.get(`/drafts/${id}`)).body).toMatchObject({ title: 'first', version: 2 })
  })

  it('have files of a shop alone', async () => {
    const base = await inForce()
    for (const name of ['rates.json', '../secrets.json', 'pages/faq/de.md', 'pages/faq/en.html']) {
      const { status, body } = await content.post('/drafts', { title: 'Other', base, files: { [name]: 'x' } })
      expect([status, body.code]).toEqual([400, 'unknown-file'])
    }
    const { body } = await content.post('/drafts', { title: 'Other', base: base + 1, files: {} })
    expect(body.code).toBe('unknown')
  })

  it('say what is wrong as one types, by file and line, and are refused with it', async () => {
    const base = await inForce()
    const broken = await faq('[a link](/faq#no-such-place)')
    const line = broken.split('\n').length - 1
    const fault = { file: FAQ, line, message: expect.stringContaining('/faq#no-such-place') }
    const { body } = await content.post('/drafts/check', { base, files: { [FAQ]: broken } })
    expect(body).toEqual({ faults: [fault], overtaken: [] })
    const { body: draft } = await content.post('/drafts', { title: 'Broken', base, files: { [FAQ]: broken } })
    expect((await publish(draft.id)).body.code).toBe('edition-faults')
    expect(await inForce()).toBe(base)
  })

  it('name the day of an English text that they change, so that older translations are known', async () => {
    const base = await inForce()
    const before = office.nowMs
    office.nowMs += 72 * HOUR_MS
    await content.signIn()
    const check = async (files: object) => (await content.post('/drafts/check', { base, files })).body.faults
    expect(await check({ [FAQ]: await faq('A new line') })).toEqual([
      { file: FAQ, line: 4, message: expect.stringMatching(/^the text has changed after 2026-11-28: /) },
    ])
    const files = await dated('A new line')
    expect(await check({ [FAQ]: files[FAQ] })).toMatchObject([
      { file: 'pages/faq/ru.md', message: expect.stringContaining('translation is outdated') },
      { file: 'pages/faq/uk.md' },
    ])
    expect(await check(files)).toEqual([])
    office.nowMs = before
  })

  it('are published at their time, and can be taken back before', async () => {
    const before = await inForce()
    const [planned, taken] = [await begin('Planned'), await begin('Taken back')]
    const dueAt = office.nowMs + HOUR_MS
    for (const { id } of [planned, taken]) {
      const { body } = await publish(id, { dueAt })
      expect((await approve(body.proposal)).status).toBe(200)
      expect(await stateOf(id)).toBe('due')
    }
    // What was approved stays as it was.
    const late = { version: planned.version, title: 'Other', files: {} }
    expect((await content.call('PUT', `/office/api/drafts/${planned.id}`, late)).body.why).toBe('state')
    expect((await content.post(`/drafts/${taken.id}/recall`, {})).body).toEqual({ outcome: 'done' })
    await runJob()
    expect(await inForce()).toBe(before)

    office.nowMs = dueAt
    // Several instances look at the same second.
    await Promise.all([runJob(), runJob(), runJob()])
    expect(await inForce()).toBe(before + 1)
    expect([await textNow(), await stateOf(planned.id), await stateOf(taken.id)]).toEqual([
      planned.text,
      'published',
      'open',
    ])
  })

  it('whose files another change has overtaken wait for a person at their time, who looks again', async () => {
    const { id } = await begin('Overtaken')
    const dueAt = office.nowMs + HOUR_MS
    await approve((await publish(id, { dueAt })).body.proposal)
    const other = await begin('First')
    await approve((await publish(other.id)).body.proposal)
    office.nowMs = dueAt
    await runJob()
    const { body } = await owner.get(`/drafts/${id}`)
    expect(body).toMatchObject({ state: 'failed', fault: expect.stringContaining(FAQ) })
    expect(await textNow()).toBe(other.text)
    expect((await content.get(`/drafts/${id}/changes`)).body.overtaken).toEqual([FAQ])
    expect((await publish(id)).body.code).toBe('edition-overtaken')

    const { body: followed } = await content.post(`/drafts/${id}/follow`, { version: body.version })
    expect(followed.version).toBe(body.version + 1)
    expect((await content.get(`/drafts/${id}/changes`)).body.overtaken).toEqual([])
  })

  it('cannot be planned for a time that is over, and what was dropped stays dropped', async () => {
    const { id, version } = await begin('Late')
    const { body } = await publish(id, { dueAt: office.nowMs - 1 })
    expect((await approve(body.proposal)).body.code).toBe('draft-late')
    expect((await content.post(`/drafts/${id}/drop`, { version })).body).toEqual({ outcome: 'done' })
    expect((await publish(id)).body.why).toBe('state')
    const { body: listed } = await content.get('/drafts?state=dropped')
    expect(listed.drafts).toMatchObject([{ id, title: 'Late', names: [FAQ], editor: { name: 'Kateryna' } }])
    expect(listed.drafts[0].files).toBeUndefined()
  })

  it('are read by owners, content and auditors, and content reads no proposals about money', async () => {
    const auditor = await office.member('auditor')
    expect((await auditor.get('/drafts')).status).toBe(200)
    expect((await auditor.post('/drafts', { title: 'x', base: 1, files: {} })).body.why).toBe('role')
    for (const role of ['finance', 'risk', 'support'] as const)
      expect((await (await office.member(role)).get('/drafts')).body.why).toBe('role')

    await owner.makeFresh()
    const { body } = await owner.post(`/staff/${auditor.staffId}/role`, { role: 'risk', reason: REASON })
    expect(body.outcome).toBe('proposed')
    expect((await content.get(`/proposals/${body.proposal}`)).body.code).toBe('unknown')
    const { body: list } = await content.get('/proposals')
    expect(new Set(list.proposals.map(({ verb }: { verb: string }) => verb))).toEqual(new Set(['drafts.publish']))
  })
})
