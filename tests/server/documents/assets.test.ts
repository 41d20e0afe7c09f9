// Files of the build: which kinds are served, and as what.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAssets } from '../../../src/server/documents/assets.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-assets-'))
})

afterAll(() => rm(folder, { recursive: true }))

describe('the picture of a case', () => {
  it.each([
    ['own.svg', 'image/svg+xml'],
    ['own.png', 'image/png'],
    ['own.webp', 'image/webp'],
    ['own.avif', 'image/avif'],
    ['own.jpg', 'image/jpeg'],
  ])('is served when cases.json names %s', async (name, type) => {
    await writeFile(join(folder, name), 'picture')
    const assets = await openAssets(folder)
    expect(assets.names).toContain(name)
    const { variants } = await assets.load(name)
    expect(variants.identity.headers['content-type']).toBe(type)
    expect(String(variants.identity.body())).toBe('picture')
  })
})
