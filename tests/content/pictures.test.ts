// The pictures of a shop's texts: what a page may show, what is refused and at which line, and what an edition keeps of them.
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { readFiles } from '../../src/content/default-files.ts'
import { pictureFileOf, readPicture, withoutUnshown } from '../../src/content/pictures.ts'
import { formatFault, type ShopFiles } from '../../src/content/shop-files.ts'
import { readShopTexts } from '../../src/content/shop-texts.ts'
import { readWebp } from '../../src/content/webp.ts'
import { isPictureFile, pictureAddress, picturesNamedIn, SHOP_PICTURES } from '../../src/game/office/shop-pictures.ts'

const FILES = readFiles()
const FAQ = 'pages/faq/en.md'

const canvas = (width: number, height: number, background = '#ff9f1a') =>
  sharp({ create: { width, height, channels: 4, background } })

const webp = (width = 40, height = 30, background = '#ff9f1a'): Promise<Buffer> =>
  canvas(width, height, background).webp().toBuffer()

let text: string
let picture: string
let address: string
let shop: ShopFiles

beforeAll(async () => {
  text = (await webp()).toString('base64')
  picture = pictureFileOf(text)
  address = pictureAddress(picture)
  shop = { ...FILES, [picture]: text }
})

/** Returns a shop whose questions end with words in one language. */
function saying(words: string, language = 'en', files: ShopFiles = shop): ShopFiles {
  const file = `pages/faq/${language}.md`
  return { ...files, [file]: `${files[file]}\n${words}\n` }
}

function faultsOf(files: ShopFiles): string[] {
  const read = readShopTexts(files)
  return 'faults' in read ? read.faults.map(formatFault) : []
}

const lastLine = (files: ShopFiles, file = FAQ): number => (files[file] ?? '').trimEnd().split('\n').length

describe('a picture in a text', () => {
  it('has its own words in each language, its size, and waits until it is nearly in sight', async () => {
    const words = { en: 'The "Sell" button', ru: 'Кнопка «Продать»', uk: 'Кнопка «Продати»' } as const
    let files = shop
    for (const [language, alt] of Object.entries(words)) files = saying(`![${alt}](${address})`, language, files)
    const read = readShopTexts(files)
    if ('faults' in read) throw new Error(read.faults.map(formatFault).join('\n'))
    const html = JSON.stringify(await read.texts.ownPage('faq', 'en'))
    const attributes = `width="40" height="30" loading="lazy" decoding="async" alt="The “Sell” button"`
    expect(JSON.parse(html).sections.at(-1).entries.at(-1).html).toContain(`<img src="${address}" ${attributes}>`)
    const ukrainian = JSON.stringify(await read.texts.ownPage('faq', 'uk'))
    expect(ukrainian).toContain(words.uk)
    expect(read.texts.pictures.get(picture)?.bytes.toString('base64')).toBe(text)
  })

  it.each<readonly [name: string, words: (at: string) => string, language: string, fault: RegExp]>([
    ['without words', (at) => `![ ](${at})`, 'en', /has no words for who does not see it/],
    ['with too many words', (at) => `![${'word '.repeat(80)}](${at})`, 'en', /300 at most/],
    ['in Russian words of an English text', (at) => `![Кнопка](${at})`, 'en', /not in the language/],
    ['in English words of a Russian text', (at) => `![The sell button](${at})`, 'ru', /not in the language/],
    ['in Russian words of a Ukrainian text', (at) => `![Мы здесь](${at})`, 'uk', /not in the language/],
    ['in Ukrainian words of a Russian text', (at) => `![Ваші речі](${at})`, 'ru', /not in the language/],
    ['with a title', (at) => `![Sell](${at} "Sell")`, 'en', /no words behind its address/],
    ['among words', (at) => `Press ![Sell](${at}) now`, 'en', /stands alone/],
    ['in a heading', (at) => `### ![Sell](${at}) {#sell-it}\n\nWords.`, 'en', /stands alone|has no words/],
    ['in a link', (at) => `[![Sell](${at})](/faq)`, 'en', /stands alone/],
    ['by a reference', (at) => `![Sell][it]\n\n[it]: ${at}`, 'en', /names its address in its place/],
    ['of another site', () => '![Sell](https://pictures.example.com/a.webp)', 'en', /own pictures alone/],
    ['of the build', () => '![Sell](/assets/img/og.webp)', 'en', /own pictures alone/],
    ['in the text itself', () => '![Sell](data:image/webp;base64,AAAA)', 'en', /own pictures alone/],
    ['that is not there', () => `![Sell](/pictures/${'0'.repeat(32)}.webp)`, 'en', /is not there/],
    ['as a link', (at) => `[Sell](${at})`, 'en', /is dead/],
  ])('%s is refused at its line', (_name, words, language, fault) => {
    const files = saying(words(address), language)
    const file = `pages/faq/${language}.md`
    const found = faultsOf(files).filter((one) => fault.test(one))
    expect(found).not.toEqual([])
    expect(found[0]).toMatch(new RegExp(`^${file}:(\\d+): `))
    expect(Number(found[0]?.split(':')[1])).toBeGreaterThan(lastLine(shop, file))
  })

  it('may name brands in their letters, and stand in a list', () => {
    expect(faultsOf(saying(`![Steam Guard](${address})`, 'ru'))).toEqual([])
    expect(faultsOf(saying(`- Open it.\n\n  ![The button](${address})\n\n- Press it.`))).toEqual([])
  })

  it('is one of as many as a shop may have', async () => {
    let files = FILES
    for (let made = 0; made <= SHOP_PICTURES.most; made++) {
      const own = (await webp(10 + made, 10)).toString('base64')
      files = saying(`![Step](${pictureAddress(pictureFileOf(own))})`, 'en', { ...files, [pictureFileOf(own)]: own })
      if (made === SHOP_PICTURES.most - 1) expect(faultsOf(files)).toEqual([])
      if (made === SHOP_PICTURES.most)
        expect(faultsOf(files)).toEqual([
          expect.stringMatching(/^pages\/faq\/en\.md:\d+: is one picture too many: .* 24 at/),
        ])
    }
    const again = saying(`![Again](${picturesNamedIn(files[FAQ] ?? '').map(pictureAddress)[0]})`, 'en', files)
    expect(faultsOf(again)).toHaveLength(1)
  })
})

