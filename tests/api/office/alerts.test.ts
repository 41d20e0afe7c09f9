// What the team is told while nobody looks: a stopped job reaches a chat and the shop's own address, once, also after faults of the channel.
import { createHmac, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alertChannels, alerts, alertsTold } from '../../../src/server/db/schema-alerts.ts'
import { proposals } from '../../../src/server/db/schema-office.ts'
import { SEAL_MOST_MS } from '../../../src/server/services/office/alerts/stopped-jobs.ts'
import { keepIntegrity } from '../../../src/server/services/operations/integrity-faults.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type AlertsOffice, openAlertsOffice, WEBHOOK_SECRET } from '../../support/office/alerts-office.ts'
import { OFFICE_URL } from '../../support/office/office.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

describe.each(SUITE_KINDS)('what the team is told, on %s', (kind) => {
  let team: AlertsOffice

  beforeAll(async () => {
    team = await openAlertsOffice(kind)
  })

  afterAll(() => team.close())
  beforeEach(() => team.reset())

  it('tells a stopped job once, and again when it stops again', async () => {
    await team.connect(team.owner, 42)
    const support = await team.office.member('support')
    await team.connect(support, 77)
    expect(await team.look()).toBe(0)
    team.stopJob()
    // The owner's chat and the webhook.
    expect(await team.look()).toBe(2)
    expect(await team.look()).toBe(0)
    await team.send()
    expect(team.telegram.sent.map(({ chat }) => chat)).toEqual([42])
    expect(team.telegram.sent[0]?.text).toMatch(
      /^SPACEDROP office\nThe job “returns” has failed or not run for 31 minutes\./,
    )
    team.office.nowMs += HOUR_MS
    expect(await team.look()).toBe(0)
    team.setJob()
    expect(await team.look()).toBe(0)
    expect(await team.office.db.queries.select().from(alertsTold)).toEqual([])
    team.stopJob()
    expect(await team.look()).toBe(2)
    await team.send()
    expect(team.telegram.sent.length).toBe(2)
  })

  it('tells of a job whose runs fail, and of a process that fell silent', async () => {
    await team.connect(team.owner, 42)
    const other = randomUUID()
    await team.sign(other, team.office.nowMs, 'shop2')
    const since = team.office.nowMs - 2 * MINUTE_MS
    team.setJob({ failures: 5, failingSince: since, error: 'no answer' })
    await team.sign(randomUUID(), team.office.nowMs, 'shop2')
    // Two processes with the same trouble are one matter.
    expect(await team.look()).toBe(2)
    await team.send()
    expect(team.telegram.sent[0]?.text).toContain('The job “returns” has failed or not run for 2 minutes.')
    team.office.nowMs += 2 * MINUTE_MS
    team.setJob()
    expect(await team.look()).toBe(2)
    await team.send()
    expect(team.telegram.sent[1]?.text).toContain('A process of the site on shop2 fell silent 2 minutes ago.')
    expect(team.telegram.sent[1]?.text).not.toContain('returns')
  })

  it('tells that rows of the audit have no seal', async () => {
    await team.connect(team.owner, 42)
    team.office.nowMs += SEAL_MOST_MS + MINUTE_MS
    expect(await team.look({ seals: false })).toBe(2)
    await team.send()
    expect(team.telegram.sent[0]?.text).toContain('“auditSeal”')
    expect(await team.look()).toBe(0)
  })

  it('waits as long as Telegram asks, tries again after faults, and sends once', async () => {
    await team.connect(team.owner, 42)
    team.stopJob()
    await team.look()
    team.telegram.answers.push(
      { status: 429, description: 'Too Many Requests', parameters: { retry_after: 120 } },
      { status: 502, description: 'Bad Gateway' },
      'no connection',
    )
    await team.send()
    const chatAlert = async () => {
      const [row] = await team.office.db.queries
        .select({ alert: alerts })
        .from(alerts)
        .innerJoin(alertChannels, eq(alertChannels.id, alerts.channelId))
        .where(eq(alertChannels.kind, 'telegram'))
      return row?.alert
    }
    expect(await chatAlert()).toMatchObject({ state: 'waiting', problem: 'Telegram: 429 Too Many Requests' })
    team.office.nowMs += 119 * SECOND_MS
    expect(await team.send()).toBe(0)
    team.office.nowMs += 2 * SECOND_MS
    await team.send()
    expect((await chatAlert())?.problem).toBe('Telegram: 502 Bad Gateway')
    team.office.nowMs += MINUTE_MS
    await team.send()
    expect((await chatAlert())?.problem).toMatch(/^Telegram: no answer/)
    // Meanwhile nothing new is put behind it.
    await keepIntegrity(team.office.db, { part: 'audit', rule: 'a rule' }, new Date(team.office.nowMs))
    expect(await team.look()).toBe(1)
    team.office.nowMs += 5 * MINUTE_MS
    await team.send()
    expect(await chatAlert()).toMatchObject({ state: 'sent', attempts: 4, problem: null })
    expect(team.telegram.sent.length).toBe(1)
    team.office.nowMs += 2 * MINUTE_MS
    expect(await team.look()).toBe(1)
    await team.send()
    expect(team.telegram.sent[1]?.text).toContain('the chain of the audit broken')
  })

  it('gives up after a day, says so, and tells it anew', async () => {
    await team.connect(team.owner, 42)
    team.stopJob()
    await team.look()
    const down = { status: 500, description: 'Internal' }
    team.telegram.answers.push(down, down)
    await team.send()
    team.office.nowMs += 24 * HOUR_MS
    await team.send()
    expect(team.log).toContain('an alert to the staff was given up')
    await team.owner.signIn()
    const failed = (await team.owner.get('/alerts?state=failed')).body.rows
    expect(failed).toMatchObject([{ member: 'Olena', channel: 'telegram', problem: 'Telegram: 500 Internal' }])
    expect(await team.look()).toBe(1)
    await team.send()
    expect(team.telegram.sent.length).toBe(1)
  })

  it('ends a channel whose owner blocked the bot, with a row in the audit', async () => {
    await team.connect(team.owner, 42)
    team.stopJob()
    await team.look()
    team.telegram.answers.push({ status: 403, description: 'Forbidden: bot was blocked by the user' })
    await team.send()
    expect((await team.owner.get('/alerts/own')).body.channels).toEqual([])
    const [ended] = await team.office.db.queries.select().from(alertChannels).where(eq(alertChannels.kind, 'telegram'))
    expect(ended).toMatchObject({ target: null })
    expect((await team.ownRows(team.owner)).at(-1)).toMatchObject({ actor: 'alerts', before: { channel: 'telegram' } })
    team.office.nowMs += HOUR_MS
    expect(await team.look()).toBe(0)
  })

  it('follows a group that became a greater one', async () => {
    await team.connect(team.owner, -5)
    team.stopJob()
    await team.look()
    team.telegram.answers.push({ status: 400, description: 'upgraded', parameters: { migrate_to_chat_id: -1005 } })
    await team.send()
    await team.send()
    expect(team.telegram.sent.map(({ chat }) => chat)).toEqual([-1005])
  })

  it('ends the channel of a group that became one which the member has already', async () => {
    await team.connect(team.owner, -6)
    await team.connect(team.owner, -1006)
    team.stopJob()
    await team.look()
    team.telegram.answers.push({ status: 400, description: 'upgraded', parameters: { migrate_to_chat_id: -1006 } })
    await team.send()
    await team.send()
    expect(team.telegram.sent.map(({ chat }) => chat)).toEqual([-1006])
    const { channels } = (await team.owner.get('/alerts/own')).body
    expect(channels).toMatchObject([{ last: { state: 'sent' } }])
  })

  it('signs what it posts to the shop, follows no redirect, and says the same id at every attempt', async () => {
    team.stopJob()
    team.receiver.state.status = 302
    team.receiver.state.headers = { location: team.receiver.url }
    expect(await team.look()).toBe(1)
    await team.send()
    expect(team.receiver.posts.length).toBe(1)
    team.receiver.state.status = 204
    team.receiver.state.headers = {}
    team.office.nowMs += MINUTE_MS
    await team.send()
    const [first, second] = team.receiver.posts
    expect(second?.headers['x-alert-id']).toBe(first?.headers['x-alert-id'])
    const { 'x-alert-timestamp': timestamp, 'x-alert-signature': signature } = second?.headers ?? {}
    const digest = createHmac('sha256', WEBHOOK_SECRET).update(`${timestamp}.${second?.body}`).digest('hex')
    expect(signature).toBe(`sha256=${digest}`)
    expect(JSON.parse(second?.body ?? '')).toMatchObject({
      site: 'SPACEDROP',
      matters: [{ kind: 'job', key: 'job:returns', level: 1, urgent: true, link: `${OFFICE_URL}/system` }],
    })
  })

  it('lets a member sleep but for what is urgent, and tells the rest when they want it', async () => {
    const id = await team.connect(team.owner, 42)
    const chat = async () => {
      await team.look()
      await team.send()
      return team.telegram.sent.length
    }
    // 23:00.
    team.office.nowMs += 11 * HOUR_MS
    const proposedAt = new Date(team.office.nowMs - 23 * HOUR_MS)
    await team.office.db.queries.insert(proposals).values({
      id: randomUUID(),
      verb: 'staff.role',
      subjectKind: 'staff',
      subject: team.owner.staffId,
      body: {},
      difference: [],
      entries: [],
      reason: 'a test',
      proposerId: team.owner.staffId,
      proposedAt,
      expiresAt: new Date(proposedAt.getTime() + 24 * HOUR_MS),
    })
    expect(await chat()).toBe(0)
    await keepIntegrity(team.office.db, { part: 'ledger', rule: 'a rule' }, new Date(team.office.nowMs))
    expect(await chat()).toBe(1)
    await team.owner.signIn()
    await team.owner.post(`/alerts/own/channels/${id}/quiet`, { quiet: false })
    team.office.nowMs += 2 * MINUTE_MS
    expect(await chat()).toBe(2)
    expect(team.telegram.sent[1]?.text).toContain('A proposal has waited for a second person for 23 hours')
  })
})
