// Parts of the shop that staff switch off: every call of a part is refused in the words of the shop, in every process, until it ends.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { SWITCHES, type SwitchName } from '../../../src/game/office/switches.ts'
import type { PaymentReply } from '../../../src/protocol/payment.ts'
import { settingsSchema } from '../../../src/protocol/settings.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { cookieJar } from '../../../src/server/http/cookies.ts'
import { createSwitches } from '../../../src/server/services/calls/switches.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'
import { PAYMENTS, STAKING_CALLS } from '../calls/staking-calls.ts'

const MINUTE_MS = 60_000
const STARTED_MS = Date.UTC(2026, 10, 28, 12)
const REASON = 'A fault was reported'
const WORDS = { en: 'We are looking at it.', ru: 'Мы разбираемся.', uk: 'Ми розбираємося.' }

/** The part of each call that stakes, deposits, gives or sends; null with the reason beside it. */
const PART_OF: Readonly<Record<keyof typeof STAKING_CALLS, SwitchName | null>> = {
  'POST /api/calendar/claim': 'calendar',
  'POST /api/free_case/:tier/open': 'free_case',
  'POST /api/battles': 'battle',
  'POST /api/battles/:id/bot': 'battle',
  'POST /api/battles/:id/join': 'battle',
  'POST /api/bonuses/code': 'bonuses',
  'POST /api/bonuses/social': 'bonuses',
  'POST /api/case/:url/open': 'case',
  'POST /api/contract': 'contract',
  'POST /api/missions/:id/claim': 'missions',
  'POST /api/payment/create/:provider': 'deposits',
  'POST /api/payment/create/cryptocloud': 'deposits',
  // Only looks a code up.
  'POST /api/payment/promocode/approve': null,
  // Sends the player a message of their own.
  'POST /api/push/test': null,
  'POST /api/raffle/:id/join': 'raffle',
  // Names who referred them; what it gives comes with a deposit.
  'POST /api/referral/code': null,
  'POST /api/upgrade': 'upgrade',
  'POST /api/wheel/spin': 'wheel',
}

