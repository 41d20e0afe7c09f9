// npm run catalogue -- import: takes pictures, rarities and names from the public CSGO-API files, all of them or none.
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { catalogueFolder } from '../../server/catalogue/catalogue-folder.ts'
import { type CommandResult, runOps } from '../../support/runner/command.ts'

const ICON = 'https://community.akamai.steamstatic.com/economy/image/abc_DEF-123'

const REDLINE = {
  id: 'skin-1',
  name: 'AK-47 | Redline',
  rarity: { id: 'rarity_ancient_weapon', name: 'Covert', color: '#eb4b4b' },
  image: ICON,
}
const KARAMBIT = { id: 'skin-2', name: '★ Karambit', rarity: { id: 'rarity_ancient_weapon' }, image: `${ICON}4` }
const STRANGER = { id: 'skin-3', name: 'AWP | Nobody', rarity: { id: 'rarity_rare_weapon' }, image: ICON }

/** The same skins in each of the four files of the format. */
const FILES: Readonly<Record<string, unknown>> = {
  skins: [REDLINE, KARAMBIT, STRANGER],
  skins_not_grouped: [
    {
      ...REDLINE,
      name: 'AK-47 | Redline (Minimal Wear)',
      market_hash_name: 'StatTrak™ AK-47 | Redline (Minimal Wear)',
    },
    { ...KARAMBIT, market_hash_name: '★ Karambit' },
    { ...STRANGER, market_hash_name: 'AWP | Nobody (Factory New)' },
  ],
  collections: [
    { id: 'collection-1', name: 'The Test Collection', contains: [REDLINE, KARAMBIT, STRANGER], image: null },
  ],
  crates: [
    { id: 'crate-1', name: 'Test Case', type: 'Case', contains: [REDLINE, STRANGER], contains_rare: [KARAMBIT] },
    { id: 'crate-2', name: 'Stickers', type: null, contains: [] },
  ],
}

const RUSSIAN = [
  { ...REDLINE, name: 'АК-47 | Красная черта' },
  { ...KARAMBIT, name: '★ Керамбит' },
]

interface Skin {
  readonly id: string
  readonly rarity: string
  readonly icon: string | null
  readonly name: Readonly<Record<string, string>>
}

