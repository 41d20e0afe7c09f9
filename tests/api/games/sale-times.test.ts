// A case that is sold for some time only: outside of it nobody finds or opens it, and nothing is charged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobActor } from '../../../src/server/audit/actor.ts'
import { newestEdition } from '../../../src/server/shop/edition-store.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type ClockedSite, openClockedSite } from '../../support/sites/clock-site.ts'

const BY = jobActor('a test')
const URL = 'orion'
const FROM = '2026-12-01T10:00:00.000Z'
const UNTIL = '2026-12-01T12:00:00.000Z'

describe.each(SUITE_KINDS)('a case that is sold for some time on %s', (kind) => {
  let site: ClockedSite

  beforeAll(async () => {
    site = await openClockedSite(kind, '2026-12-01T09:00:00Z')
    await publish((text) =>
      text.replace(
        /("url": "orion",[^{]*\{[^}]*\},[^{]*"enabled": true,)/,
        `$1\n  "from": "${FROM}",\n  "until": "${UNTIL}",`,
      ),
    )
  })

  afterAll(() => site.close())

  async function publish(edit: (text: string) => string): Promise<void> {
    const newest = await newestEdition(site.db.queries)
    const text = edit(newest?.files['cases.json'] ?? '')
    expect(text).not.toBe(newest?.files['cases.json'])
    const change = { files: { 'cases.json': text }, base: newest?.id ?? 0 }
    await site.shop.publish({ ...change, by: BY, act: { verb: 'editions.publish' } })
  }

  async function at(iso: string): Promise<void> {
    site.setClock(iso)
    await site.shop.followTimes()
  }

  async function isListed(): Promise<boolean> {
    const { body } = await site.guest().get('/api/cases')
    return JSON.stringify(body.categories).includes(`"url":"${URL}"`)
  }

  async function open() {
    const player = await site.newPlayer()
    const { body } = await player.post(`/api/case/${URL}/open`, { count: 1 })
    return { body, balance: (await player.get('/api/user/get')).body.user.balance }
  }

  it('is not there before', async () => {
    await at('2026-12-01T09:59:59Z')
    expect(await isListed()).toBe(false)
    expect((await site.guest().get(`/api/case/${URL}`)).body).toMatchObject({ success: false, code: 'case-unknown' })
    expect((await site.app.inject({ url: '/sitemap.xml' })).payload).not.toContain(`/case/${URL}<`)
    expect(await open()).toMatchObject({ body: { code: 'case-off' }, balance: 10_000 })
  })

  it('is listed and opened from the first moment on', async () => {
    await at(FROM)
    expect(await isListed()).toBe(true)
    expect((await site.guest().get(`/api/case/${URL}`)).body).toMatchObject({ success: true })
    expect((await site.app.inject({ url: '/sitemap.xml' })).payload).toContain(`/case/${URL}<`)
    expect((await open()).body).toMatchObject({ success: true })
  })

  it('is refused from the last moment on, also by an instance that has not noticed', async () => {
    site.setClock(UNTIL)
    expect((await open()).body).toMatchObject({ code: 'case-off' })
    await at(UNTIL)
    expect(await isListed()).toBe(false)
    // What was won from it leads to its page.
    expect((await site.guest().get(`/api/case/${URL}`)).body.case).toMatchObject({ enabled: false })
  })
})
