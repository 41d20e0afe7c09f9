// The manifest of the installed app: complete in every language, with icons of the sizes that it names.
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { appManifest } from '../../../src/content/brand/app-manifest.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { PAGES } from '../../support/browsers/pages.ts'
import { openTestSite } from '../../support/sites/site.ts'

interface Icon {
  readonly src: string
  readonly type: string
  readonly sizes: string
  readonly purpose?: string
}

interface Manifest {
  readonly id: string
  readonly lang: string
  readonly name: string
  readonly short_name: string
  readonly description: string
  readonly start_url: string
  readonly display: string
  readonly icons: readonly Icon[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly Icon[] }[]
}

const PUBLIC = join(import.meta.dirname, '../../../public')
const manifestIn = (language: (typeof LANGUAGES)[number]) => appManifest(language, 'ORBITDROP') as Manifest

describe.each(LANGUAGES)('the manifest in %s', (language) => {
  const manifest = manifestIn(language)

  it('is one app in every language, opens the home page in a window of its own, and has what installing needs', () => {
    expect(manifest).toMatchObject({ id: '/', lang: language, start_url: '/', display: 'standalone' })
    expect(manifest.short_name.length).toBeLessThanOrEqual(12)
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    )
  })

  it('has shortcuts to pages that exist', () => {
    expect(manifest.shortcuts).toHaveLength(4)
    for (const { url } of manifest.shortcuts) expect(PAGES as readonly string[]).toContain(url)
  })
})

it('says what it is in three languages', () => {
  const texts = LANGUAGES.map((language) => {
    const { description, shortcuts } = manifestIn(language)
    return [description, ...shortcuts.map(({ name }) => name)].join()
  })
  expect(new Set(texts).size).toBe(LANGUAGES.length)
})

const { icons, shortcuts } = manifestIn('en')
const drawn = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)]

it.each(drawn)('$src is a PNG of $sizes', async ({ src, type, sizes }) => {
  const { format, width, height } = await sharp(join(PUBLIC, src)).metadata()
  expect([`image/${format}`, `${width}x${height}`]).toEqual([type, sizes])
})

it('the icon for masks covers its square, and what is drawn stays in the circle that no mask cuts', async () => {
  const masked = icons.filter(({ purpose }) => purpose === 'maskable')
  expect(masked.length).toBeGreaterThan(0)
  for (const { src } of masked) {
    const { data, info } = await sharp(join(PUBLIC, src)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
    const ground = pixel(0, 0)
    expect(ground[3]).toBe(255)
    const middle = (info.width - 1) / 2
    for (let y = 0; y < info.height; y++) {
      for (let x = 0; x < info.width; x++) {
        if (Math.hypot(x - middle, y - middle) > 0.4 * info.width) expect(pixel(x, y)).toEqual(ground)
      }
    }
  }
})

it('has icons that browsers keep for an hour', async () => {
  const site = await openTestSite()
  const icon = await site.guest().get('/assets/img/app/icon-512.png')
  await site.close()
  expect(icon.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' })
})
