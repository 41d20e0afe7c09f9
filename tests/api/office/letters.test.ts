// Letters between a player and the shop, from both sides: threads, answers at once, limits, what is settled, lists, and how long they are kept.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { LETTER_LIMITS } from '../../../src/game/letters/letters.ts'
import type { TimelineEvent } from '../../../src/protocol/office/timeline.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { letterMessages, letterPictures, letters } from '../../../src/server/db/schema-letters.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { playerData } from '../../../src/server/services/account/player-data.ts'
import { removeOutdated } from '../../../src/server/services/operations/retention.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import type { Browser } from '../../support/sites/site.ts'
import { ABOUT_PLAYER, DAY_MS, openLettersFixture } from './letters-fixture.ts'

describe.each(SUITE_KINDS)('letters on %s', (kind) => {
  const fixture = openLettersFixture(kind)
  const { addWithdrawal, appeal, kindsTold, meetStaff, write } = fixture

  it('are opened by a player, answered by the shop, and go on; the player is told', async () => {
    const player = await fixture.site.newPlayer()
    const { success, letter } = await write(player)
    expect(success).toBe(true)
    expect(letter).toMatchObject({ state: 'waiting', about: { kind: 'player', id: null }, appeal_until: null })
    const row = (await fixture.bea.get('/letters')).body.letters.find(({ id }: { id: string }) => id === letter.id)
    expect(row).toMatchObject({ player: { id: player.playerId }, excerpt: 'Where is my item?', staff: null })

    expect((await fixture.bea.post(`/letters/${letter.id}/answer`, { text: 'It is on its way.' })).status).toBe(200)
    const { body } = await player.get(`/api/letters/${letter.id}`)
    expect(body.letter).toMatchObject({ state: 'answered', last: { author: 'shop', text: 'It is on its way.' } })
    // A player never reads who of the staff it was.
    expect(JSON.stringify(body)).not.toContain('Bea')
    expect(await kindsTold(player.playerId)).toEqual(['letterAnswered'])
    const [notice] = (await player.get('/api/notification/get', { 'accept-language': 'uk' })).body.filter(
      ({ link }: { link?: string }) => link?.includes(letter.id),
    )
    expect(notice).toMatchObject({ title: 'Вам відповіли' })

    const again = await player.post(`/api/letters/${letter.id}/answer`, { text: 'Thank you.' })
    expect(again.body.letter).toMatchObject({ state: 'waiting' })
    const acts = await fixture.site.db.queries.select().from(audit).where(eq(audit.subject, letter.id))
    expect(acts).toMatchObject([{ verb: 'letters.answer', actor: 'Bea', before: { state: 'waiting' } }])
    expect(JSON.stringify(acts)).not.toContain('on its way')
  })

  it('are opened by the shop, about something of the player: one thread a thing', async () => {
    const player = await fixture.site.newPlayer()
    const withdrawal = await addWithdrawal(player, 'review')
    const about = { kind: 'withdrawal', id: withdrawal }
    const { body, status } = await fixture.taras.post('/letters', {
      player: player.playerId,
      about,
      text: 'Whose card was it?',
    })
    expect(status).toBe(200)
    expect(await kindsTold(player.playerId)).toEqual(['letterOpened'])
    const { letter } = await write(player, { about, text: 'My own.' })
    expect(letter.id).toBe(body.letter)
    expect(letter.messages.map(({ text }: { text: string }) => text)).toEqual(['Whose card was it?', 'My own.'])
    expect(letter.about.item.market_hash_name).toBeTruthy()
    await fixture.taras.post('/letters', { player: player.playerId, about, text: 'A picture of it, please.' })
    expect(await kindsTold(player.playerId)).toEqual(['letterOpened', 'letterAnswered'])
    // What is not theirs is not theirs to write about, for either side.
    const other = await fixture.site.newPlayer()
    expect((await other.post('/api/letters', { about, text: 'Mine' })).status).toBe(404)
    expect((await fixture.taras.post('/letters', { player: other.playerId, about, text: 'Yours?' })).status).toBe(404)
    expect((await fixture.bea.get(`/players/${player.playerId}/letters`)).body.letters).toHaveLength(1)
    const events = (await fixture.bea.get(`/players/${player.playerId}/timeline?kinds=letter`)).body.events
    expect(events.map(({ what, by }: TimelineEvent) => [what, by?.name])).toEqual([
      ['letter.shop', 'Taras'],
      ['letter.player', undefined],
      ['letter.shop', 'Taras'],
    ])
    expect((await fixture.bea.get(`/find?q=${letter.id}`)).body.found).toMatchObject([
      { kind: 'letter', remark: 'answered' },
    ])
  })

  it('keep a player out of another one’s', async () => {
    const [player, other] = [await fixture.site.newPlayer(), await fixture.site.newPlayer()]
    const { letter } = await write(player)
    expect((await other.get(`/api/letters/${letter.id}`)).status).toBe(404)
    expect((await other.post(`/api/letters/${letter.id}/answer`, { text: 'Hi' })).status).toBe(404)
    expect((await other.post(`/api/letters/${letter.id}/appeal`, { text: 'Hi' })).status).toBe(404)
    expect((await other.get('/api/letters')).body.letters).toEqual([])
    expect((await fixture.site.guest().get(`/api/letters/${letter.id}`)).status).toBe(401)
    expect((await player.get(`/api/letters/${letter.id}`)).body.letter.messages).toHaveLength(1)
  })

  it('take two answers at once as one: whoever has not read the other one reads it first', async () => {
    const player = await fixture.site.newPlayer()
    const { letter } = await write(player)
    const last = letter.messages.at(-1).id
    const [one, two] = await Promise.all([
      fixture.bea.post(`/letters/${letter.id}/answer`, { text: 'From Bea', last }),
      fixture.taras.post(`/letters/${letter.id}/answer`, { text: 'From Taras', last }),
    ])
    expect([one.status, two.status].toSorted()).toEqual([200, 409])
    expect([one.body.code, two.body.code]).toContain('letter-changed')
    expect((await player.get(`/api/letters/${letter.id}`)).body.letter.messages).toHaveLength(2)
    expect(await kindsTold(player.playerId)).toEqual(['letterAnswered'])
  })

  it('take a message once, however often it is sent', async () => {
    const player = await fixture.site.newPlayer()
    const key = { 'idempotency-key': randomUUID() }
    const body = { about: ABOUT_PLAYER, text: 'Once' }
    const sent = await Promise.all(Array.from({ length: 5 }, () => player.post('/api/letters', body, key)))
    expect(sent.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await player.post('/api/letters', body, key)).body.letter.messages).toHaveLength(1)
    expect((await player.get('/api/letters')).body.letters).toHaveLength(1)
  })

  it('are plain text: lines stay, control signs do not, and too much or nothing is refused', async () => {
    const player = await fixture.site.newPlayer()
    const { letter } = await write(player, { text: '  <b>One</b>\r\n\u0000\u202eTwo\t3  ' })
    expect(letter.messages[0].text).toBe('<b>One</b>\nTwo\t3')
    for (const text of ['', '   ', '\u0000', 'x'.repeat(3_001)]) {
      expect((await player.post('/api/letters', { about: ABOUT_PLAYER, text })).status, text.slice(0, 5)).toBe(400)
    }
  })

  it('have limits: so many open at once, so many messages a day', async () => {
    const player = await fixture.site.newPlayer()
    const { letter } = await write(player)
    for (let open = 1; open < LETTER_LIMITS.open; open++) expect((await write(player)).success).toBe(true)
    expect(await write(player)).toMatchObject({ success: false, code: 'letters-open' })
    for (let sent = LETTER_LIMITS.open; sent < LETTER_LIMITS.messagesOfDay; sent++) {
      await player.post(`/api/letters/${letter.id}/answer`, { text: 'More' })
    }
    const refused = await player.post(`/api/letters/${letter.id}/answer`, { text: 'More' })
    expect(refused.body).toMatchObject({ success: false, code: 'letters-day' })
    expect(refused.body.message).toContain(String(LETTER_LIMITS.messagesOfDay))
    fixture.office.nowMs += DAY_MS + 1_000
    expect((await player.post(`/api/letters/${letter.id}/answer`, { text: 'More' })).body.success).toBe(true)
    await meetStaff()
  })

  it('are closed by their player, who says that it is settled: no decision, and nothing to appeal against', async () => {
    const player = await fixture.site.newPlayer()
    const { letter } = await write(player)
    await fixture.bea.post(`/letters/${letter.id}/answer`, { text: 'It is there now.' })
    fixture.office.nowMs += 60_000
    const settle = (from: Browser) => from.post(`/api/letters/${letter.id}/settle`, {})
    expect((await settle(await fixture.site.newPlayer())).status).toBe(404)
    const { body } = await settle(player)
    expect(body.letter).toMatchObject({ state: 'closed', since: fixture.office.nowMs, appeal_until: null })
    expect((await fixture.bea.get(`/letters/${letter.id}`)).body).toMatchObject({
      state: 'closed',
      isSettled: true,
      staff: { name: 'Bea' },
    })
    // It stays closed: an answer of either side opens it no more, and a second press changes nothing.
    expect((await settle(player)).body.letter).toMatchObject({ state: 'closed', since: fixture.office.nowMs })
    expect((await player.post(`/api/letters/${letter.id}/answer`, { text: 'But' })).body.code).toBe('letter-closed')
    expect((await appeal(player, letter.id)).body.code).toBe('letter-open')
    expect((await fixture.bea.post(`/letters/${letter.id}/answer`, { text: 'And?' })).status).toBe(403)
    expect(await kindsTold(player.playerId)).toEqual(['letterAnswered'])
  })

  it('can be settled after an appeal, also when the staff answered the appeal', async () => {
    const player = await fixture.site.newPlayer()
    const { letter } = await write(player)
    await fixture.bea.post(`/letters/${letter.id}/close`, { text: 'No.' })
    await appeal(player, letter.id)
    await fixture.taras.post(`/letters/${letter.id}/answer`, { text: 'You were right.' })
    await player.post(`/api/letters/${letter.id}/settle`, {})
    expect((await fixture.bea.get(`/letters/${letter.id}`)).body).toMatchObject({
      isSettled: true,
      staff: { name: 'Taras' },
    })
    const other = await write(player)
    await fixture.bea.post(`/letters/${other.letter.id}/close`, {})
    await appeal(player, other.letter.id)
    await fixture.taras.post(`/letters/${other.letter.id}/close`, { text: 'No.' })
    expect((await fixture.bea.get(`/letters/${other.letter.id}`)).body).toMatchObject({
      state: 'closed',
      isSettled: false,
    })
  })

  it('that the shop closed keep their decision where the player says afterwards that it is settled', async () => {
    const player = await fixture.site.newPlayer()
    const { letter } = await write(player)
    await fixture.bea.post(`/letters/${letter.id}/close`, { text: 'No.' })
    const { body } = await player.post(`/api/letters/${letter.id}/settle`, {})
    expect(body.letter).toMatchObject({ state: 'closed', appeal_until: fixture.office.nowMs + 30 * DAY_MS })
    expect((await fixture.bea.get(`/letters/${letter.id}`)).body).toMatchObject({
      isSettled: false,
      staff: { name: 'Bea' },
    })
  })

  it('are listed by how long they wait, page by page, and by whose they are, kind and appeal', async () => {
    await fixture.site.db.queries.delete(letterPictures)
    await fixture.site.db.queries.delete(letterMessages)
    await fixture.site.db.queries.delete(letters)
    const players = await Promise.all(Array.from({ length: 3 }, () => fixture.site.newPlayer()))
    const rows = Array.from({ length: 120 }, (_, at) => ({
      id: newId(),
      playerId: players[at % 3]?.playerId ?? 0,
      aboutKind: 'player' as const,
      state: 'waiting' as const,
      openedBy: 'player' as const,
      openedAt: new Date(fixture.office.nowMs),
      // Several of one moment.
      since: new Date(fixture.office.nowMs - Math.floor(at / 4) * 1_000),
    }))
    await fixture.site.db.queries.insert(letters).values(rows)
    const seen: { id: string; since: number }[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await fixture.bea.get(`/letters${cursor === '' ? '' : `?cursor=${cursor}`}`)
      seen.push(...body.letters)
      cursor = body.cursor
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(120)
    const times = seen.map(({ since }) => since)
    expect(times).toEqual(times.toSorted((one, two) => one - two))
    expect((await fixture.bea.get('/counts')).body).toMatchObject({ counts: { letters: 100 } })

    await fixture.bea.post(`/letters/${rows[0]?.id}/answer`, { text: 'Yes' })
    const idsOf = async (query: string): Promise<string[]> =>
      (await fixture.bea.get(`/letters?${query}`)).body.letters.map(({ id }: { id: string }) => id)
    expect(await idsOf('state=answered&mine=1')).toEqual([rows[0]?.id])
    expect(await idsOf('state=answered&kind=withdrawal')).toEqual([])
    expect(await idsOf('appeal=1')).toEqual([])
    expect((await fixture.bea.get('/letters?state=lost')).status).toBe(400)
  })

  it('are in the copy of a player’s data without who of the staff wrote, and erased with the player', async () => {
    const player = await fixture.site.newPlayer()
    const { letter } = await write(player)
    await fixture.bea.post(`/letters/${letter.id}/close`, { text: 'Decided' })
    let text = ''
    for await (const part of playerData(fixture.site.db, player.playerId)) text += part
    const data = JSON.parse(text)
    expect(data.letters).toMatchObject([{ id: letter.id, state: 'closed' }])
    expect(data.letter_messages).toMatchObject([{ text: 'Where is my item?' }, { text: 'Decided' }])
    for (const rows of [data.letters, data.letter_messages])
      expect(JSON.stringify(rows)).not.toContain(fixture.bea.staffId)
    expect(await erasePlayer(fixture.site.db, player.playerId, new Date(fixture.office.nowMs), OPERATOR)).toBe('erased')
    for (const table of [letters, letterMessages, letterPictures]) {
      expect(await fixture.site.db.queries.$count(table, eq(table.playerId, player.playerId))).toBe(0)
    }
    const body = { player: player.playerId, about: { kind: 'player', id: '' }, text: 'Hello?' }
    expect((await fixture.bea.post('/letters', body)).status).toBe(404)
  })

  it('lose pictures 30 days after the decision, and all else two years after the last message', async () => {
    await fixture.site.db.queries.delete(letterPictures)
    await fixture.site.db.queries.delete(letterMessages)
    await fixture.site.db.queries.delete(letters)
    const { playerId } = await fixture.site.newPlayer()
    // Retention never goes by a clock that is ahead of the database's.
    const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS)
    const pictureIn = async (letterId: string | null, days: number): Promise<string> => {
      const id = randomUUID()
      const messageId = letterId === null ? null : randomUUID()
      const size = { width: 1, height: 1, bytes: new Uint8Array([1]) }
      await fixture.site.db.queries
        .insert(letterPictures)
        .values({ id, playerId, letterId, messageId, ...size, at: ago(days) })
      return id
    }
    const letterIn = async (state: 'waiting' | 'answered' | 'closed', days: number): Promise<string> => {
      const id = randomUUID()
      const at = ago(days)
      const opened = { openedBy: 'player', openedAt: at, since: at } as const
      await fixture.site.db.queries.insert(letters).values({ id, playerId, aboutKind: 'player', state, ...opened })
      const message = { author: 'player', kind: 'message', text: 'x', at } as const
      await fixture.site.db.queries
        .insert(letterMessages)
        .values({ id: randomUUID(), letterId: id, playerId, ...message })
      return id
    }
    const kept = [
      await pictureIn(await letterIn('closed', 29), 300),
      await pictureIn(await letterIn('answered', 89), 300),
      await pictureIn(await letterIn('waiting', 2_000), 2_000),
      await pictureIn(null, 0.9),
    ]
    await pictureIn(await letterIn('closed', 31), 31)
    await pictureIn(await letterIn('answered', 91), 91)
    await pictureIn(null, 1.1)
    await letterIn('closed', 731)
    await letterIn('answered', 731)
    for (const table of ['letter_pictures', 'letter_messages', 'letters']) {
      await removeOutdated(fixture.site.db, table, Date.now(), async () => true)
    }
    const left = await fixture.site.db.queries.select({ id: letterPictures.id }).from(letterPictures)
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
    expect(await fixture.site.db.queries.$count(letters)).toBe(5)
    expect(await fixture.site.db.queries.$count(letterMessages)).toBe(5)
  })
})
