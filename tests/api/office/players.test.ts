// The room Players: one field that finds everything, the page of a player, notes, bans, and all that happened in one list.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import type { Found } from '../../../src/protocol/office/find.ts'
import type { TimelineEvent } from '../../../src/protocol/office/timeline.ts'
import { recordAct } from '../../../src/server/audit/record-act.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { items, notifications, players } from '../../../src/server/db/schema.ts'
import { audit, playerNotes } from '../../../src/server/db/schema-office.ts'
import { exclusions, orders } from '../../../src/server/db/schema-payments.ts'
import { sessions } from '../../../src/server/db/schema-sessions.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { erasePlayer, requestErasureIn } from '../../../src/server/services/account/erasure.ts'
import { openAccount, payPlayer } from '../../../src/server/services/money/pay.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { makePlayer } from '../../support/players/deposits.ts'

const HOUR_MS = 3_600_000

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.each(SUITE_KINDS)('players in the office on %s', (kind) => {
  let office: TestOffice
  let support: OfficeBrowser
  let playerId: number

  beforeAll(async () => {
    office = await openTestOffice(kind)
    support = await office.member('support', 'Bea')
    playerId = await makePlayer(office.db)
    await office.db.transaction((tx) => openAccount(tx, playerId))
  })

  afterAll(() => office.close())

  const found = async (q: string): Promise<Found[]> =>
    (await support.get(`/find?q=${encodeURIComponent(q)}`)).body.found

  /** Adds an order; returns its id. */
  async function addOrder(reference: string | null = null): Promise<string> {
    const id = newId()
    const at = new Date(office.nowMs)
    await office.db.queries.insert(orders).values({
      id,
      playerId,
      state: 'paid',
      provider: 'stripe',
      method: 'stripe',
      reference,
      amount: 5_000,
      bonus: 0,
      bonusPercent: 0,
      currency: 'USD',
      rate: 1,
      charge: 5_000,
      key: randomUUID(),
      requestHash: '',
      expiresAt: at,
      createdAt: at,
    })
    return id
  }

  async function addItem(): Promise<string> {
    const id = newId()
    const row = {
      id,
      playerId,
      itemId: 'ak-47-slate-ft',
      price: 283,
      state: 'owned',
      source: 'case',
      reference: 'orion',
    } as const
    await office.db.queries.insert(items).values(row)
    return id
  }

  describe('the field', () => {
    it('finds a player by number, Steam ID and the beginning of a name, in any case', async () => {
      const { queries } = office.db
      const [row] = await queries
        .insert(players)
        .values({ steamid: '76561198000000001', username: 'Ōrion_100%', avatar: '/x.svg' })
        .returning({ id: players.id })
      const id = String(row?.id)
      const wanted = [
        { kind: 'player', id, remark: '76561198000000001', player: { id: row?.id, username: 'Ōrion_100%' } },
      ]
      for (const q of [id, '76561198000000001', 'ōri', 'Ōrion_100%', ` ${id} `])
        expect(await found(q), q).toEqual(wanted)
      for (const q of ['rion', 'Ōrion%1', 'Ōrion-100', '99999999999', `${id}0`]) expect(await found(q), q).toEqual([])
    })

    it('finds what has an id by it, and payments and offers by what their provider calls them', async () => {
      const order = await addOrder('pi_123')
      const item = await addItem()
      const withdrawal = newId()
      const at = new Date(office.nowMs)
      await office.db.queries.insert(withdrawals).values({
        id: withdrawal,
        playerId,
        itemId: item,
        state: 'review',
        provider: 'steam',
        tradeLink: 'x',
        reference: '6543210987',
        dueAt: at,
      })
      const transfer = newId()
      await office.db.transaction((tx) =>
        payPlayer(tx, {
          id: transfer,
          kind: 'grant',
          from: HOUSE_ACCOUNTS.sandbox,
          playerId,
          amount: cents(100),
          locked: cents(0),
          reference: 'x',
        }),
      )
      const expected = async (q: string, kind: Found['kind'], id: string) => {
        const own = await found(q)
        expect(
          own.map((one) => [one.kind, one.id, one.player?.id]),
          q,
        ).toEqual([[kind, id, playerId]])
      }
      await expected(order, 'order', order)
      await expected('pi_123', 'order', order)
      await expected(item, 'item', item)
      await expected(withdrawal, 'withdrawal', withdrawal)
      await expected('6543210987', 'withdrawal', withdrawal)
      expect(await found(randomUUID())).toEqual([])
    })
  })

  describe('the page', () => {
    it('tells what a player holds, and of no player that there is none', async () => {
      const { status, body } = await support.get(`/players/${playerId}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: playerId, state: 'active', ban: null, money: { locked: 0, debt: 0 }, notes: [] })
      expect((await support.get('/players/999999')).status).toBe(404)
    })

    it('keeps notes for colleagues; the audit says that there is one, not what it says', async () => {
      await support.post(`/players/${playerId}/notes`, { text: 'Asked about an order' })
      const { body } = await support.get(`/players/${playerId}`)
      expect(body.notes).toMatchObject([{ by: 'Bea', text: 'Asked about an order', at: office.nowMs }])
      const [stored] = await office.db.queries.select().from(playerNotes)
      const rows = (await office.db.queries.select().from(audit)).filter(({ verb }) => verb === 'players.note')
      expect(rows).toMatchObject([{ subject: String(playerId), after: { note: stored?.id }, actor: 'Bea' }])
    })

    it('loses its notes with the player', async () => {
      const gone = await makePlayer(office.db)
      await office.db.transaction((tx) => openAccount(tx, gone))
      await support.post(`/players/${gone}/notes`, { text: 'Lives in Kyiv' })
      expect(await erasePlayer(office.db, gone, new Date(office.nowMs), OPERATOR)).toBe('erased')
      expect((await support.get(`/players/${gone}`)).body).toMatchObject({ state: 'erased', notes: [] })
    })

    it('bans and unbans with a reason and an author, and says the state', async () => {
      const risk = await office.member('risk', 'Rik')
      const other = await makePlayer(office.db)
      await office.db.transaction((tx) => openAccount(tx, other))
      expect((await support.post(`/players/${other}/ban`, { reason: 'Two accounts' })).body.why).toBe('role')
      expect((await risk.post(`/players/${other}/ban`, { reason: 'Two accounts' })).body).toEqual({ outcome: 'done' })
      expect((await support.get(`/players/${other}`)).body).toMatchObject({
        state: 'banned',
        ban: { reason: 'Two accounts', keepsWithdrawals: false },
        holds: [{ reason: 'ban' }],
      })
      expect((await risk.post(`/players/${other}/ban`, { reason: 'again' })).body.why).toBe('state')
      await risk.post(`/players/${other}/unban`, { reason: 'It was their brother' })
      expect((await support.get(`/players/${other}`)).body).toMatchObject({ state: 'active', ban: null, holds: [] })
      const events: TimelineEvent[] = (await support.get(`/players/${other}/timeline?kinds=ban,act`)).body.events
      expect(events.map(({ what, by, remark }) => [what, by?.name, remark]).toSorted()).toEqual([
        ['act.players.ban', 'Rik', 'Two accounts'],
        ['act.players.unban', 'Rik', 'It was their brother'],
        ['banned', 'Rik', 'Two accounts'],
        ['unbanned', 'Rik', 'It was their brother'],
      ])
    })

    it('names who of the shop asked for an erasure, and nobody where it was the player', async () => {
      const owner = await office.member('owner', 'Olha')
      const [byShop, byPlayer] = [await makePlayer(office.db), await makePlayer(office.db)]
      for (const id of [byShop, byPlayer]) await office.db.transaction((tx) => openAccount(tx, id))
      expect((await owner.post(`/players/${byShop}/erase`, { reason: 'A child' })).status).toBe(200)
      await office.db.transaction((tx) => requestErasureIn(tx, byPlayer, office.nowMs))
      expect((await support.get(`/players/${byShop}`)).body.erasure).toMatchObject({ byShop: true, by: 'Olha' })
      expect((await support.get(`/players/${byPlayer}`)).body.erasure).toMatchObject({ byShop: false, by: null })
    })

    it('names who decided about a withdrawal, beside it', async () => {
      const withdrawal = newId()
      const item = await addItem()
      const at = new Date(office.nowMs)
      const terms = { provider: 'steam', tradeLink: 'x', changedAt: at, dueAt: at }
      await office.db.queries
        .insert(withdrawals)
        .values({ id: withdrawal, playerId, itemId: item, state: 'approved', ...terms })
      const by = { kind: 'staff', name: 'Bea', staffId: support.staffId, sessionId: null, address: '' } as const
      await office.db.transaction((tx) =>
        recordAct(tx, { by, verb: 'withdrawals.approve', kind: 'withdrawal', subject: withdrawal, reason: 'Known' }),
      )
      const acts = [{ verb: 'withdrawals.approve', by: { name: 'Bea', isJob: false }, reason: 'Known' }]
      const { events } = (await support.get(`/players/${playerId}/timeline?kinds=withdrawal`)).body
      expect(events.find(({ reference }: TimelineEvent) => reference === withdrawal)).toMatchObject({ acts })
    })
  })

  describe('the timeline', () => {
    let own: number
    const startedMs = Date.UTC(2026, 11, 1)

    /** Adds an event of some kind every hour. */
    beforeAll(async () => {
      own = await makePlayer(office.db)
      const { queries } = office.db
      await office.db.transaction((tx) => openAccount(tx, own))
      const before = office.nowMs
      for (let hour = 0; hour < 130; hour++) {
        office.nowMs = startedMs + hour * HOUR_MS
        const at = new Date(office.nowMs)
        if (hour % 3 === 0) {
          await office.db.transaction((tx) =>
            payPlayer(tx, {
              id: newId(),
              kind: 'grant',
              from: HOUSE_ACCOUNTS.sandbox,
              playerId: own,
              amount: cents(hour + 1),
              locked: cents(0),
              reference: 'x',
            }),
          )
        } else if (hour % 3 === 1) {
          await queries
            .insert(notifications)
            .values({ id: newId(), playerId: own, kind: 'level', amounts: { level: hour }, link: '/dashboard', at })
        } else {
          const values = {
            id: randomUUID(),
            playerId: own,
            tokenHash: randomUUID(),
            companionHash: '',
            agent: AGENT,
            address: '192.0.2.1',
          }
          await queries.insert(sessions).values({ ...values, createdAt: at, expiresAt: at })
        }
      }
      await queries
        .insert(exclusions)
        .values({ playerId: own, kind: 'time-out', at: new Date(startedMs + 1), until: new Date(before) })
      office.nowMs = before
    })

    /** Reads all pages. */
    async function all(query = ''): Promise<TimelineEvent[]> {
      const events: TimelineEvent[] = []
      for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
        const { status, body } = await support.get(`/players/${own}/timeline?before=${before}${query}`)
        expect(status).toBe(200)
        events.push(...body.events)
        before = body.before
      }
      return events
    }

    it('has every event once, the newest first, however its pages fall', async () => {
      const events = await all()
      expect(events).toHaveLength(131)
      expect(new Set(events.map(({ id }) => id)).size).toBe(131)
      const times = events.map(({ at }) => at)
      expect(times).toEqual(times.toSorted((one, other) => other - one))
    })

    it('says once what happened: notices have no sums, and those about another event are listed by their kind alone', async () => {
      const reader = await makePlayer(office.db)
      const add = (kind: 'withdrawalSent' | 'freeCase', amount: number) =>
        office.db.queries.insert(notifications).values({
          ...{ id: newId(), playerId: reader, kind, amounts: { amount }, link: null, at: new Date(office.nowMs) },
        })
      await add('withdrawalSent', 500)
      await add('freeCase', 2_500)
      const events = async (query = ''): Promise<TimelineEvent[]> =>
        (await support.get(`/players/${reader}/timeline${query}`)).body.events
      expect((await events()).map(({ what, amount }) => [what, amount])).toEqual([['notice.freeCase', null]])
      expect((await events('?kinds=notice')).map(({ what }) => what)).toEqual([
        'notice.freeCase',
        'notice.withdrawalSent',
      ])
      expect(await events('?kinds=notice&least=100')).toEqual([])
    })

    it('is filtered by kind, period and amount', async () => {
      expect(new Set((await all('&kinds=signIn,notice')).map(({ kind }) => kind))).toEqual(
        new Set(['signIn', 'notice']),
      )
      const from = startedMs + 10 * HOUR_MS
      const span = await all(`&from=${from}&to=${from + 5 * HOUR_MS}`)
      expect(span.map(({ at }) => (at - startedMs) / HOUR_MS)).toEqual([14, 13, 12, 11, 10])
      const least = await all('&least=100')
      expect(least.length).toBeGreaterThan(5)
      expect(least.every(({ amount }) => (amount ?? 0) >= 100)).toBe(true)
      // What the player read, not where it led.
      const [level] = await all('&kinds=notice')
      expect(level).toMatchObject({ what: 'notice.level', reference: null, numbers: { level: 127 } })
      // A browser by its name, not by what it says of itself.
      const [signIn] = await all('&kinds=signIn')
      expect(signIn).toMatchObject({
        remark: null,
        device: { browser: 'Firefox', system: 'Windows', address: '192.0.2.1' },
      })
      expect((await all('&kinds=protection')).map(({ what }) => what)).toEqual(['exclusion.time-out'])
      expect((await support.get(`/players/${own}/timeline?kinds=odds`)).status).toBe(400)
    })
  })
})