describe('catalogue import', () => {
  let folder: string
  let server: Server
  let address: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-import-'))
    await mkdir(join(folder, 'ru'))
    for (const [name, content] of Object.entries(FILES)) {
      await writeFile(join(folder, `${name}.json`), JSON.stringify(content, null, 1))
    }
    await writeFile(join(folder, 'ru', 'skins.json'), JSON.stringify(RUSSIAN))
    server = createServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      else if (request.url === '/cut') {
        response.writeHead(200, { 'content-length': '1000' }).write('[{"id"')
        setImmediate(() => response.destroy())
      } else if (request.url === '/en/skins.json') response.end(JSON.stringify(FILES.skins))
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true })
  })

  type Place = Awaited<ReturnType<typeof catalogueFolder>>

  const run = (place: Place, ...args: readonly string[]): Promise<CommandResult> =>
    runOps(['catalogue', 'import', ...args, '--folder', place.folder, '--pictures', place.pictures])
  const skinsOf = async (place: Place): Promise<Skin[]> =>
    JSON.parse(await readFile(join(place.folder, 'skins.json'), 'utf8'))

  it.each(Object.keys(FILES))('imports pictures and rarities from %s', async (name) => {
    await using place = await catalogueFolder()
    const { code, out, err } = await run(place, join(folder, `${name}.json`))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(
      '3 changes. The list does not contain 0 of 2 skins.\n1 skins of the list are not in the catalogue',
    )
    expect(out).toMatch(/^ak-47-redline +rarity +classified +covert$/m)
    expect(await skinsOf(place)).toMatchObject([
      { id: 'ak-47-redline', rarity: 'covert', icon: 'abc_DEF-123', name: { ru: 'AK-47 | Красная линия' } },
      { id: 'karambit', rarity: 'covert', icon: 'abc_DEF-1234' },
    ])
    expect((await run(place, join(folder, `${name}.json`))).out).toMatch(
      /^0 changes\..*skins\.json stays as it is\.\n$/s,
    )
    expect(await readdir(place.folder)).not.toContain(expect.stringMatching(/^\.import/))
  })

  it('prints changes of rarities first and all of them, then names, then pictures', async () => {
    await using place = await catalogueFolder()
    const { out } = await run(place, join(folder, 'skins.json'), join(folder, 'ru', 'skins.json'), '--dry-run')
    const fields = out.split('\n').map((line) => /^\S+ +(rarity|name\.ru|icon) /.exec(line)?.[1])
    expect(fields.filter((field) => field !== undefined)).toEqual(['rarity', 'name.ru', 'icon', 'icon'])
    expect(out).toContain('Changes: 1 of rarity, 1 of names, 2 of pictures.\n4 changes. ')
  })

  it('keeps a rarity of which the files say different things', async () => {
    await using place = await catalogueFolder()
    const other = [{ ...REDLINE, id: 'skin-x', rarity: { id: 'rarity_mythical_weapon' } }, KARAMBIT]
    await writeFile(join(folder, 'other.json'), JSON.stringify(other))
    const { out } = await run(place, join(folder, 'skins.json'), join(folder, 'other.json'))
    expect(out).toContain('The files disagree about the rarity of 1 skins, such as ak-47-redline: it stays as it is.')
    expect((await skinsOf(place))[0]).toMatchObject({ id: 'ak-47-redline', rarity: 'classified' })
  })

  it.each([
    ['music kits', { id: 'music_kit-3', name: 'Music Kit | Daniel Sadowski, Crimson Assault' }],
    [
      'agents',
      { id: 'agent-4613', name: 'Bloody Darryl The Strapped | The Professionals', rarity: { id: 'rarity_ancient' } },
    ],
    ['stickers', { id: 'sticker-1', name: 'Sticker | Shooter', market_hash_name: 'Sticker | Shooter' }],
    [
      'crates of stickers',
      { id: 'crate-1', name: 'Capsule', contains: [{ id: 'sticker-1', name: 'Sticker | Shooter' }] },
    ],
    ['skins of another game', { id: 'skin-9', name: 'Hat | Red' }],
  ])('refuses %s, alone or beside skins', async (_, entry) => {
    await using place = await catalogueFolder()
    const before = await skinsOf(place)
    const path = join(folder, 'kits.json')
    await writeFile(path, JSON.stringify([entry]))
    for (const places of [[path], [join(folder, 'skins.json'), path]]) {
      const { code, err } = await run(place, ...places)
      expect(code).toBe(1)
      expect(err).toContain(`${path} is no list of skins: none of its entries is a skin of the catalogue.`)
      expect(err).toContain('Nothing was changed.')
    }
    expect(await skinsOf(place)).toEqual(before)
  })

  it('refuses names of another language that belong to no skin', async () => {
    await using place = await catalogueFolder()
    const path = join(folder, 'uk', 'kits.json')
    await mkdir(join(folder, 'uk'), { recursive: true })
    await writeFile(path, JSON.stringify([{ id: 'music_kit-3', name: 'Набір музики' }]))
    const { code, err } = await run(place, join(folder, 'skins.json'), path)
    expect(code).toBe(1)
    expect(err).toContain(`${path} is no list of skins`)
  })

  it('imports names of other languages from files given with the English one, and writes nothing in a dry run', async () => {
    await using place = await catalogueFolder()
    const before = await skinsOf(place)
    const places = [join(folder, 'ru', 'skins.json'), join(folder, 'skins.json')]
    const dry = await run(place, ...places, '--dry-run')
    expect(dry.out).toMatch(/name\.ru +AK-47 \| Красная линия +АК-47 \| Красная черта/)
    expect(dry.out).toMatch(/Nothing was written: --dry-run\.\n$/)
    expect(await skinsOf(place)).toEqual(before)
    await run(place, ...places)
    expect((await skinsOf(place)).map(({ name }) => name.ru)).toEqual(['АК-47 | Красная черта', 'Керамбит'])
    expect((await run(place, join(folder, 'ru', 'skins.json'))).err).toMatch(/^No English file is among them/)
  })

  it('corrects the known errors of the game’s names', async () => {
    await using place = await catalogueFolder()
    await place.replace('skins.json', 'AK-47 | Redline', 'Desert Eagle | Heirloom')
    await place.replace('skins.json', 'ak-47-redline', 'desert-eagle-heirloom')
    for (const file of ['prices.json', 'cases.json', 'rewards.json']) {
      const path = join(place.folder, file)
      const text = await readFile(path, 'utf8')
      await writeFile(path, text.replaceAll('ak-47-redline', 'desert-eagle-heirloom'))
    }
    const english = { ...REDLINE, name: 'Desert Eagle | Heirloom' }
    const ukrainian = { ...REDLINE, name: 'Пустельний орел | Cпадщина' }
    await mkdir(join(folder, 'uk'), { recursive: true })
    await writeFile(join(folder, 'heirloom.json'), JSON.stringify([english]))
    await writeFile(join(folder, 'uk', 'skins.json'), JSON.stringify([ukrainian]))
    const { code, err } = await run(place, join(folder, 'heirloom.json'), join(folder, 'uk', 'skins.json'))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect((await skinsOf(place))[0]?.name.uk).toBe('Пустельний орел | Спадщина')
  })

  it('takes nothing from a souvenir, which is another item', async () => {
    await using place = await catalogueFolder()
    const souvenir = {
      ...REDLINE,
      name: 'Souvenir AK-47 | Redline (Minimal Wear)',
      market_hash_name: 'Souvenir AK-47 | Redline (Minimal Wear)',
    }
    const before = await skinsOf(place)
    await writeFile(join(folder, 'souvenirs.json'), JSON.stringify([souvenir, KARAMBIT]))
    const { code, out } = await run(place, join(folder, 'souvenirs.json'))
    expect(code).toBe(0)
    expect(out).toContain('1 skins of the list are not in the catalogue')
    expect((await skinsOf(place))[0]).toEqual(before[0])
  })

  it('reads an address', async () => {
    await using place = await catalogueFolder()
    expect(await run(place, `${address}/en/skins.json`)).toMatchObject({ code: 0, err: '' })
    expect((await skinsOf(place))[0]?.icon).toBe('abc_DEF-123')
  })

  it.each<[string, string | ((text: string) => string), RegExp]>([
    ['breaks off', (text) => text.slice(0, -40), /at line \d+, column \d+: /],
    ['is empty', '', /breaks off or is no JSON at line 1, column 1/],
    ['is a page', '<!DOCTYPE html>', /is no JSON at line 1, column 1/],
    ['has no list', '{}', /has another shape than it should at \/: /],
    ['lacks a name', '[{"id":"a","name":"x"},{"id":"b"}]', /at \/1\/name: /],
    ['is wrong inside', '[{"id":"c","name":"x","contains":[{"id":1,"name":"y"}]}]', /at \/0\/contains\/0\/id: /],
  ])('changes nothing where a file %s, and reports the position', async (_, broken, words) => {
    await using place = await catalogueFolder()
    const before = await readFile(join(place.folder, 'skins.json'), 'utf8')
    const whole = await readFile(join(folder, 'skins.json'), 'utf8')
    const path = join(place.folder, 'broken.json')
    await writeFile(path, typeof broken === 'string' ? broken : broken(whole))
    const { code, out, err } = await run(place, join(folder, 'skins.json'), path)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(words)
    expect(err).toContain('broken.json')
    expect(err).toMatch(/Nothing was changed\.\n$/)
    expect(await readFile(join(place.folder, 'skins.json'), 'utf8')).toBe(before)
  })

  it.each<[string, () => string, RegExp]>([
    ['leads elsewhere', () => `${address}/away`, /leads elsewhere, to http:\/\/127\.0\.0\.1:1\/: /],
    ['breaks off', () => `${address}/cut`, /could not be read: no answer/],
    ['is not there', () => `${address}/nothing`, /answered 404\./],
    ['could be changed on its way', () => 'http://example.com/skins.json', /is no https address/],
    ['is no address to read', () => 'ftp://example.com/skins.json', /is no https address/],
    ['is out of reach', () => 'http://127.0.0.1:1/skins.json', /could not be read: no answer: /],
    ['is a file that is not there', () => '/nowhere/skins.json', /could not be read: there is no such file\./],
  ])('changes nothing where a place %s', async (_, where, words) => {
    await using place = await catalogueFolder()
    const { code, out, err } = await run(place, where())
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(words)
    expect((await skinsOf(place))[0]?.icon).toBeNull()
  })

  it('refuses a file that is too long, and one that is not UTF-8', async () => {
    await using place = await catalogueFolder()
    const long = join(folder, 'long.json')
    await writeFile(long, '[')
    await truncate(long, 200 * 1024 * 1024)
    expect((await run(place, long)).err).toMatch(/long\.json is longer than \d+ bytes\./)
    await rm(long)
    const latin = join(folder, 'latin.json')
    await writeFile(latin, Buffer.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]))
    expect((await run(place, latin)).err).toMatch(/it is not UTF-8/)
  })

  it.each([
    [[], /^error: missing required argument 'places'\n/],
    [
      ['x.json', '--language', 'xx'],
      `error: option '--language <language>' argument 'xx' is invalid. Allowed choices are ${LANGUAGES.join(', ')}.\n`,
    ],
  ])('reports the error of %j', async (args, sentence) => {
    const { code, err } = await runOps(['catalogue', 'import', ...args])
    expect(code).toBe(2)
    expect(err).toMatch(sentence)
  })

  const SNAPSHOT = new URL('../../../../shared/data/csgo-api-collections.json', import.meta.url).pathname

  // Its licence does not allow us to distribute the real file: the test needs a copy beside the repository.
  it.skipIf(!existsSync(SNAPSHOT))('fills the shop’s own catalogue from the real list of collections', async () => {
    const data = join(folder, 'data')
    await cp('data', data, { recursive: true })
    const { code, out } = await runOps(['catalogue', 'import', SNAPSHOT, '--folder', data])
    expect(code).toBe(0)
    expect(out).toMatch(/^\d{3} changes\. The list does not contain \d+ of \d+ skins/m)
    const skins: Skin[] = JSON.parse(await readFile(join(data, 'skins.json'), 'utf8'))
    expect(skins.filter(({ icon }) => icon !== null).length).toBeGreaterThan(600)
    expect((await runOps(['catalogue', 'check', data])).code).toBe(0)
  })
})
