// Letters between a player and the shop, from both sides: threads, answers at once, the one appeal, and who sees what.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LETTER_LIMITS, PICTURE_BYTES_MOST } from '../../../src/game/letters/letters.ts'
import type { TimelineEvent } from '../../../src/protocol/office/timeline.ts'
import { recordAct } from '../../../src/server/audit/record-act.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { databaseFault } from '../../../src/server/db/database.ts'
import { notifications } from '../../../src/server/db/schema.ts'
import { letterMessages, letterPictures, letters } from '../../../src/server/db/schema-letters.ts'
import { audit, staff } from '../../../src/server/db/schema-office.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { playerData } from '../../../src/server/services/account/player-data.ts'
import { answerLetterIn, closeLetterIn } from '../../../src/server/services/letters/staff-letters.ts'
import { removeOutdated } from '../../../src/server/services/operations/retention.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { win } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const DAY_MS = 86_400_000
const STARTED_MS = Date.UTC(2026, 10, 28, 12)
const ABOUT_PLAYER = { kind: 'player' } as const

describe.each(SUITE_KINDS)('letters on %s', (kind) => {
  let office: TestOffice
  /** The clock of both; the site opens first. */
  const now = (): number => (office as TestOffice | undefined)?.nowMs ?? STARTED_MS
  let site: TestSite
  let bea: OfficeBrowser
  let taras: OfficeBrowser

  beforeAll(async () => {
    site = await openTestSite(kind, { now })
    office = await openTestOffice(kind, { db: { ...site.db, close: async () => undefined } })
    await meetStaff()
  })

  /** New members: sessions of the staff end with the day. */
  async function meetStaff(): Promise<void> {
    bea = await office.member('support', 'Bea')
    taras = await office.member('risk', 'Taras')
  }

  afterAll(async () => {
    await office.close()
    await site.close()
  })

  const write = async (player: Browser, body: object = {}) =>
    (await player.post('/api/letters', { about: ABOUT_PLAYER, text: 'Where is my item?', ...body })).body
  const appealIn = (player: Browser, id: string) => player.post(`/api/letters/${id}/appeal`, { text: 'Look again' })
  const stateOf = async (id: string) => (await bea.get(`/letters/${id}`)).body.state
  const kindsTold = async (playerId: number): Promise<string[]> => {
    const rows = await site.db.queries.select().from(notifications).where(eq(notifications.playerId, playerId))
    return rows.map(({ kind: told }) => told).filter((told) => told.startsWith('letter'))
  }

  /** A withdrawal of a player in a state. */
  async function addWithdrawal(player: Browser, state: 'review' | 'refused'): Promise<string> {
    const [item] = await win(player, 1)
    const id = newId()
    const at = new Date(office.nowMs)
    await site.db.queries.insert(withdrawals).values({
      id,
      playerId: player.playerId,
      itemId: item?.id ?? '',
      state,
      provider: 'sandbox',
      tradeLink: 'x',
      changedAt: at,
      dueAt: at,
    })
    return id
  }

  it('are opened by a player, answered by the shop, and go on; the player is told', async () => {
    const player = await site.newPlayer()
    const { success, letter } = await write(player)
    expect(success).toBe(true)
    expect(letter).toMatchObject({ state: 'waiting', about: { kind: 'player', id: null }, appeal_until: null })
    const row = (await bea.get('/letters')).body.letters.find(({ id }: { id: string }) => id === letter.id)
    expect(row).toMatchObject({ player: { id: player.playerId }, excerpt: 'Where is my item?', staff: null })

    expect((await bea.post(`/letters/${letter.id}/answer`, { text: 'It is on its way.' })).status).toBe(200)
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
    const acts = await site.db.queries.select().from(audit).where(eq(audit.subject, letter.id))
    expect(acts).toMatchObject([{ verb: 'letters.answer', actor: 'Bea', before: { state: 'waiting' } }])
    expect(JSON.stringify(acts)).not.toContain('on its way')
  })

  it('are opened by the shop, about something of the player: one thread a thing', async () => {
    const player = await site.newPlayer()
    const withdrawal = await addWithdrawal(player, 'review')
    const about = { kind: 'withdrawal', id: withdrawal }
    const { body, status } = await taras.post('/letters', {
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
    await taras.post('/letters', { player: player.playerId, about, text: 'A picture of it, please.' })
    expect(await kindsTold(player.playerId)).toEqual(['letterOpened', 'letterAnswered'])
    // What is not theirs is not theirs to write about, for either side.
    const other = await site.newPlayer()
    expect((await other.post('/api/letters', { about, text: 'Mine' })).status).toBe(404)
    expect((await taras.post('/letters', { player: other.playerId, about, text: 'Yours?' })).status).toBe(404)
    expect((await bea.get(`/players/${player.playerId}/letters`)).body.letters).toHaveLength(1)
    const events = (await bea.get(`/players/${player.playerId}/timeline?kinds=letter`)).body.events
    expect(events.map(({ what, by }: TimelineEvent) => [what, by?.name])).toEqual([
      ['letter.shop', 'Taras'],
      ['letter.player', undefined],
      ['letter.shop', 'Taras'],
    ])
    expect((await bea.get(`/find?q=${letter.id}`)).body.found).toMatchObject([{ kind: 'letter', remark: 'answered' }])
  })

  it('keep a player out of another one’s', async () => {
    const [player, other] = [await site.newPlayer(), await site.newPlayer()]
    const { letter } = await write(player)
    expect((await other.get(`/api/letters/${letter.id}`)).status).toBe(404)
    expect((await other.post(`/api/letters/${letter.id}/answer`, { text: 'Hi' })).status).toBe(404)
    expect((await other.post(`/api/letters/${letter.id}/appeal`, { text: 'Hi' })).status).toBe(404)
    expect((await other.get('/api/letters')).body.letters).toEqual([])
    expect((await site.guest().get(`/api/letters/${letter.id}`)).status).toBe(401)
    expect((await player.get(`/api/letters/${letter.id}`)).body.letter.messages).toHaveLength(1)
  })

  it('take two answers at once as one: whoever has not read the other one reads it first', async () => {
    const player = await site.newPlayer()
    const { letter } = await write(player)
    const last = letter.messages.at(-1).id
    const [one, two] = await Promise.all([
      bea.post(`/letters/${letter.id}/answer`, { text: 'From Bea', last }),
      taras.post(`/letters/${letter.id}/answer`, { text: 'From Taras', last }),
    ])
    expect([one.status, two.status].toSorted()).toEqual([200, 409])
    expect([one.body.code, two.body.code]).toContain('letter-changed')
    expect((await player.get(`/api/letters/${letter.id}`)).body.letter.messages).toHaveLength(2)
    expect(await kindsTold(player.playerId)).toEqual(['letterAnswered'])
  })

  it('take a message once, however often it is sent', async () => {
    const player = await site.newPlayer()
    const key = { 'idempotency-key': randomUUID() }
    const body = { about: ABOUT_PLAYER, text: 'Once' }
    const sent = await Promise.all(Array.from({ length: 5 }, () => player.post('/api/letters', body, key)))
    expect(sent.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await player.post('/api/letters', body, key)).body.letter.messages).toHaveLength(1)
    expect((await player.get('/api/letters')).body.letters).toHaveLength(1)
  })

  it('have pictures, which the staff sees once they are sent', async () => {
    const player = await site.newPlayer()
    const file = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { id } = await site.services.letterPictures.add(player.playerId, file)
    const path = `/letters/pictures/${id}`
    expect((await bea.get(path)).status).toBe(404)
    await write(player, { pictures: [id] })
    const { status, headers } = await bea.get(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `attachment; filename="picture-${id}.webp"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    expect((await office.guest().get(path)).status).toBe(401)
  })

  describe('pictures of the staff', () => {
    const file = async (width = 4): Promise<string> => {
      const picture = sharp({ create: { width, height: 3, channels: 3, background: 'blue' } })
      return (
        await picture
          .withExif({ IFD0: { Make: 'Phone' } })
          .jpeg()
          .toBuffer()
      ).toString('base64')
    }
    const add = async (letterId: string, from: OfficeBrowser = bea) =>
      from.post(`/letters/${letterId}/pictures`, { file: await file() })

    it('are encoded anew, unseen until the answer is sent, and read by the player then', async () => {
      const player = await site.newPlayer()
      const { letter } = await write(player)
      const { status, body } = await add(letter.id)
      expect([status, body]).toEqual([200, { picture: { id: expect.any(String), width: 4, height: 3 } }])
      const { id } = body.picture
      const [row] = await site.db.queries.select().from(letterPictures).where(eq(letterPictures.id, id))
      const { format, exif } = await sharp(row?.bytes).metadata()
      expect([format, exif]).toEqual(['webp', undefined])

      const picture = () => player.get(`/api/letters/pictures/${id}`)
      expect((await picture()).status).toBe(404)
      expect((await player.get(`/api/letters/${letter.id}`)).body.letter.messages[0].pictures).toEqual([])
      const exported = async (): Promise<string> => {
        let text = ''
        for await (const part of playerData(site.db, player.playerId)) text += part
        return text
      }
      expect(await exported()).not.toContain(id)
      // Neither the player nor a colleague sends it.
      const stolen = await player.post(`/api/letters/${letter.id}/answer`, { text: 'Mine', pictures: [id] })
      expect(stolen.body).toMatchObject({ success: false, code: 'picture-gone' })
      const foreign = await taras.post(`/letters/${letter.id}/answer`, { text: 'Mine', pictures: [id] })
      expect(foreign).toMatchObject({ status: 409, body: { code: 'picture-gone' } })

      expect((await bea.post(`/letters/${letter.id}/answer`, { text: 'Press here.', pictures: [id] })).status).toBe(200)
      const { messages } = (await player.get(`/api/letters/${letter.id}`)).body.letter
      expect(messages.at(-1)).toMatchObject({ author: 'shop', text: 'Press here.', pictures: [body.picture] })
      expect((await picture()).status).toBe(200)
      expect((await (await site.newPlayer()).get(`/api/letters/pictures/${id}`)).status).toBe(404)
      expect((await bea.get(`/letters/${letter.id}`)).body.messages.at(-1).pictures).toEqual([body.picture])
      expect(await exported()).toContain(id)
      const again = await bea.post(`/letters/${letter.id}/answer`, { text: 'Again.', pictures: [id] })
      expect(again.body.code).toBe('picture-gone')
    })

    it('have the limits of players’: four a message, twenty a day, 5 MB, and nothing but pictures', async () => {
      const player = await site.newPlayer()
      const { letter } = await write(player)
      const pictures = Array.from({ length: 5 }, () => randomUUID())
      expect((await bea.post(`/letters/${letter.id}/answer`, { text: 'Five', pictures })).status).toBe(400)
      const post = (bytes: Buffer) => bea.post(`/letters/${letter.id}/pictures`, { file: bytes.toString('base64') })
      expect(await post(Buffer.from('<svg/>'))).toMatchObject({ status: 409, body: { code: 'picture-kind' } })
      expect(await post(Buffer.alloc(PICTURE_BYTES_MOST))).toMatchObject({
        status: 409,
        body: { code: 'picture-kind' },
      })
      expect((await post(Buffer.alloc(PICTURE_BYTES_MOST + 4))).status).toBe(400)
      expect((await post(Buffer.alloc(2 * PICTURE_BYTES_MOST))).status).toBe(413)
      for (let sent = 0; sent < LETTER_LIMITS.picturesOfDay; sent++) expect((await add(letter.id)).status).toBe(200)
      expect(await add(letter.id)).toMatchObject({ status: 409, body: { code: 'pictures-day' } })
      // They count for the shop alone.
      const own = Buffer.from(await file(), 'base64')
      expect(await site.services.letterPictures.add(player.playerId, own)).toMatchObject({ width: 4 })
    })

    it('are added by who may answer: not to a closed letter, nor to an appeal against one’s own decision', async () => {
      const player = await site.newPlayer()
      const { letter } = await write(player)
      await bea.post(`/letters/${letter.id}/close`, { text: 'No.' })
      expect((await add(letter.id)).body.why).toBe('state')
      await appealIn(player, letter.id)
      expect((await add(letter.id)).body.why).toBe('second')
      expect((await add(letter.id, taras)).status).toBe(200)
      expect((await add(randomUUID())).status).toBe(404)
    })

    it('are removed a day after nobody sent them', async () => {
      const player = await site.newPlayer()
      const { letter } = await write(player)
      const { id } = (await add(letter.id)).body.picture
      const left = () => site.db.queries.$count(letterPictures, eq(letterPictures.id, id))
      const age = (days: number) =>
        site.db.queries
          .update(letterPictures)
          .set({ at: new Date(Date.now() - days * DAY_MS) })
          .where(eq(letterPictures.id, id))
      await age(0.9)
      await removeOutdated(site.db, 'letter_pictures', Date.now(), async () => true)
      expect(await left()).toBe(1)
      await age(1.1)
      await removeOutdated(site.db, 'letter_pictures', Date.now(), async () => true)
      expect(await left()).toBe(0)
    })
  })

  it('are plain text: lines stay, control signs do not, and too much or nothing is refused', async () => {
    const player = await site.newPlayer()
    const { letter } = await write(player, { text: '  <b>One</b>\r\n\u0000\u202eTwo\t3  ' })
    expect(letter.messages[0].text).toBe('<b>One</b>\nTwo\t3')
    for (const text of ['', '   ', '\u0000', 'x'.repeat(3_001)]) {
      expect((await player.post('/api/letters', { about: ABOUT_PLAYER, text })).status, text.slice(0, 5)).toBe(400)
    }
  })

  it('have limits: so many open at once, so many messages a day', async () => {
    const player = await site.newPlayer()
    const { letter } = await write(player)
    for (let open = 1; open < LETTER_LIMITS.open; open++) expect((await write(player)).success).toBe(true)
    expect(await write(player)).toMatchObject({ success: false, code: 'letters-open' })
    for (let sent = LETTER_LIMITS.open; sent < LETTER_LIMITS.messagesOfDay; sent++) {
      await player.post(`/api/letters/${letter.id}/answer`, { text: 'More' })
    }
    const refused = await player.post(`/api/letters/${letter.id}/answer`, { text: 'More' })
    expect(refused.body).toMatchObject({ success: false, code: 'letters-day' })
    expect(refused.body.message).toContain(String(LETTER_LIMITS.messagesOfDay))
    office.nowMs += DAY_MS + 1_000
    expect((await player.post(`/api/letters/${letter.id}/answer`, { text: 'More' })).body.success).toBe(true)
    await meetStaff()
  })

  it('are closed by their player, who says that it is settled: no decision, and nothing to appeal against', async () => {
    const player = await site.newPlayer()
    const { letter } = await write(player)
    await bea.post(`/letters/${letter.id}/answer`, { text: 'It is there now.' })
    office.nowMs += 60_000
    const settle = (from: Browser) => from.post(`/api/letters/${letter.id}/settle`, {})
    expect((await settle(await site.newPlayer())).status).toBe(404)
    const { body } = await settle(player)
    expect(body.letter).toMatchObject({ state: 'closed', since: office.nowMs, appeal_until: null })
    expect((await bea.get(`/letters/${letter.id}`)).body).toMatchObject({
      state: 'closed',
      isSettled: true,
      staff: { name: 'Bea' },
    })
    // It stays closed: an answer of either side opens it no more, and a second press changes nothing.
    expect((await settle(player)).body.letter).toMatchObject({ state: 'closed', since: office.nowMs })
    expect((await player.post(`/api/letters/${letter.id}/answer`, { text: 'But' })).body.code).toBe('letter-closed')
    expect((await appealIn(player, letter.id)).body.code).toBe('letter-open')
    expect((await bea.post(`/letters/${letter.id}/answer`, { text: 'And?' })).status).toBe(403)
    expect(await kindsTold(player.playerId)).toEqual(['letterAnswered'])
  })

  it('can be settled after an appeal, also when the staff answered the appeal', async () => {
    const player = await site.newPlayer()
    const { letter } = await write(player)
    await bea.post(`/letters/${letter.id}/close`, { text: 'No.' })
    await appealIn(player, letter.id)
    await taras.post(`/letters/${letter.id}/answer`, { text: 'You were right.' })
    await player.post(`/api/letters/${letter.id}/settle`, {})
    expect((await bea.get(`/letters/${letter.id}`)).body).toMatchObject({ isSettled: true, staff: { name: 'Taras' } })
    const other = await write(player)
    await bea.post(`/letters/${other.letter.id}/close`, {})
    await appealIn(player, other.letter.id)
    await taras.post(`/letters/${other.letter.id}/close`, { text: 'No.' })
    expect((await bea.get(`/letters/${other.letter.id}`)).body).toMatchObject({ state: 'closed', isSettled: false })
  })

  it('that the shop closed keep their decision where the player says afterwards that it is settled', async () => {
    const player = await site.newPlayer()
    const { letter } = await write(player)
    await bea.post(`/letters/${letter.id}/close`, { text: 'No.' })
    const { body } = await player.post(`/api/letters/${letter.id}/settle`, {})
    expect(body.letter).toMatchObject({ state: 'closed', appeal_until: office.nowMs + 30 * DAY_MS })
    expect((await bea.get(`/letters/${letter.id}`)).body).toMatchObject({ isSettled: false, staff: { name: 'Bea' } })
  })

  describe('the appeal', () => {
    async function closedLetter(player: Browser): Promise<string> {
      const { letter } = await write(player)
      await bea.post(`/letters/${letter.id}/close`, { text: 'We cannot help with that.' })
      return letter.id
    }
    const appeal = appealIn

    it('goes to another person, by the screen, the call, the statement and the database', async () => {
      const player = await site.newPlayer()
      const id = await closedLetter(player)
      expect((await player.post(`/api/letters/${id}/answer`, { text: 'But' })).body.code).toBe('letter-closed')
      const { letter } = (await player.get(`/api/letters/${id}`)).body
      expect(letter).toMatchObject({ state: 'closed', appeal_until: office.nowMs + 30 * DAY_MS })
      expect((await appeal(player, id)).body.letter).toMatchObject({ state: 'waiting', appealed: true })

      expect((await bea.get(`/letters/${id}`)).body).toMatchObject({ isAppeal: true, hasDecided: true })
      for (const act of ['answer', 'close']) {
        const refused = await bea.post(`/letters/${id}/${act}`, { text: 'No.' })
        expect(refused, act).toMatchObject({ status: 403, body: { why: 'second' } })
      }
      const by = { kind: 'staff', name: 'Bea', staffId: bea.staffId, sessionId: null, address: '' } as const
      const decided = { letterId: id, text: 'No.', by }
      await expect(site.db.transaction((tx) => answerLetterIn(tx, decided))).rejects.toThrow(/Whoever decided/)
      await expect(site.db.transaction((tx) => closeLetterIn(tx, decided))).rejects.toThrow(/Whoever decided/)
      const decidesAgain = site.db.queries
        .update(letters)
        .set({ appealStaffId: bea.staffId })
        .where(eq(letters.id, id))
        .then(
          () => 'done',
          (error: unknown) => databaseFault(error)?.constraint,
        )
      expect(await decidesAgain).toBe('letter_appeal_of_another')
      expect(await stateOf(id)).toBe('waiting')

      expect((await taras.post(`/letters/${id}/close`, { text: 'You are right.' })).status).toBe(200)
      expect(await kindsTold(player.playerId)).toContain('letterClosed')
      expect((await player.get(`/api/letters/${id}`)).body.letter.appeal_until).toBeNull()
    })

    it('is made once, also twice at once', async () => {
      const player = await site.newPlayer()
      const id = await closedLetter(player)
      const answers = await Promise.all([appeal(player, id), appeal(player, id)])
      expect(answers.map(({ body }) => body.success).toSorted()).toEqual([false, true])
      await taras.post(`/letters/${id}/close`, {})
      expect((await appeal(player, id)).body).toMatchObject({ success: false, code: 'letter-appealed' })
    })

    it('is not offered where nobody else could decide, nor after thirty days', async () => {
      const player = await site.newPlayer()
      const id = await closedLetter(player)
      const others = await site.db.queries.select().from(staff)
      const away = others.filter((member) => member.id !== bea.staffId)
      for (const { id: member } of away) {
        await site.db.queries.update(staff).set({ state: 'disabled' }).where(eq(staff.id, member))
      }
      expect((await player.get(`/api/letters/${id}`)).body.letter.appeal_until).toBeNull()
      expect((await appeal(player, id)).body).toMatchObject({ success: false, code: 'letter-nobody' })
      for (const { id: member } of away) {
        await site.db.queries.update(staff).set({ state: 'active' }).where(eq(staff.id, member))
      }
      const longAgo = new Date(office.nowMs - 30 * DAY_MS - 1)
      await site.db.queries.update(letters).set({ since: longAgo }).where(eq(letters.id, id))
      expect((await appeal(player, id)).body).toMatchObject({ success: false, code: 'letter-late' })
    })

    it('against a refused withdrawal goes to somebody who did not refuse it, once', async () => {
      const player = await site.newPlayer()
      const waiting = await addWithdrawal(player, 'review')
      const early = await write(player, { about: { kind: 'withdrawal', id: waiting }, appeal: true })
      expect(early).toMatchObject({ success: false, code: 'letter-open' })
      const refused = await addWithdrawal(player, 'refused')
      const about = { kind: 'withdrawal', id: refused }
      const by = { kind: 'staff', name: 'Taras', staffId: taras.staffId, sessionId: null, address: '' } as const
      await site.db.transaction((tx) =>
        recordAct(tx, { by, verb: 'withdrawals.refuse', kind: 'withdrawal', subject: refused }),
      )
      const { letter } = await write(player, { about, appeal: true })
      expect(letter).toMatchObject({ state: 'waiting', appealed: true })
      expect((await taras.post(`/letters/${letter.id}/answer`, { text: 'No' })).body.why).toBe('second')
      const opens = await taras.post('/letters', { player: player.playerId, about, text: 'No' })
      expect(opens).toMatchObject({ status: 409, body: { code: 'letter-decided' } })
      expect((await bea.post(`/letters/${letter.id}/close`, { text: 'You were right' })).status).toBe(200)
      expect(await write(player, { about, appeal: true })).toMatchObject({ success: false, code: 'letter-appealed' })
    })
  })

  it('are listed by how long they wait, page by page, and by whose they are, kind and appeal', async () => {
    await site.db.queries.delete(letterPictures)
    await site.db.queries.delete(letterMessages)
    await site.db.queries.delete(letters)
    const players = await Promise.all(Array.from({ length: 3 }, () => site.newPlayer()))
    const rows = Array.from({ length: 120 }, (_, at) => ({
      id: newId(),
      playerId: players[at % 3]?.playerId ?? 0,
      aboutKind: 'player' as const,
      state: 'waiting' as const,
      openedBy: 'player' as const,
      openedAt: new Date(office.nowMs),
      // Several of one moment.
      since: new Date(office.nowMs - Math.floor(at / 4) * 1_000),
    }))
    await site.db.queries.insert(letters).values(rows)
    const seen: { id: string; since: number }[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await bea.get(`/letters${cursor === '' ? '' : `?cursor=${cursor}`}`)
      seen.push(...body.letters)
      cursor = body.cursor
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(120)
    const times = seen.map(({ since }) => since)
    expect(times).toEqual(times.toSorted((one, two) => one - two))
    expect((await bea.get('/counts')).body).toMatchObject({ counts: { letters: 100 } })

    await bea.post(`/letters/${rows[0]?.id}/answer`, { text: 'Yes' })
    const idsOf = async (query: string): Promise<string[]> =>
      (await bea.get(`/letters?${query}`)).body.letters.map(({ id }: { id: string }) => id)
    expect(await idsOf('state=answered&mine=1')).toEqual([rows[0]?.id])
    expect(await idsOf('state=answered&kind=withdrawal')).toEqual([])
    expect(await idsOf('appeal=1')).toEqual([])
    expect((await bea.get('/letters?state=lost')).status).toBe(400)
  })

  it('are in the copy of a player’s data without who of the staff wrote, and erased with the player', async () => {
    const player = await site.newPlayer()
    const { letter } = await write(player)
    await bea.post(`/letters/${letter.id}/close`, { text: 'Decided' })
    let text = ''
    for await (const part of playerData(site.db, player.playerId)) text += part
    const data = JSON.parse(text)
    expect(data.letters).toMatchObject([{ id: letter.id, state: 'closed' }])
    expect(data.letter_messages).toMatchObject([{ text: 'Where is my item?' }, { text: 'Decided' }])
    for (const rows of [data.letters, data.letter_messages]) expect(JSON.stringify(rows)).not.toContain(bea.staffId)
    expect(await erasePlayer(site.db, player.playerId, new Date(office.nowMs), OPERATOR)).toBe('erased')
    for (const table of [letters, letterMessages, letterPictures]) {
      expect(await site.db.queries.$count(table, eq(table.playerId, player.playerId))).toBe(0)
    }
    const body = { player: player.playerId, about: { kind: 'player', id: '' }, text: 'Hello?' }
    expect((await bea.post('/letters', body)).status).toBe(404)
  })

  it('lose pictures 30 days after the decision, and all else two years after the last message', async () => {
    await site.db.queries.delete(letterPictures)
    await site.db.queries.delete(letterMessages)
    await site.db.queries.delete(letters)
    const { playerId } = await site.newPlayer()
    // Retention never goes by a clock that is ahead of the database's.
    const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS)
    const pictureIn = async (letterId: string | null, days: number): Promise<string> => {
      const id = randomUUID()
      const messageId = letterId === null ? null : randomUUID()
      const size = { width: 1, height: 1, bytes: new Uint8Array([1]) }
      await site.db.queries.insert(letterPictures).values({ id, playerId, letterId, messageId, ...size, at: ago(days) })
      return id
    }
    const letterIn = async (state: 'waiting' | 'answered' | 'closed', days: number): Promise<string> => {
      const id = randomUUID()
      const at = ago(days)
      const opened = { openedBy: 'player', openedAt: at, since: at } as const
      await site.db.queries.insert(letters).values({ id, playerId, aboutKind: 'player', state, ...opened })
      const message = { author: 'player', kind: 'message', text: 'x', at } as const
      await site.db.queries.insert(letterMessages).values({ id: randomUUID(), letterId: id, playerId, ...message })
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
      await removeOutdated(site.db, table, Date.now(), async () => true)
    }
    const left = await site.db.queries.select({ id: letterPictures.id }).from(letterPictures)
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
    expect(await site.db.queries.$count(letters)).toBe(5)
    expect(await site.db.queries.$count(letterMessages)).toBe(5)
  })
})
