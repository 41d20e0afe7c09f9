// The guard of the browser's build, on tiny builds.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { islandGuard } from '../../scripts/build-guard.mjs'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guard-'))
  await symlink(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'))
})

afterEach(() => rm(root, { recursive: true }))

async function built(files: Readonly<Record<string, string>>, server = false): Promise<unknown> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [islandGuard()],
    build: { write: false, ssr: server, rolldownOptions: { input: join(root, 'src/islands/entry.ts') } },
  })
}

const entry = (code: string): Record<string, string> => ({ 'src/islands/entry.ts': code })

describe('the build of the browser’s code', () => {
  it('passes with stores, packages and types', async () => {
    await built({
      ...entry(
        "import type { A } from '../server/a.ts'\nimport { atom } from 'nanostores'\nexport const a = atom<A>(1)",
      ),
      'src/server/a.ts': 'export type A = number',
    })
  })

  it('fails for a module of the server and names the way to it', async () => {
    const building = built({
      ...entry("import { b } from './between.ts'\nconsole.log(b)"),
      'src/islands/between.ts': "export { secret as b } from '../server/secret.ts'",
      'src/server/secret.ts': "export const secret = 'x'",
    })
    await expect(building).rejects.toThrow(
      /stays on the server[\s\S]*src\/islands\/entry\.ts\n {2}→ \S*src\/islands\/between\.ts\n {2}→ \S*src\/server\/secret\.ts/,
    )
  })

  it('fails for one that is only imported late', async () => {
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

  it('lets the server have what is its own', async () => {
    await built(
      { ...entry("import { s } from '../server/s.ts'\nconsole.log(s)"), 'src/server/s.ts': 'export const s = 1' },
      true,
    )
  })
})
