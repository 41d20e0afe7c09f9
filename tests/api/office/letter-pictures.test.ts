// Letters between a player and the shop, from both sides: pictures, which the other side sees once they are sent.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { LETTER_LIMITS, PICTURE_BYTES_MOST } from '../../../src/game/letters/letters.ts'
import { letterPictures } from '../../../src/server/db/schema-letters.ts'
import { playerData } from '../../../src/server/services/account/player-data.ts'
import { removeOutdated } from '../../../src/server/services/operations/retention.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import type { OfficeBrowser } from '../../support/office/office.ts'
import { DAY_MS, openLettersFixture } from './letters-fixture.ts'

describe.each(SUITE_KINDS)('letters on %s', (kind) => {
  const fixture = openLettersFixture(kind)
  const { appeal, write } = fixture

  it('have pictures, which the staff sees once they are sent', async () => {
    const player = await fixture.site.newPlayer()
    const file = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { id } = await fixture.site.services.letterPictures.add(player.playerId, file)
    const path = `/letters/pictures/${id}`
    expect((await fixture.bea.get(path)).status).toBe(404)
    await write(player, { pictures: [id] })
    const { status, headers } = await fixture.bea.get(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `attachment; filename="picture-${id}.webp"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    expect((await fixture.office.guest().get(path)).status).toBe(401)
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
    const add = async (letterId: string, from: OfficeBrowser = fixture.bea) =>
      from.post(`/letters/${letterId}/pictures`, { file: await file() })

    it('are encoded anew, unseen until the answer is sent, and read by the player then', async () => {
      const player = await fixture.site.newPlayer()
      const { letter } = await write(player)
      const { status, body } = await add(letter.id)
      expect([status, body]).toEqual([200, { picture: { id: expect.any(String), width: 4, height: 3 } }])
      const { id } = body.picture
      const [row] = await fixture.site.db.queries.select().from(letterPictures).where(eq(letterPictures.id, id))
      const { format, exif } = await sharp(row?.bytes).metadata()
      expect([format, exif]).toEqual(['webp', undefined])

      const picture = () => player.get(`/api/letters/pictures/${id}`)
      expect((await picture()).status).toBe(404)
      expect((await player.get(`/api/letters/${letter.id}`)).body.letter.messages[0].pictures).toEqual([])
      const exported = async (): Promise<string> => {
        let text = ''
        for await (const part of playerData(fixture.site.db, player.playerId)) text += part
        return text
      }
      expect(await exported()).not.toContain(id)
      // Neither the player nor a colleague sends it.
      const stolen = await player.post(`/api/letters/${letter.id}/answer`, { text: 'Mine', pictures: [id] })
      expect(stolen.body).toMatchObject({ success: false, code: 'picture-gone' })
      const foreign = await fixture.taras.post(`/letters/${letter.id}/answer`, { text: 'Mine', pictures: [id] })
      expect(foreign).toMatchObject({ status: 409, body: { code: 'picture-gone' } })

      expect(
        (await fixture.bea.post(`/letters/${letter.id}/answer`, { text: 'Press here.', pictures: [id] })).status,
      ).toBe(200)
      const { messages } = (await player.get(`/api/letters/${letter.id}`)).body.letter
      expect(messages.at(-1)).toMatchObject({ author: 'shop', text: 'Press here.', pictures: [body.picture] })
      expect((await picture()).status).toBe(200)
      expect((await (await fixture.site.newPlayer()).get(`/api/letters/pictures/${id}`)).status).toBe(404)
      expect((await fixture.bea.get(`/letters/${letter.id}`)).body.messages.at(-1).pictures).toEqual([body.picture])
      expect(await exported()).toContain(id)
      const again = await fixture.bea.post(`/letters/${letter.id}/answer`, { text: 'Again.', pictures: [id] })
      expect(again.body.code).toBe('picture-gone')
    })

    it('have the limits of players’: four a message, twenty a day, 5 MB, and nothing but pictures', async () => {
      const player = await fixture.site.newPlayer()
      const { letter } = await write(player)
      const pictures = Array.from({ length: 5 }, () => randomUUID())
      expect((await fixture.bea.post(`/letters/${letter.id}/answer`, { text: 'Five', pictures })).status).toBe(400)
      const post = (bytes: Buffer) =>
        fixture.bea.post(`/letters/${letter.id}/pictures`, { file: bytes.toString('base64') })
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
      expect(await fixture.site.services.letterPictures.add(player.playerId, own)).toMatchObject({ width: 4 })
    })

    it('are added by who may answer: not to a closed letter, nor to an appeal against one’s own decision', async () => {
      const player = await fixture.site.newPlayer()
      const { letter } = await write(player)
      await fixture.bea.post(`/letters/${letter.id}/close`, { text: 'No.' })
      expect((await add(letter.id)).body.why).toBe('state')
      await appeal(player, letter.id)
      expect((await add(letter.id)).body.why).toBe('second')
      expect((await add(letter.id, fixture.taras)).status).toBe(200)
      expect((await add(randomUUID())).status).toBe(404)
    })

    it('are removed a day after nobody sent them', async () => {
      const player = await fixture.site.newPlayer()
      const { letter } = await write(player)
      const { id } = (await add(letter.id)).body.picture
      const left = () => fixture.site.db.queries.$count(letterPictures, eq(letterPictures.id, id))
      const age = (days: number) =>
        fixture.site.db.queries
          .update(letterPictures)
          .set({ at: new Date(Date.now() - days * DAY_MS) })
          .where(eq(letterPictures.id, id))
      await age(0.9)
      await removeOutdated(fixture.site.db, 'letter_pictures', Date.now(), async () => true)
      expect(await left()).toBe(1)
      await age(1.1)
      await removeOutdated(fixture.site.db, 'letter_pictures', Date.now(), async () => true)
      expect(await left()).toBe(0)
    })
  })
})
