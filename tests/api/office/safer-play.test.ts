// Safer play in the office: who gets a signal and who does not, a look that resumes, conversations, exclusions by the shop, and erasure.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_SAFER_PLAY } from '../../../src/game/office/safer-play.ts'
import { leastIdAt } from '../../../src/server/base/ids.ts'
import { players } from '../../../src/server/db/schema.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { playSignals, saferPlayProgress } from '../../../src/server/db/schema-safer-play.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { playerData } from '../../../src/server/services/account/player-data.ts'
import { isExcluded } from '../../../src/server/services/account/protection.ts'
import { openAccount } from '../../../src/server/services/money/pay.ts'
import { waitingSignals } from '../../../src/server/services/office/safer-play.ts'
import { createSaferPlayLooking } from '../../../src/server/services/safer-play/looking.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { insertOrder, makePlayer } from '../../support/players/deposits.ts'

const DAY_MS = 86_400_000
const HASH = '1'.padStart(64, '0')

describe.each(SUITE_KINDS)('safer play on %s', (kind) => {
  let office: TestOffice
  let support: OfficeBrowser
  let owner: OfficeBrowser
  let nonce = 1

  beforeAll(async () => {
    office = await openTestOffice(kind)
    support = await office.member('support', 'Sofiia')
    owner = await office.member('owner', 'Olena')
    const odds = JSON.stringify({ case: 'x', price: 5_000, entries: [{ item: 'x', price: 90, tickets: 1 }] })
    await office.db.asOwner(
      `insert into odds_tables (hash, game, reference, text) values ('${HASH}', 'case', '', '${odds}')`,
    )
    await office.db.asOwner('alter table rolls disable trigger all')
  })

  afterAll(() => office.close())

  /** A player who deposits these cents on the days until yesterday, and then loses $50 in one round each day. */
  async function playerWith(deposits: readonly number[], house = false): Promise<number> {
    const playerId = await makePlayer(office.db)
    await office.db.transaction((tx) => openAccount(tx, playerId))
    await office.db.queries.update(players).set({ house }).where(eq(players.id, playerId))
    for (const [place, amount] of deposits.entries()) {
      const atMs = office.nowMs - (deposits.length - place) * DAY_MS
      const paidAt = new Date(atMs)
      await insertOrder(office.db.queries, { playerId, amount, state: 'paid', paidAt, createdAt: paidAt })
      const rollId = `${leastIdAt(atMs + 60_000).slice(0, 14)}7${randomUUID().slice(15)}`
      await office.db.asOwner(`insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash)
        values ('${rollId}', ${playerId}, 'case', ${playerId}, ${nonce++}, 100, 1, '${HASH}')`)
    }
    return playerId
  }

  const looking = () =>
    createSaferPlayLooking({
      db: office.db,
      now: () => office.nowMs,
      timeZone: 'UTC',
      rules: () => DEFAULT_SAFER_PLAY,
    })
  const signalsOf = (playerId: number) =>
    office.db.queries.select().from(playSignals).where(eq(playSignals.playerId, playerId))
  const page = async (playerId: number) => (await support.get(`/safer-play/players/${playerId}`)).body

  it('gives a player who chases the signal with its numbers, and none to a calm one or a bot; a stop costs nothing', async () => {
    const calm = await playerWith([9_000, 5_000, 2_000])
    const bot = await playerWith([2_000, 5_000, 9_000], true)
    const chasers = [await playerWith([2_000, 5_000, 9_000]), await playerWith([2_000, 5_000, 9_000])]
    // The first look is stopped once a chaser has a signal: after that one and the calm player.
    expect(await looking().look(async () => (await office.db.queries.$count(playSignals)) === 0)).toBe(2)
    expect(await office.db.queries.$count(playSignals)).toBe(1)
    await looking().look(async () => true)
    expect(await looking().look(async () => true)).toBe(0)
    for (const playerId of chasers) {
      expect((await signalsOf(playerId)).map(({ kind, numbers }) => [kind, numbers])).toEqual([
        ['chasing', { rises: 2, lost: 15_000, deposited: 16_000, first: 2_000, last: 9_000, windowDays: 14 }],
      ])
    }
    expect([await signalsOf(calm), await signalsOf(bot)]).toEqual([[], []])
    const { body } = await support.get('/safer-play/signals')
    expect(body.signals.map(({ player }: { player: { id: number } }) => player.id).toSorted()).toEqual(chasers)
    expect((await support.get('/counts')).body.counts['safer-play']).toBe(2)
    expect((await support.get('/safer-play/months')).body.months).toMatchObject([
      { prompts: 2, players: 2, lookedAt: 0 },
    ])
  })

  it('leaves the list with a look, and is back on the day of the next one', async () => {
    const [first] = (await support.get('/safer-play/signals')).body.signals
    const playerId = first.player.id
    const nextLook = office.nowMs + 3 * DAY_MS
    const body = { text: 'Wants a limit, will set it today', outcome: 'talked' }
    expect((await support.post(`/safer-play/players/${playerId}/conversations`, body)).status).toBe(200)
    const look = (at: number | null) =>
      support.post(`/safer-play/players/${playerId}/look`, { signals: [first.id], nextLook: at })
    expect((await look(office.nowMs)).status).toBe(400)
    expect((await look(nextLook)).status).toBe(200)
    const waiting = async () =>
      (await support.get('/safer-play/signals')).body.signals.filter(({ id }: { id: string }) => id === first.id)
    expect(await waiting()).toEqual([])
    expect(await page(playerId)).toMatchObject({
      signals: [{ lookedBy: 'Sofiia', waitsFrom: nextLook }],
      conversations: [{ by: 'Sofiia', ...body }],
      month: { deposits: 3, deposited: 16_000, staked: 15_000, won: 0 },
    })
    const { signals: later } = await waitingSignals(office.db, nextLook)
    expect(later.map(({ id }) => id)).toContain(first.id)
    const { events } = (await support.get(`/players/${playerId}/timeline?kinds=protection`)).body
    expect(events.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(['signal.chasing', 'conversation.talked']),
    )
    // Seen again: the same row, and nobody is prompted before the next look.
    await office.db.queries.update(saferPlayProgress).set({ lookedUntil: new Date(office.nowMs - 2 * DAY_MS) })
    await looking().look(async () => true)
    expect(await signalsOf(playerId)).toMatchObject([{ waitsFrom: new Date(nextLook) }])
  })

  it('is an exclusion by the shop in words that the player reads, for owners and risk, which nobody shortens', async () => {
    const playerId = await playerWith([])
    const path = `/safer-play/players/${playerId}/exclude`
    const body = { days: 30, words: 'protection', reason: 'Asked their mother for money' }
    const excluded = { text: 'Told by letter', outcome: 'excluded' }
    const note = () => support.post(`/safer-play/players/${playerId}/conversations`, excluded)
    expect(await note()).toMatchObject({ status: 409, body: { code: 'not-excluded' } })
    expect(await support.post(path, body)).toMatchObject({ status: 403, body: { why: 'role' } })
    expect((await owner.post(path, { ...body, words: 'unheard' })).status).toBe(400)
    expect((await owner.post(path, body)).status).toBe(200)
    expect((await owner.post(path, { ...body, days: 1 })).status).toBe(200)
    expect(await isExcluded(office.db.queries, playerId, new Date(office.nowMs + 29 * DAY_MS))).toBe(true)
    const words = office.catalogue.current.saferPlay.words[0]?.text
    const { exclusions } = await page(playerId)
    expect(exclusions).toMatchObject([{ kind: 'time-out', until: office.nowMs + 30 * DAY_MS, words }])
    const named = await support.get(`/players/${playerId}`)
    expect(named.body.exclusion).toMatchObject({ kind: 'time-out', by: 'Olena' })
    const { events } = (await support.get(`/players/${playerId}/timeline?kinds=protection`)).body
    expect(events).toMatchObject([{ what: 'exclusion.time-out', by: { name: 'Olena', isJob: false } }])
    expect((await note()).status).toBe(200)
    const acts = await office.db.queries
      .select()
      .from(audit)
      .where(eq(audit.subject, String(playerId)))
    expect(acts.find(({ verb }) => verb === 'saferPlay.exclude')).toMatchObject({ actor: 'Olena', reason: body.reason })
  })

  it('is in the export as kinds without notes, and gone after an erasure', async () => {
    const playerId = (await office.db.queries.select().from(playSignals))[0]?.playerId ?? 0
    await support.post(`/safer-play/players/${playerId}/conversations`, { text: 'A secret note', outcome: 'talked' })
    const parts: string[] = []
    for await (const part of playerData(office.db, playerId)) parts.push(part)
    const exported = JSON.parse(parts.join(''))
    expect(Object.keys(exported.play_signals[0]).toSorted()).toEqual([
      'first_seen',
      'id',
      'kind',
      'last_seen',
      'player_id',
    ])
    expect(parts.join('')).not.toContain('A secret note')
    expect(await erasePlayer(office.db, playerId, new Date(office.nowMs), OPERATOR)).toBe('erased')
    expect(await page(playerId)).toMatchObject({ signals: [], conversations: [] })
  })
})