describe('the file of a picture', () => {
  const named = (bytes: Buffer): string | object => {
    const own = bytes.toString('base64')
    return readPicture(pictureFileOf(own), own)
  }

  it('says its size, with and without colours that are lost and light that shines through', async () => {
    for (const made of [
      canvas(64, 48).flatten().webp(),
      canvas(64, 48, '#ff9f1a80').webp(),
      canvas(64, 48, '#ff9f1a80').webp({ lossless: true }),
      canvas(64, 48).flatten().webp({ lossless: true }),
    ]) {
      expect(readWebp(await made.toBuffer())).toEqual({ width: 64, height: 48 })
    }
  })

  it('is refused where it is no picture, holds more than one, or is too large', async () => {
    expect(named(await canvas(8, 8).png().toBuffer())).toMatch(/no WebP/)
    expect(
      named(
        await canvas(8, 8)
          .webp()
          .withExif({ IFD0: { Make: 'Phone' } })
          .toBuffer(),
      ),
    ).toMatch(/EXIF|whole/)
    expect(named(await canvas(1_601, 8).webp().toBuffer())).toMatch(/1601 × 8 pixels: 1600/)
    const moving = sharp([await canvas(8, 8).png().toBuffer(), await canvas(8, 8, 'red').png().toBuffer()], {
      join: { animated: true },
    })
    expect(named(await moving.webp().toBuffer())).toMatch(/more than one still picture/)
    expect(named(Buffer.concat([await webp(), Buffer.from('PK\u0003\u0004')]))).toMatch(/whole/)
    expect(readPicture(picture, `${text}\n`)).toMatch(/base64/)
    expect(readPicture(`pictures/${'a'.repeat(32)}.webp`, text)).toContain(picture)
    expect(faultsOf({ ...saying(`![Sell](${address})`), [picture]: 'AAAA' })).toEqual([
      expect.stringContaining(`${picture}:1: is named after its content`),
    ])
  })

  it('reads any bytes without an error', async () => {
    const whole = await webp()
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, value, length) => {
        const damaged = Buffer.from(whole)
        damaged[at] = value
        for (const bytes of [damaged, whole.subarray(0, length), damaged.subarray(0, length)]) {
          const read = readWebp(bytes)
          if ('fault' in read) expect(read.fault).not.toBe('')
          else expect(bytes.length).toBe(whole.length)
        }
      }),
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => 'fault' in readWebp(Buffer.from(bytes))))
  })
})

describe('the pictures of files', () => {
  it('are those that pages name, and the other files stay', () => {
    const hash = fc.stringMatching(/^[0-9a-f]{32}$/)
    fc.assert(
      fc.property(fc.uniqueArray(hash, { maxLength: 8 }), fc.nat(8), (hashes, count) => {
        const names = hashes.map((one) => `pictures/${one}.webp`)
        const shown = names.slice(0, count)
        const page = shown.map((name) => `![words](/${name})`).join('\n\n')
        const files = { 'brand.json': '{}', 'pages/faq/en.md': page, ...Object.fromEntries(names.map((n) => [n, ''])) }
        expect(names.every(isPictureFile)).toBe(true)
        expect(Object.keys(withoutUnshown(files)).sort()).toEqual(['brand.json', 'pages/faq/en.md', ...shown].sort())
        expect(picturesNamedIn(page)).toEqual(shown)
      }),
    )
  })
})
