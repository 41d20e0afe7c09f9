// The pictures of a shop's own cases are drawn by the running server; those of the release are files.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crate } from '../../../src/art/crates.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const BY = { kind: 'command', name: 'anna@shop1' } as const
const ART = { form: 'vault', material: 'gold', hue1: 44, hue2: 200, emblem: 'crown', wear: 0.2 } as const
const FOLDER = '/assets/img/cases'

describe('the picture of a case', () => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(DEFAULT_KIND)
  })

  afterAll(() => site.close())

  const get = async (file: string) => {
    const answer = await site.app.inject({ url: `${FOLDER}/${file}` })
    return { status: answer.statusCode, type: answer.headers['content-type'], text: answer.payload }
  }

  async function publish(change: (cases: Record<string, unknown>[]) => Record<string, unknown>[]): Promise<void> {
    const { edition: base, files } = site.shop.current
    const { cases, ...rest } = JSON.parse(files['cases.json'] ?? '')
    const text = JSON.stringify({ ...rest, cases: change(cases) })
    await site.shop.publish({ files: { 'cases.json': text }, base, by: BY, act: { verb: 'editions.publish' } })
  }

  it('is drawn as soon as the case is published, as a whole and in parts', async () => {
    expect((await get('another-step.svg')).status).toBe(404)
    await publish((cases) => {
      const name = { en: 'Another step', ru: 'Ещё шаг', uk: 'Ще крок' }
      const like = cases.find(({ url }) => url === 'first-step')
      return [...cases, { ...like, url: 'another-step', name, image: 'another-step.svg', art: ART }]
    })
    const { whole, body, lid } = crate(ART)
    const type = 'image/svg+xml'
    expect(await get('another-step.svg')).toEqual({ status: 200, type, text: whole })
    expect(await get('another-step.small.webp')).toEqual({ status: 200, type, text: whole })
    expect(await get('another-step.body.webp')).toEqual({ status: 200, type, text: body })
    expect(await get('another-step.lid.svg')).toEqual({ status: 200, type, text: lid })
    expect((await get('nothing.svg')).status).toBe(404)
    expect((await get('another-step.png')).status).toBe(404)
  })

  it('is the file of the release until its description is another one, and drawn from then on', async () => {
    expect(await get('first-step.small.webp')).toMatchObject({ status: 200, type: 'image/webp' })
    await publish((cases) => cases.map((one) => (one.url === 'first-step' ? { ...one, art: ART } : one)))
    expect((await get('first-step.svg')).text).toBe(crate(ART).whole)
    expect((await get('first-step.small.webp')).type).toBe('image/svg+xml')
  })

  it('has to be there or described', async () => {
    const broken = publish((cases) => cases.map(({ art: _, ...one }) => ({ ...one, image: `new-${one.image}` })))
    await expect(broken).rejects.toThrow(
      'the picture "new-first-step.svg" is missing, and there is no "art" to draw it from',
    )
  })
})
