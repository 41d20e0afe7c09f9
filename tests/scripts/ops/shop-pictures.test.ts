// npm run ops -- shop export and import with pictures: real WebP files in a folder, base64 in an edition, and nothing else in either.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pictureFileOf } from '../../../src/content/pictures.ts'
import { pictureAddress } from '../../../src/game/office/shop-pictures.ts'
import { newestEdition, newestId } from '../../../src/server/shop/edition-store.ts'
import { readReleaseFiles } from '../../../src/server/shop/shop-files.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { type CommandDatabase, openCommandDatabase } from '../../support/runner/command.ts'
import { type MadePicture, madePicture, plainPicture } from '../../support/shop/picture.ts'
import { openTestShop } from '../../support/shop/shop.ts'

const FAQ = 'pages/faq/en.md'

describe('npm run ops -- shop', () => {
  let place: CommandDatabase
  let folder: string
  let picture: MadePicture

  beforeEach(async () => {
    place = await openCommandDatabase(DEFAULT_KIND)
    const shop = await openTestShop(place.db)
    shop.close()
    folder = await mkdtemp(join(tmpdir(), 'shop-'))
    picture = await madePicture()
  })

  afterEach(async () => {
    await place.remove()
    await rm(folder, { recursive: true })
  })

  /** Writes a folder with questions that show pictures, and files. */
  async function write(addresses: readonly string[], files: Readonly<Record<string, Buffer>>): Promise<void> {
    const text = `${(await readReleaseFiles())[FAQ]?.trimEnd()}\n\n${addresses.map((at) => `![Steam](${at})`).join('\n\n')}\n`
    for (const [name, bytes] of Object.entries({ [FAQ]: Buffer.from(text), ...files })) {
      await mkdir(join(folder, name, '..'), { recursive: true })
      await writeFile(join(folder, name), bytes)
    }
  }

  it('takes the pictures that texts show, and writes them as files again', async () => {
    const unshown = await madePicture(10, 10)
    await write([picture.address], { [picture.file]: picture.bytes, [unshown.file]: unshown.bytes })
    const { code, out, err } = await place.run('shop', 'import', folder)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`${unshown.file} is shown by no text of the folder, and left out.`)
    expect(out).toContain(`${picture.file}: new\n`)
    expect(out).not.toContain(picture.text.slice(0, 40))
    const edition = await newestEdition(place.db.queries)
    expect([edition?.files[picture.file], edition?.own]).toEqual([picture.text, [FAQ, picture.file].sort()])

    const exported = join(folder, 'exported')
    expect((await place.run('shop', 'export', exported)).code).toBe(0)
    expect(await readFile(join(exported, picture.file))).toEqual(picture.bytes)
    expect(await readdir(join(exported, 'pictures'))).toHaveLength(1)
    expect((await place.run('shop', 'import', exported)).out).toContain('Nothing changes')
  })

  it.each<readonly [name: string, bytes: (sound: Buffer) => Promise<Buffer>, words: RegExp]>([
    ['no WebP', async () => plainPicture().png().toBuffer(), /is no WebP picture/],
    ['cut off', async (sound) => sound.subarray(0, -8), /is no whole WebP picture/],
    [
      'of broken pixels',
      async (sound) => Buffer.concat([sound.subarray(0, 21), Buffer.from([0xff, 0xff]), sound.subarray(23)]),
      /cannot be decoded/,
    ],
    ['too large', async () => plainPicture(1_700, 10).webp().toBuffer(), /1700 × 10 pixels: 1600 a side at most/],
    [
      'with a camera’s words',
      async () =>
        plainPicture()
          .withExif({ IFD0: { Make: 'P' } })
          .webp()
          .toBuffer(),
      /EXIF|whole/,
    ],
  ])('refuses a file that is %s, and changes nothing', async (_name, bytes, words) => {
    const made = await bytes(picture.bytes)
    const file = pictureFileOf(made.toString('base64'))
    await write([pictureAddress(file)], { [file]: made })
    const { code, err } = await place.run('shop', 'import', folder)
    expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`${file}:1: .*`))])
    expect(err).toMatch(words)
    expect(await newestId(place.db.queries)).toBe(1)
  })

  it('names a file that is not named after its content', async () => {
    const name = `pictures/${'a'.repeat(32)}.webp`
    await write([`/${name}`], { [name]: picture.bytes })
    const { code, err } = await place.run('shop', 'import', folder)
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`${name}:1: is named after its content: call it ${picture.file}`),
    ])
  })

  it('names a picture that a text shows and the folder lacks, by its line', async () => {
    await write([picture.address], {})
    const { code, err } = await place.run('shop', 'import', folder)
    expect([code, err]).toEqual([1, expect.stringMatching(/pages\/faq\/en\.md:\d+: picture ".*" is not there/)])
  })
})