describe.each(SUITE_KINDS)('what staff switch off, on %s', (kind) => {
  let office: TestOffice
  const now = (): number => (office as TestOffice | undefined)?.nowMs ?? STARTED_MS
  let site: TestSite
  let owner: OfficeBrowser

  beforeAll(async () => {
    const environment = { SOCIAL_TELEGRAM: 'https://t.me/spacedrop' }
    site = await openTestSite(kind, { now, environment, payments: PAYMENTS })
    office = await openTestOffice(kind, {
      db: { ...site.db, close: async () => undefined },
      refunds: { providers: PAYMENTS.providers },
    })
    owner = await office.member('owner', 'Olena')
  })

  afterAll(async () => {
    await office.close()
    await site.close()
  })

  /** Switches something off or on, and lets the site look. */
  async function off(name: SwitchName, minutes: number | null = null): Promise<void> {
    const { status } = await owner.post(`/switches/${name}/off`, { words: WORDS, minutes, reason: REASON })
    expect(status).toBe(200)
    await site.services.switches.refresh()
  }
  async function on(name: SwitchName): Promise<void> {
    expect((await owner.post(`/switches/${name}/on`, { reason: REASON })).status).toBe(200)
    await site.services.switches.refresh()
  }
  const send = (player: Browser, name: keyof typeof STAKING_CALLS, language = 'en') => {
    const call = STAKING_CALLS[name]
    const path = call?.path ?? name.slice(name.indexOf(' ') + 1)
    return player.post(path, call?.body(player.playerId), { 'accept-language': language })
  }
  const codeOf = async (player: Browser, name: keyof typeof STAKING_CALLS) => (await send(player, name)).body.code

  it('has every call that stakes, deposits, gives or sends in the list of parts', () => {
    expect(Object.keys(PART_OF).sort()).toEqual(Object.keys(STAKING_CALLS).sort())
    const parts = Object.values(PART_OF).filter((part) => part !== null)
    // Withdrawals are open to excluded players, and sign-ups are no call of a player.
    expect(new Set([...parts, 'withdrawals', 'sign_ups'])).toEqual(new Set(SWITCHES))
  })

  it.each(Object.entries(PART_OF).flatMap(([name, part]) => (part === null ? [] : [[name, part] as const])))(
    '%s is refused in the words of the shop',
    async (name, part) => {
      const player = await site.newPlayer()
      expect(await codeOf(player, name)).not.toBe('switched-off')
      await off(part)
      for (const language of LANGUAGES) {
        const { status, body } = await send(player, name, language)
        expect([status, body.code, body.message]).toEqual([200, 'switched-off', WORDS[language]])
      }
      await on(part)
      expect(await codeOf(player, name)).not.toBe('switched-off')
    },
  )

  it('keeps withdrawals from being requested, and no other', async () => {
    const player = await site.newPlayer()
    const request = async () => (await player.post('/api/user/items/withdraw', { ids: [randomUUID()] })).body.code
    expect(await request()).not.toBe('switched-off')
    await off('withdrawals')
    expect(await request()).toBe('switched-off')
    await on('withdrawals')
  })

  it('is told to browsers with what the site says, and until when', async () => {
    await off('wheel', 60)
    const untilMs = office.nowMs + 60 * MINUTE_MS
    const player = await site.newPlayer()
    const settings = settingsSchema.parse((await player.get('/api/settings')).body)
    expect(settings.off).toEqual([{ name: 'wheel', title: null, words: WORDS, until: untilMs }])
    const { body } = await send(player, 'POST /api/wheel/spin')
    expect(body.message).toBe(`${WORDS.en} It’s back by 28.11.2026, 13:00 UTC.`)
    office.nowMs = untilMs
    // By its clock alone, before anybody looked.
    expect(await codeOf(player, 'POST /api/wheel/spin')).not.toBe('switched-off')
    await site.services.switches.refresh()
    const acts = (await site.db.queries.select().from(audit)).filter(({ subject }) => subject === 'wheel')
    expect(acts.map(({ verb, actor }) => [verb, actor]).slice(-2)).toEqual([
      ['switches.off', 'Olena'],
      ['switches.on', 'switches'],
    ])
    office.nowMs = STARTED_MS
  })

  it('is on the public page of the shop, from when until when, with its words', async () => {
    const stopped = async () => {
      const view = await site.services.published.view()
      return view.stopped.filter(({ name }) => name === 'raffle')
    }
    await off('raffle')
    expect((await stopped())[0]).toEqual({ name: 'raffle', words: WORDS, from: office.nowMs, to: null })
    office.nowMs += MINUTE_MS
    await on('raffle')
    expect((await stopped())[0]).toMatchObject({ from: office.nowMs - MINUTE_MS, to: office.nowMs })
    office.nowMs += 31 * 86_400_000
    expect(await stopped()).toEqual([])
    office.nowMs = STARTED_MS
  })

  it('refuses one way to deposit, and does not offer it', async () => {
    const player = await site.newPlayer()
    const [provider] = PAYMENTS.providers
    const [method] = provider?.methods ?? []
    const offered = async (): Promise<boolean> => {
      const { paymentMethods } = (await player.get('/api/payment/get?currency=USD')).body as PaymentReply
      return paymentMethods.some(({ name, apiUrl }) => name === method?.name && apiUrl?.includes(`/${provider?.name}?`))
    }
    expect(await offered()).toBe(true)
    await off(`deposits.${provider?.name}.${method?.name}`)
    expect(await offered()).toBe(false)
    expect(await codeOf(player, 'POST /api/payment/create/:provider')).toBe('switched-off')
    await on(`deposits.${provider?.name}.${method?.name}`)
  })

  it('refuses a way to deposit that the shop has not: players would read its words', async () => {
    const refused = await owner.post('/switches/deposits.nobody.nothing/off', {
      words: WORDS,
      minutes: null,
      reason: REASON,
    })
    expect(refused).toMatchObject({ status: 404, body: { code: 'unknown' } })
  })

  it('answers a repeated call with what it did before', async () => {
    const player = await site.newPlayer()
    const key = { 'idempotency-key': randomUUID() }
    const open = () => player.post('/api/case/first-step/open', { count: 1 }, key)
    const first = await open()
    await off('case')
    expect((await open()).body).toEqual(first.body)
    expect(await codeOf(player, 'POST /api/case/:url/open')).toBe('switched-off')
    await on('case')
  })

  it('lets nobody new in, and everybody else', async () => {
    await off('sign_ups')
    const outcome = await site.newPlayer().then(
      () => 'let in',
      (error: { code?: string }) => error.code,
    )
    expect(outcome).toBe('switched-off')
    await on('sign_ups')
    const player = await site.newPlayer()
    await off('sign_ups')
    const { code, browser } = await site.services.sessions.makeCode(player.playerId)
    player.cookies.set(cookieJar('sandbox').signIn, browser)
    expect((await player.post('/api/auth/token', { code })).body.success).toBe(true)
    await on('sign_ups')
  })

  it('is not taken as read where it cannot be read: what is known stays', async () => {
    let isDown = false
    const db = {
      ...site.db,
      get queries() {
        if (isDown) throw new Error('The database is down')
        return site.db.queries
      },
    }
    const switches = createSwitches({ db, now })
    await off('upgrade')
    await switches.refresh()
    isDown = true
    await expect(switches.refresh()).rejects.toThrow('The database is down')
    expect(switches.off('upgrade')).toMatchObject({ words: WORDS })
    await on('upgrade')
  })

  it('is switched off by one of two who press at once, and the other is told', async () => {
    const colleague = await office.member('risk', 'Taras')
    const body = { words: WORDS, minutes: null, reason: REASON }
    const answers = await Promise.all([owner, colleague].map((member) => member.post('/switches/missions/off', body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    await on('missions')
  })

  it('asks for words in every language, for a reason, and once', async () => {
    const half = { ...WORDS, uk: '' }
    expect((await owner.post('/switches/wheel/off', { words: half, minutes: null, reason: REASON })).status).toBe(400)
    expect((await owner.post('/switches/wheel/off', { words: WORDS, minutes: null, reason: '' })).status).toBe(400)
    expect((await owner.post('/switches/odds/off', { words: WORDS, minutes: null, reason: REASON })).status).toBe(404)
    await off('wheel')
    const again = await owner.post('/switches/wheel/off', { words: WORDS, minutes: null, reason: REASON })
    expect(again).toMatchObject({ status: 403, body: { why: 'state' } })
    await on('wheel')
    const { body } = await owner.get('/switches')
    expect(body.ended[0]).toMatchObject({ name: 'wheel', words: WORDS })
    expect(body.ready.length).toBeGreaterThan(0)
  })
})
