// Pictures of letters: what is taken is encoded anew and holds pixels alone; what is bogus, huge or made for a decoder is refused.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LETTER_LIMITS, PICTURE_BYTES_MOST } from '../../../src/game/letters/letters.ts'
import { letterPictures } from '../../../src/server/db/schema-letters.ts'
import { playerData } from '../../../src/server/services/account/player-data.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const SECRET = '<script>alert("payload")</script>'

const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })

/** A chunk of a PNG, without its checksum of zlib, which decoders of headers do not need. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const crc = Buffer.alloc(4)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  crc.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, crc])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}

/** A PNG that says it has so many pixels, in a few hundred bytes. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const beginning = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const rows = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([beginning, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

describe.each(SUITE_KINDS)('pictures of letters on %s', (kind) => {
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  const send = (file: Buffer, type = 'image/jpeg', from: Browser = player): Promise<Answer> =>
    from.post('/api/letters/pictures', file, { 'content-type': type })

  /** The stored bytes of a picture. */
  async function bytesOf(id: string): Promise<Buffer> {
    const rows = await site.db.queries.select().from(letterPictures)
    return Buffer.from(rows.find((row) => row.id === id)?.bytes ?? [])
  }

  describe('that are taken', () => {
    beforeAll(async () => {
      player = await site.newPlayer()
    })

    it.each(['jpeg', 'png', 'webp'] as const)('from %s become WebP, whatever type the call names', async (format) => {
      const { status, body } = await send(await plain().toFormat(format).toBuffer(), 'image/png')
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: true, picture: { width: 40, height: 30 } })
      expect(await sharp(await bytesOf(body.picture.id)).metadata()).toMatchObject({ format: 'webp', width: 40 })
    })

    it('lose place, device, comments, profiles and whatever else follows the picture', async () => {
      const exif = { IFD0: { Make: 'Phone', ImageDescription: SECRET }, IFD3: { GPSLatitude: '50/1 27/1 0/1' } }
      const file = await plain().withExif(exif).withIccProfile('p3').jpeg().toBuffer()
      expect((await sharp(file).metadata()).exif).toBeDefined()
      const { body } = await send(Buffer.concat([file, Buffer.from(`PK\u0003\u0004${SECRET}`)]))
      const stored = await bytesOf(body.picture.id)
      const { exif: left, xmp, iptc, icc, comments } = await sharp(stored).metadata()
      expect([left, xmp, iptc, icc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined])
      for (const trace of ['script', 'Phone', 'PK\u0003\u0004']) expect(stored.includes(trace), trace).toBe(false)
    })

    it('stand as the camera held them, and are at most 2,048 pixels', async () => {
      const turned = await plain(4_000, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer()
      expect((await send(turned)).body.picture).toEqual({ id: expect.any(String), width: 51, height: 2_048 })
    })

    it('are the player’s and the staff’s alone, as files that nothing runs', async () => {
      const { body } = await send(await plain().png().toBuffer())
      const path = `/api/letters/pictures/${body.picture.id}`
      const answer = await player.get(path)
      expect(answer).toMatchObject({ status: 200 })
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': `attachment; filename="picture-${body.picture.id}.webp"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      })
      expect((await (await site.newPlayer()).get(path)).status).toBe(404)
      expect((await site.guest().get(path)).status).toBe(401)
      // A cookie alone opens none.
      expect((await player.get(path, { authorization: '' })).status).toBe(401)
    })

    it('belong to one message of their player', async () => {
      const [one, two] = [await send(await plain().png().toBuffer()), await send(await plain().png().toBuffer())]
      const pictures = [one.body.picture.id, two.body.picture.id]
      const open = (from: Browser, ids: readonly string[]) =>
        from.post('/api/letters', { about: { kind: 'player' }, text: 'Look', pictures: ids })
      const other = await site.newPlayer()
      expect((await open(other, pictures)).body).toMatchObject({ success: false, code: 'picture-gone' })
      expect((await other.get('/api/letters')).body.letters).toEqual([])
      const { letter } = (await open(player, pictures)).body
      expect(letter.messages[0].pictures.map(({ id }: { id: string }) => id)).toEqual(pictures)
      expect((await open(player, pictures)).body.code).toBe('picture-gone')
    })
  })

  it('are in the copy of a player’s data', async () => {
    const owner = await site.newPlayer()
    const { body } = await send(await plain().png().toBuffer(), 'image/png', owner)
    let text = ''
    for await (const part of playerData(site.db, owner.playerId)) text += part
    const stored = await bytesOf(body.picture.id)
    expect(JSON.parse(text).letter_pictures).toMatchObject([
      { id: body.picture.id, width: 40, bytes: stored.toString('base64') },
    ])
  })

  describe('that are refused', () => {
    beforeAll(async () => {
      player = await site.newPlayer()
    })

    it('say what to do, in the player’s language, and leave nothing', async () => {
      const refusals: readonly (readonly [file: Buffer, code: string])[] = [
        [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'picture-kind'],
        [Buffer.from('GIF89a'), 'picture-kind'],
        [Buffer.from('\xff\xd8\xff<html>', 'latin1'), 'picture-broken'],
        [(await plain(400, 300).jpeg().toBuffer()).subarray(0, -200), 'picture-broken'],
        [bomb(30_000, 30_000), 'picture-pixels'],
        [
          await sharp([await plain().png().toBuffer(), await plain().negate().png().toBuffer()], {
            join: { animated: true },
          })
            .webp()
            .toBuffer(),
          'picture-moving',
        ],
      ]
      for (const [file, code] of refusals) {
        const { status, body } = await send(file)
        expect([status, body.code], code).toEqual([200, code])
        expect(body.message.length, code).toBeGreaterThan(20)
      }
      const { body } = await player.post('/api/letters/pictures', Buffer.from('GIF89a'), {
        'content-type': 'image/png',
        'accept-language': 'ru',
      })
      expect(body.message).toBe('Выберите картинку JPEG, PNG или WebP.')
      const rows = await site.db.queries.select().from(letterPictures)
      expect(rows.filter(({ playerId }) => playerId === player.playerId)).toEqual([])
    })

    it('are too large, of another type, or of nobody', async () => {
      expect((await send(Buffer.alloc(PICTURE_BYTES_MOST + 1))).status).toBe(413)
      const answer = await send(Buffer.from('{}'), 'application/json')
      expect(answer).toMatchObject({ status: 415, body: { message: 'A body has to be a JPEG, PNG or WebP picture.' } })
      const guest = site.guest()
      await guest.get('/api/settings')
      expect((await send(await plain().png().toBuffer(), 'image/png', guest)).status).toBe(401)
    })

    it('are too many in a minute', async () => {
      const eager = await site.newPlayer()
      const statuses: number[] = []
      for (let sent = 0; sent < 13; sent++) statuses.push((await send(Buffer.from('GIF'), 'image/png', eager)).status)
      expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429])
    })
  })

  it('are so many a day', async () => {
    player = await site.newPlayer()
    const { playerId } = player
    const file = await plain().png().toBuffer()
    for (let sent = 0; sent < LETTER_LIMITS.picturesOfDay; sent++)
      await site.services.letterPictures.add(playerId, file)
    const { body } = await send(file)
    expect(body).toMatchObject({ success: false, code: 'pictures-day' })
    expect(body.message).toContain(String(LETTER_LIMITS.picturesOfDay))
  })
})
