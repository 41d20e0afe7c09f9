// An office whose team is told what waits: stand-ins for Telegram, a push service and the shop's own address, and a job that can be stopped.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { DEFAULT_ALERT_RULES } from '../../../src/game/office/alerts.ts'
import type { JobState } from '../../../src/game/office/job-health.ts'
import { alertChannels, alerts, alertsTold, integrityFaults } from '../../../src/server/db/schema-alerts.ts'
import { instances } from '../../../src/server/db/schema-machine.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { openPush } from '../../../src/server/push/push.ts'
import { generatePushKey } from '../../../src/server/push/push-key.ts'
import { createAlertDelivery } from '../../../src/server/services/office/alerts/delivery.ts'
import { lookForAlerts } from '../../../src/server/services/office/alerts/look.ts'
import { openPushService } from '../outside/push-service.ts'
import { BOT_TOKEN, openTelegram } from '../outside/telegram.ts'
import { OFFICE_URL, type OfficeBrowser, openTestOffice } from './office.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A process of the site. */
const PROCESS = randomUUID()

/** What signs the messages to the shop's own address. */
export const WEBHOOK_SECRET = 'f3a9c1d27b604e8895ab13cd77e0f2469b8d'

/** The operator's own address: it keeps what arrives, and answers as it is told. */
async function openReceiver() {
  const posts: { headers: IncomingHttpHeaders; body: string }[] = []
  const state = { status: 200, headers: {} as Record<string, string> }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    posts.push({ headers: request.headers, body })
    response.writeHead(state.status, state.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    posts,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

export type AlertsOffice = Awaited<ReturnType<typeof openAlertsOffice>>

/** Opens it with an owner, on a kind of database. */
export async function openAlertsOffice(kind: Parameters<typeof openTestOffice>[0]) {
  const telegram = await openTelegram()
  const pushService = await openPushService()
  const receiver = await openReceiver()
  const settings = {
    privateKey: generatePushKey(),
    subject: 'https://shop.example',
    services: [pushService.host],
  }
  const push = await openPush({ config: { push: settings, dataDir: '/nowhere' } })
  const office = await openTestOffice(kind, {
    push,
    environment: {
      TELEGRAM_BOT_TOKEN: BOT_TOKEN,
      TELEGRAM_API: telegram.api,
      ALERT_WEBHOOK_URL: receiver.url,
      ALERT_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
  })
  const owner = await office.member('owner', 'Olena')
  const log: string[] = []
  const parts = { db: office.db, senders: office.senders, now: () => office.nowMs }
  /** What the job of returns does, at a process that lives. */
  let job: Partial<JobState> = {}

  /** Writes that a process lives, or that another one did. */
  async function sign(id = PROCESS, seenMs = office.nowMs, host = 'shop1'): Promise<void> {
    const seenAt = new Date(seenMs)
    const next = { job: 'returns', everyMs: MINUTE_MS, runningSince: null, endedAt: seenMs, nextAt: seenMs + MINUTE_MS }
    const jobs = [{ ...next, failures: 0, failingSince: null, error: null, ...job }]
    await office.db.queries
      .insert(instances)
      .values({ id, version: '1', host, pid: 1, startedAt: new Date(seenMs - HOUR_MS), seenAt, jobs })
      .onConflictDoUpdate({ target: instances.id, set: { seenAt, jobs } })
  }

  /** Looks as the job does. The process has run for a day. */
  async function look({ seals = true } = {}): Promise<number> {
    if (seals) await office.seal()
    await sign()
    return lookForAlerts({
      ...parts,
      nightly: { parts: [] },
      startedMs: office.nowMs - 24 * HOUR_MS,
      timeZone: 'UTC',
      rules: () => DEFAULT_ALERT_RULES,
    })
  }

  const send = () => {
    const warn = (_fields: object, message: string): void => void log.push(message)
    const delivery = createAlertDelivery({
      ...parts,
      officeUrl: OFFICE_URL,
      siteName: () => 'SPACEDROP',
      log: { warn, error: warn },
    })
    return delivery.sendDue(new AbortController().signal)
  }

  const stopJob = () => {
    job = { nextAt: office.nowMs - 31 * MINUTE_MS }
  }

  async function connect(member: OfficeBrowser, chat: number): Promise<string> {
    const { code } = (await member.post('/alerts/own/telegram')).body
    telegram.write(chat, `/start ${code}`)
    expect((await member.post('/alerts/own/telegram/check')).body).toEqual({ outcome: 'connected' })
    const { channels } = (await member.get('/alerts/own')).body
    return channels.at(-1).id
  }

  const ownRows = (member: OfficeBrowser) =>
    office.db.queries
      .select()
      .from(audit)
      .where(and(inArray(audit.verb, ['alerts.connect', 'alerts.own']), eq(audit.subject, member.staffId)))

  return {
    office,
    telegram,
    pushService,
    receiver,
    owner,
    log,
    pushKey: push?.publicKey ?? '',
    sign,
    look,
    send,
    connect,
    ownRows,
    stopJob,
    /** Sets what the job of returns does; without a change it runs in time. */
    setJob: (change: Partial<JobState> = {}): void => {
      job = change
    },
    /** Forgets what was told, a day later. */
    reset: async (): Promise<void> => {
      job = {}
      const { queries } = office.db
      for (const table of [instances, alerts, alertsTold, alertChannels, integrityFaults]) await queries.delete(table)
      telegram.answers.length = 0
      ;(telegram.sent as unknown[]).length = 0
      receiver.posts.length = 0
      log.length = 0
      office.nowMs += 24 * HOUR_MS
      await owner.signIn()
    },
    close: async (): Promise<void> => {
      await office.close()
      await telegram.close()
      await pushService.close()
      await receiver.close()
    },
  }
}
