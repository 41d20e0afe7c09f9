// The guard of the browser's build, on small builds.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { islandGuard, licenceGuard, packageOf } from '../../scripts/build-guard.mjs'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guard-'))
  await symlink(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'))
})

afterEach(() => rm(root, { recursive: true }))

async function built(
  files: Readonly<Record<string, string>>,
  { server = false, guard = islandGuard() }: { readonly server?: boolean; readonly guard?: Plugin } = {},
): Promise<unknown> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [guard],
    ssr: { noExternal: true },
    build: { write: false, ssr: server, rolldownOptions: { input: join(root, 'src/islands/entry.ts') } },
  })
}

const entry = (code: string): Record<string, string> => ({ 'src/islands/entry.ts': code })

describe('the build of the browser code', () => {
  it('passes with stores, packages and types', async () => {
    await built({
      ...entry(
        "import type { A } from '../server/a.ts'\nimport { atom } from 'nanostores'\nexport const a = atom<A>(1)",
      ),
      'src/server/a.ts': 'export type A = number',
    })
  })

  it('fails for a server module and prints the import path', async () => {
    const building = built({
      ...entry("import { b } from './between.ts'\nconsole.log(b)"),
      'src/islands/between.ts': "export { secret as b } from '../server/secret.ts'",
      'src/server/secret.ts': "export const secret = 'x'",
    })
    await expect(building).rejects.toThrow(
      /stays on the server[\s\S]*src\/islands\/entry\.ts\n {2}→ \S*src\/islands\/between\.ts\n {2}→ \S*src\/server\/secret\.ts/,
    )
  })

  it('fails for one that is imported dynamically', async () => {
    const files = { ...entry("void import('../server/secret.ts')"), 'src/server/secret.ts': 'export const secret = 1' }
    await expect(built(files)).rejects.toThrow('stays on the server')
  })

  it.each(['node:crypto', 'fs'])('fails for %s', async (name) => {
    await expect(built(entry(`import * as it from '${name}'\nconsole.log(it)`))).rejects.toThrow('no Node in a browser')
  })

  it('fails for zod', async () => {
    await expect(built(entry("import { z } from 'zod'\nconsole.log(z.int())"))).rejects.toThrow(
      'zod stays on the server',
    )
  })

  it('allows the server its own modules', async () => {
    await built(
      { ...entry("import { s } from '../server/s.ts'\nconsole.log(s)"), 'src/server/s.ts': 'export const s = 1' },
      { server: true },
    )
  })
})

describe('the licences of a build', () => {
  const guard = licenceGuard()

  it.each([
    ['/site/node_modules/react-dom/cjs/client.js', 'node_modules/react-dom'],
    ['\0/site/node_modules/@nanostores/react/index.js?commonjs', 'node_modules/@nanostores/react'],
    ['/site/node_modules/send/node_modules/debug/src/node.js', 'node_modules/send/node_modules/debug'],
    ['/site/node_modules/.cache/spacedrop-fonts/onest-latin.woff2', undefined],
    ['/site/src/pages/index.astro', undefined],
  ])('find the package of %s', (id, path) => {
    expect(packageOf(id)).toBe(path)
  })

  it.each([true, false])('allow packages that ship (server: %s)', async (server) => {
    await built(entry("import { atom } from 'nanostores'\nconsole.log(atom(1))"), { server, guard })
  })

  it.each([true, false])('refuse a package that does not, by its name (server: %s)', async (server) => {
    const building = built(entry("import { integer } from 'fast-check'\nconsole.log(integer())"), { server, guard })
    await expect(building).rejects.toThrow(
      /add to BUNDLED in scripts\/licences\/shipped\.ts[\s\S]*node_modules\/fast-check/,
    )
  })
})
