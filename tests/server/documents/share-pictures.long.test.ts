// Pictures of shared results: the real process draws them, one at a time, and neither a flood nor a broken process holds up the site.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outlineTable } from '../../../src/art/og/outlines.ts'
import { openTypeface } from '../../../src/art/og/typeface.ts'
import { createDrawer, type Drawer } from '../../../src/server/documents/picture-drawer.ts'
import type { PictureOrder } from '../../../src/server/documents/picture-process.ts'
import { BRAND } from '../../art/brand.ts'
import { win } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

let folder: string
let typefaces: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-pictures-'))
  typefaces = join(folder, 'typefaces.json')
  const file = new URL(
    '../../../node_modules/@fontsource-variable/onest/files/onest-latin-wght-normal.woff2',
    import.meta.url,
  )
  const letters = Array.from({ length: 224 }, (_, at) => String.fromCodePoint(32 + at))
  const table = outlineTable(openTypeface([await readFile(file)], 500), letters)
  await writeFile(typefaces, JSON.stringify({ display: table, text: table }))
})

afterAll(() => rm(folder, { recursive: true }))

/** A drawer that keeps the orders it was given. */
function recording(drawer: Drawer, orders: PictureOrder[]): Drawer {
  return {
    draw: (order) => {
      orders.push(order)
      return drawer.draw(order)
    },
    close: drawer.close,
  }
}

