// Where members of the team are told: chats, browsers and their ends; what is shown of it, and what of the bot stays secret.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FRESH_MS } from '../../../src/game/office/times.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { createTelegramBot } from '../../../src/server/alerts/telegram.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { alertChannels, alerts } from '../../../src/server/db/schema-alerts.ts'
import { staff } from '../../../src/server/db/schema-office.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type AlertsOffice, openAlertsOffice } from '../../support/office/alerts-office.ts'
import { OFFICE_URL } from '../../support/office/office.ts'
import { BOT_NAME, BOT_TOKEN } from '../../support/outside/telegram.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

describe.each(SUITE_KINDS)('the channels of alerts, on %s', (kind) => {
  let team: AlertsOffice

  beforeAll(async () => {
    team = await openAlertsOffice(kind)
  })

  afterAll(() => team.close())
  beforeEach(() => team.reset())

  it('connects the chat that sends the code of a member, once', async () => {
    const { code, bot, link, expiresAt } = (await team.owner.post('/alerts/own/telegram')).body
    expect([bot, link, expiresAt - team.office.nowMs]).toEqual([
      BOT_NAME,
      `https://t.me/${BOT_NAME}?start=${code}`,
      10 * MINUTE_MS,
    ])
    const check = async () => (await team.owner.post('/alerts/own/telegram/check')).body.outcome
    expect(await check()).toBe('waiting')
    team.telegram.write(41, 'hello')
    team.telegram.write(42, `/start ${code}`)
    team.telegram.write(43, `/start ${code}`)
    const other = await team.office.member('support')
    // A colleague's office reads it first.
    expect((await other.post('/alerts/own/telegram/check')).body.outcome).toBe('over')
    expect(await check()).toBe('connected')
    expect(await check()).toBe('over')
    const { channels } = (await team.owner.get('/alerts/own')).body
    expect(channels).toMatchObject([{ kind: 'telegram', label: '@olena', quiet: true, last: null }])
    const rows = await team.office.db.queries.select().from(alertChannels)
    expect(rows.map(({ target }) => target)).toEqual(['42'])
    expect((await team.ownRows(team.owner)).at(-1)?.after).toEqual({ channel: 'telegram' })
  })

  it('takes no code after ten minutes', async () => {
    const { code } = (await team.owner.post('/alerts/own/telegram')).body
    team.office.nowMs += 10 * MINUTE_MS + 1
    team.telegram.write(42, `/start ${code}`)
    expect((await team.owner.post('/alerts/own/telegram/check')).body.outcome).toBe('over')
  })

  it('sends a test in the language of the member, and no second one at once', async () => {
    const id = await team.connect(team.owner, -100)
    await team.owner.call('PUT', '/office/api/session/language', { language: 'uk' })
    expect((await team.owner.post(`/alerts/own/channels/${id}/test`)).status).toBe(200)
    expect((await team.owner.post(`/alerts/own/channels/${id}/test`)).status).toBe(429)
    await team.send()
    expect(team.telegram.sent).toEqual([
      { chat: -100, text: `SPACEDROP: офіс\n${textFor('uk', 'alertMessages')('test')}\n\n${OFFICE_URL}/tell-me` },
    ])
    await team.owner.call('PUT', '/office/api/session/language', { language: 'en' })
    const { channels } = (await team.owner.get('/alerts/own')).body
    expect(channels[0]).toMatchObject({ label: 'Office team', last: { state: 'sent', problem: null } })
    const stranger = await team.office.member('owner')
    expect((await stranger.post(`/alerts/own/channels/${id}/test`)).status).toBe(404)
    expect((await stranger.call('DELETE', `/office/api/alerts/own/channels/${id}`)).status).toBe(404)
  })

  it('reaches a browser, and forgets one that is gone', async () => {
    const browser = await team.pushService.subscribe(team.pushKey)
    const add = (body: object) => team.owner.post('/alerts/own/browsers', { ...body, label: 'Firefox, Linux' })
    expect((await add(browser.body)).status).toBe(200)
    expect((await add({ ...browser.body, endpoint: 'https://elsewhere.example/x' })).body.code).toBe('push-service')
    team.stopJob()
    await team.look()
    team.pushService.answers.push({ status: 500 })
    await team.send()
    team.office.nowMs += MINUTE_MS
    await team.send()
    expect(browser.messages).toMatchObject([{ title: 'SPACEDROP office', lang: 'en', link: '/system' }])
    expect(team.pushService.faults).toEqual([])
    const { id } = (await team.owner.get('/alerts/own')).body.channels[0]
    await team.owner.post(`/alerts/own/channels/${id}/test`)
    team.pushService.answers.push({ status: 410 })
    await team.send()
    expect((await team.owner.get('/alerts/own')).body.channels).toEqual([])
  })

  it('asks for a fresh assertion before it connects anything', async () => {
    team.office.nowMs += FRESH_MS
    const browser = await team.pushService.subscribe(team.pushKey)
    for (const path of ['telegram', 'browsers'])
      expect((await team.owner.post(`/alerts/own/${path}`, { ...browser.body, label: 'Firefox' })).body.why).toBe(
        'fresh',
      )
    await team.owner.signIn()
  })

  it('ends the channels of a member to whom the office is closed', async () => {
    const member = await team.office.member('support')
    await team.connect(member, 91)
    const closed = await team.owner.post(`/staff/${member.staffId}/disable`, { reason: 'has left' })
    expect(closed.body).toEqual({ outcome: 'done' })
    const rows = await team.office.db.queries
      .select()
      .from(alertChannels)
      .where(eq(alertChannels.staffId, member.staffId))
    expect(rows).toMatchObject([{ target: null, endedAt: new Date(team.office.nowMs) }])
  })

  it('tells a member whose role has changed nothing that the new one may not know', async () => {
    const member = await team.office.member('finance')
    const channelId = await team.connect(member, 92)
    const at = new Date(team.office.nowMs)
    const matter = { sinceMs: team.office.nowMs - MINUTE_MS, count: 1, level: 1, urgent: false }
    const matters = [
      { kind: 'proposal', key: 'proposal:1', ...matter },
      { kind: 'letters', key: 'letters', ...matter },
    ] as const
    const tell = (told: readonly (typeof matters)[number][]) =>
      team.office.db.queries
        .insert(alerts)
        .values({ id: newId(at.getTime()), channelId, matters: told, at, nextAt: at })
    await tell(matters)
    await tell(matters.slice(0, 1))
    await team.office.db.queries.update(staff).set({ role: 'support' }).where(eq(staff.id, member.staffId))
    await team.send()
    expect(team.telegram.sent).toHaveLength(1)
    expect(team.telegram.sent[0]?.text).toContain('/letters')
    expect(team.telegram.sent[0]?.text).not.toContain('/proposals')
    const states = await team.office.db.queries.select().from(alerts).where(eq(alerts.channelId, channelId))
    expect(states.map(({ state }) => state).toSorted()).toEqual(['failed', 'sent'])
  })

  it('tells nothing to a member who is disabled', async () => {
    const member = await team.office.member('owner')
    await team.connect(member, 88)
    team.stopJob()
    await team.look()
    await team.office.db.queries.update(staff).set({ state: 'disabled' }).where(eq(staff.id, member.staffId))
    await team.send()
    expect(team.telegram.sent).toEqual([])
  })

  it('shows what was told to owners and auditors', async () => {
    await team.connect(team.owner, 42)
    team.stopJob()
    await team.look()
    await team.send()
    const auditor = await team.office.member('auditor')
    const { rows, cursor } = (await auditor.get('/alerts')).body
    expect(rows.map((row: { member: string | null; state: string }) => [row.member, row.state])).toEqual(
      expect.arrayContaining([
        [null, 'sent'],
        ['Olena', 'sent'],
      ]),
    )
    expect(cursor).toBeNull()
    expect((await (await team.office.member('support')).get('/alerts')).status).toBe(403)
  })

  it('keeps the token out of the log and of what it answers', async () => {
    await team.connect(team.owner, 42)
    const wrong = createTelegramBot({ token: `${BOT_TOKEN}x`, api: team.telegram.api, deadlineMs: 200 })
    expect(await wrong.userName()).toBeNull()
    const outcome = await wrong.send('42', 'text', new AbortController().signal)
    expect(outcome).toEqual({ kind: 'later', problem: 'Telegram: 401 Unauthorized', afterMs: 0 })
    const slow = createTelegramBot({ token: BOT_TOKEN, api: team.telegram.api, deadlineMs: 200 })
    team.telegram.answers.push('silence')
    const late = await slow.send('42', 'text', new AbortController().signal)
    expect(late).toEqual({ kind: 'later', problem: 'Telegram: no answer in time', afterMs: 0 })
    expect(team.office.log.join('\n')).not.toContain(BOT_TOKEN)
  })
})
