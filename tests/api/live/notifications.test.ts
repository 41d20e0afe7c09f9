// Notifications: stored once, in the language of the reader, readable by their owner only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { notificationsReplySchema } from '../../../src/protocol/notification.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

describe.each(SUITE_KINDS)('notifications on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  it.each(LANGUAGES)('welcome a new player in %s', async (language) => {
    const player = await site.newPlayer()
    const { body } = await player.get('/api/notification/get', { 'accept-language': language })
    const [welcome, ...others] = notificationsReplySchema.parse(body)
    expect(others).toEqual([])
    expect(welcome).toMatchObject({ title: textFor(language, 'replies')('notice.welcome.title'), read: false })
    expect(welcome?.content).toContain('$100.00')
  })

  it('are marked as read only by their owner', async () => {
    const [owner, other] = [await site.newPlayer(), await site.newPlayer()]
    const ids = [(await owner.get('/api/notification/get')).body[0].id]
    const isRead = async () => (await owner.get('/api/notification/get')).body[0].read
    expect((await other.post('/api/notification/read', { ids })).body).toEqual({ success: true })
    expect(await isRead()).toBe(false)
    expect((await owner.post('/api/notification/read', { ids })).body).toEqual({ success: true })
    expect(await isRead()).toBe(true)
  })

  it('are visible only to their owner', async () => {
    expect((await site.guest().get('/api/notification/get')).status).toBe(401)
  })
})