describe('the picture of a shared result', () => {
  const orders: PictureOrder[] = []
  let drawer: Drawer
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    drawer = recording(createDrawer({ typefaces }), orders)
    site = await openTestSite(undefined, { drawer })
    player = await site.newPlayer()
  })

  afterAll(async () => {
    await site.close()
    await drawer.close()
  })

  async function share(): Promise<{ roll: string; path: string }> {
    const [won] = await win(player, 1)
    const roll = won?.id ?? ''
    return { roll, path: (await player.post('/api/share', { roll })).body.path }
  }

  const read = (url: string) => site.app.inject({ method: 'GET', url })

  it.each([
    ['wide', 1200, 630],
    ['tall', 1080, 1920],
  ] as const)('%s is a JPEG of %d × %d, drawn once for all who ask', async (shape, width, height) => {
    const { path } = await share()
    orders.length = 0
    const answers = await Promise.all([1, 2, 3].map(() => read(`${path}/en-${shape}.jpg`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(orders).toHaveLength(1)
    const [first] = answers
    if (first === undefined) throw new Error('No answer')
    expect(first.headers['content-type']).toBe('image/jpeg')
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width, height })
    const again = await site.app.inject({
      method: 'GET',
      url: `${path}/en-${shape}.jpg`,
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    expect(orders).toHaveLength(1)
  })

  it('is drawn anew without the name when the player hides, and is gone when it was taken back', async () => {
    const { roll, path } = await share()
    await read(`${path}/en-wide.jpg`)
    expect(orders.at(-1)).toMatchObject({ subject: { player: expect.stringMatching(/^Player/) } })
    await player.post('/api/user/privacy', { hidden: true })
    // Hiding replaces the pair of seeds.
    await player.supplyClientSeed()
    expect((await read(`${path}/en-wide.jpg`)).statusCode).toBe(200)
    expect(orders.at(-1)).toMatchObject({ subject: { player: 'A player' } })
    await player.post('/api/share/end', { roll })
    expect((await read(`${path}/en-wide.jpg`)).statusCode).toBe(404)
  })

  it('of anything else is no page, and draws nothing', async () => {
    const { path } = await share()
    orders.length = 0
    const names = ['en-wide.png', 'xx-wide.jpg', 'en-huge.jpg', 'en-wide.jpg.jpg', '..%2Fen-wide.jpg']
    const paths = [...names.map((name) => `${path}/${name}`), `/win/${'A'.repeat(22)}/en-wide.jpg`]
    for (const one of paths) expect((await read(one)).statusCode, one).not.toBe(500)
    expect(orders).toEqual([])
  })

  it('is refused to a /48 that asks for many at once from its addresses, and drawn for others', async () => {
    const paths = await Promise.all(Array.from({ length: 17 }, share))
    const from = async (remoteAddress: string, path = '') =>
      // Awaited: a call that nothing waits for is not made.
      (await site.app.inject({ url: `${path}/ru-wide.jpg`, remoteAddress })).statusCode
    const flood = paths.slice(0, 16).map(({ path }, place) => from(`2001:db8:1:${place % 5}::1`, path))
    const other = from('192.0.2.1', paths[16]?.path)
    const statuses = await Promise.all(flood)
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
    expect(statuses.filter((status) => status === 503)).toHaveLength(12)
    expect(await other).toBe(200)
  })

  it('is refused to an address that asks for many at once, and to one that asks all the time', async () => {
    const paths = await Promise.all(Array.from({ length: 6 }, share))
    const answers = await Promise.all(paths.map(({ path }) => read(`${path}/uk-wide.jpg`)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
    expect(statuses.filter((status) => status === 503)).toHaveLength(2)
    let last = 200
    for (let asked = 0; asked < 80 && last !== 429; asked++) {
      last = (await read(`/win/${'A'.repeat(22)}/en-wide.jpg`)).statusCode
    }
    expect(last).toBe(429)
  })
})

describe('the process that draws', () => {
  const ORDER: Extract<PictureOrder, { kind: 'result' }> = {
    kind: 'result',
    subject: {
      brand: BRAND,
      game: 'Case',
      weapon: 'AK-47',
      finish: 'Redline',
      colour: '#ffffff',
      hue: 1,
      won: { label: 'Won', amount: '$1.00' },
      cost: { label: 'Cost', amount: '$1.00' },
      verdict: null,
      mark: null,
      player: 'Somebody',
      moment: 'now',
      host: 'localhost',
      check: 'check',
      item: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 384"/>',
      isLost: false,
    },
    shape: 'wide',
    photo: null,
  }

  it('is killed when it takes too long, and the next picture gets another one', async () => {
    const slow = createDrawer({ typefaces, deadlineMs: 1 })
    await expect(slow.draw(ORDER)).rejects.toThrow('has ended')
    await slow.close()
    const drawer = createDrawer({ typefaces })
    expect((await drawer.draw(ORDER)).length).toBeGreaterThan(1000)
    await drawer.close()
    expect((await drawer.draw(ORDER)).length).toBeGreaterThan(1000)
    await drawer.close()
  })

  it('draws while four busy processes wait for each processor', async () => {
    const busy = Array.from({ length: 4 * availableParallelism() }, () => spawn('sh', ['-c', 'while :; do :; done']))
    const drawer = createDrawer({ typefaces })
    try {
      expect((await drawer.draw(ORDER)).length).toBeGreaterThan(1000)
    } finally {
      for (const process of busy) process.kill('SIGKILL')
      await drawer.close()
    }
  })

  it('says what it cannot draw, and reads photos from Steam only', async () => {
    const drawer = createDrawer({ typefaces })
    const broken = { ...ORDER, subject: { ...ORDER.subject, item: '<svg <broken' } }
    await expect(drawer.draw(broken)).rejects.toThrow('could not be drawn')
    const plain = await drawer.draw(ORDER)
    for (const photo of ['http://127.0.0.1:1/secret', 'http://steamstatic.com.example/x', 'file:///etc/passwd']) {
      expect((await drawer.draw({ ...ORDER, photo })).equals(plain), photo).toBe(true)
    }
    await drawer.close()
  })

  it('is not there without the outlines of letters', async () => {
    const drawer = createDrawer({ typefaces: join(folder, 'nothing.json') })
    await expect(drawer.draw(ORDER)).rejects.toThrow()
    await drawer.close()
  })
})
