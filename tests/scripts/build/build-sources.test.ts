// What a build is made from: every file that its scripts and pages import, so that no change of one leaves an old build in use.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, it, onTestFinished } from 'vitest'
import { buildSources, ENTRIES, sourceDigest } from '../../../scripts/build-sources.mjs'

/** Returns the files of the project that are loaded with some others, by a parser. */
async function loadedWith(files: readonly string[]): Promise<string[]> {
  const { output } = await cruise([...files], { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: false })
  return (output as ICruiseResult).modules
    .filter(
      ({ coreModule, couldNotResolve, source }) => !coreModule && !couldNotResolve && !source.includes('node_modules'),
    )
    .map(({ source }) => source)
}

it('are all files that are loaded with the scripts of a build', async () => {
  const sources = [...buildSources().keys()]
  const loaded = await loadedWith(ENTRIES)
  expect(loaded).toContain('scripts/browser-chunks.mjs')
  expect(loaded.filter((path) => !sources.includes(path))).toEqual([])
})

it('are few files of the server: a change of the others builds nothing', () => {
  const server = [...buildSources().keys()].filter((path) => path.startsWith('src/server/'))
  expect(server).toContain('src/server/documents/picture-drawer.ts')
  expect(server).not.toContain('src/server/main.ts')
})

async function projectOf(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'spacedrop-sources-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) await change(root, path, text)
  return root
}

async function change(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const PROJECT = {
  'astro.config.mjs': "import { plugin } from './scripts/plugin.mjs'\nexport default plugin\n",
  'scripts/plugin.mjs': "import {\n  part,\n} from './parts/part.ts'\nimport './effect.mjs'\n",
  'scripts/parts/part.ts': "export { deep } from './deep.ts'\nimport type { Server } from '../../src/server/type.ts'\n",
  'scripts/parts/deep.ts': "export const deep = () => import('./lazy.mjs')\n",
  'scripts/parts/lazy.mjs': 'export default 1\n',
  'scripts/effect.mjs': '',
  'scripts/other.mjs': '',
  'scripts/typefaces.ts': "import { list } from '../src/server/list.ts'\n",
  'src/page.astro': "---\nimport { value } from './value.ts'\n---\n",
  'src/value.ts': '',
  'src/server/list.ts': '',
  'src/server/type.ts': '',
  'package.json': '{}',
}

it.each([
  'astro.config.mjs',
  'scripts/plugin.mjs',
  'scripts/parts/part.ts',
  'scripts/parts/deep.ts',
  'scripts/parts/lazy.mjs',
  'scripts/effect.mjs',
  'scripts/typefaces.ts',
  'src/page.astro',
  'src/value.ts',
  'src/server/list.ts',
  'src/new.ts',
  'package.json',
])('have another digest after a change of %s', async (path) => {
  const root = await projectOf(PROJECT)
  const before = sourceDigest(root)
  await change(root, path, '// changed\n')
  expect(sourceDigest(root)).not.toBe(before)
})

it.each(['scripts/other.mjs', 'src/server/type.ts', 'src/server/new.ts', 'tests/a.test.ts'])(
  'have the same digest after a change of %s',
  async (path) => {
    const root = await projectOf(PROJECT)
    const before = sourceDigest(root)
    await change(root, path, '// changed\n')
    expect(sourceDigest(root)).toBe(before)
  },
)
