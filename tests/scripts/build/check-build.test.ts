// The check of a build, on small ones.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../../..')

const packages = (...names: ('fast-check' | 'nanostores')[]): string =>
  JSON.stringify(names.map((name) => ({ name, version: manifest.devDependencies[name] })))

const GOOD = {
  'client/js/start.js': 'export const last = [1].at(-1)\n',
  'client/assets/built/shell.a1-B_.css': 'b { color: red }',
  'client/packages.json': packages('nanostores'),
  'server/packages.json': packages('nanostores'),
  'office/assets/index.a1.js': 'export const last = [1].at(-1)\n',
  'office/packages.json': packages('nanostores'),
  'office/manifest.json': JSON.stringify({
    'index.html': { file: 'assets/index.a1.js', isEntry: true },
    'rooms/staff/StaffRoom.tsx': { file: 'assets/index.a1.js', isDynamicEntry: true },
    '../i18n/office/en.ts': { file: 'assets/index.a1.js', isDynamicEntry: true },
  }),
}

/** Resolves with what the check of a build says of these files, and its folder. */
async function check(
  files: Readonly<Record<string, string>>,
): Promise<{ code: number | null; out: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'check-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const script = join(root, 'scripts/check-build.ts')
  const { status, stdout } = spawnSync(process.execPath, [script, folder], { cwd: root, encoding: 'utf8' })
  return { code: status, out: stdout, folder }
}

it('passes, and removes the lists of packages', async () => {
  const { code, out, folder } = await check(GOOD)
  expect({ code, out }).toEqual({ code: 0, out: '' })
  for (const list of ['client/packages.json', 'office/packages.json', 'office/manifest.json'])
    expect(existsSync(join(folder, list))).toBe(false)
})

it.each([
  ['a package that does not ship', { 'client/packages.json': packages('fast-check') }, /^fast-check@.*BUNDLED/],
  ['one in the code of the server', { 'server/packages.json': packages('fast-check') }, /^fast-check@.*BUNDLED/],
  ['a function that an old browser lacks', { 'client/js/a.js': 'Object.groupBy([1], String)' }, /a\.js: .*requires/],
  ['one in the office', { 'office/packages.json': packages('fast-check') }, /^fast-check@.*BUNDLED/],
  [
    'a function that an old browser lacks, in the office',
    { 'office/assets/a.js': 'Object.groupBy([1], String)' },
    /a\.js/,
  ],
  ['an office without rooms', { 'office/manifest.json': '{}' }, /^office: no rooms/],
  ['a style sheet besides the shell’s', { 'client/assets/built/style.a1.css': '' }, /^assets\/built\/style\.a1\.css: /],
])('fails for %s', async (_what, file, fault) => {
  const { code, out } = await check({ ...GOOD, ...file })
  expect(code).toBe(1)
  expect(out).toMatch(fault)
})

it('fails for a build without scripts', async () => {
  const { 'client/js/start.js': _, ...others } = GOOD
  expect(await check(others)).toMatchObject({ code: 1, out: expect.stringContaining('no scripts') })
})
