// The privacy page names every cookie and storage key that the code writes, in every language, and no other.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFiles } from '../../../src/content/default-files.ts'
import { readPages } from '../../../src/content/read-pages.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { mayStore, storedNames, storedNamesIn } from '../../support/runner/stored-names.ts'

const { pages } = readPages(readFiles())
const { names, unreadable } = storedNames()

describe('the privacy page', () => {
  it.each(LANGUAGES)('names every cookie and storage key that the code writes, and no other, in %s', (language) => {
    const section = pages
      .get('privacy')
      ?.get(language)
      ?.read.headings.find(({ id }) => id === 'cookies')
    const named = [...(section?.body ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    // The prefix that browsers demand of some cookies of a live site.
    expect(named.filter((name) => name !== '__Host-').sort()).toEqual(names)
  })
})

describe('the names', () => {
  it('of everything that is stored can be read from the sources', () => {
    expect(unreadable).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['token', 'lang', 'visitor', 'spacedrop:sound', 'spacedrop:reality']))
  })

  it.each([
    ["localStorage.getItem('a')", false],
    ["/a=/.test(document.cookie) ? document.cookie === '' : 0", false],
    ["localStorage.setItem('a', '')", true],
    ["localStorage.a = ''", true],
    ["document.cookie = 'a=1'", true],
    ["document.cookie='a=1'", true],
    ['const { cookie } = document; indexedDB.open(cookie)', true],
  ])('in a script without types are reported unless it only reads: %s', (script, stores) => {
    expect(mayStore(script)).toBe(stores)
  })

  it('are found as literals, constants, templates and parameters; what cannot be read is reported', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spacedrop-names-'))
    const file = join(folder, 'stores.ts')
    await writeFile(
      file,
      `declare const localStorage: any, reply: any, persistentAtom: any, Cookies: any
const KEY = 'constant'
const store = (key: string) => localStorage.setItem(key, '')
export function prefer(name: 'one' | 'two') { persistentAtom(\`app:\${name}\`, 0) }
localStorage.setItem('literal', '')
localStorage.setItem(KEY, '')
store('forwarded')
reply.setCookie('cookie', '')
Cookies.set('script', '')
new Map().set('no key', '')
localStorage.setItem(String(Math.random()), '')
reply.header('Set-Cookie', 'raw=1')
`,
    )
    const found = storedNamesIn([file])
    await rm(folder, { recursive: true })
    expect(found.names).toEqual(['app:one', 'app:two', 'constant', 'cookie', 'forwarded', 'literal', 'script'])
    expect(found.unreadable).toEqual([expect.stringMatching(/stores\.ts:11$/), expect.stringMatching(/stores\.ts:12$/)])
  })
})
