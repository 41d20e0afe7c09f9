// The key that cookies are signed with: the operator's own, or one that a sandbox makes once and keeps.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { withSecret } from '../../src/server/secret.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-secret-'))
})

afterEach(() => rm(folder, { recursive: true }))

it('takes the one that is set, and writes nothing', async () => {
  const secret = 'x'.repeat(40)
  const config = await withSecret(readConfig({ SECRET: secret, DATA_DIR: join(folder, 'none') }))
  expect(config.secret).toBe(secret)
  await expect(stat(join(folder, 'none'))).rejects.toThrow('ENOENT')
})

it('makes one of 256 bits for a sandbox, readable by its owner alone, and keeps it', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'deep', 'data') })
  const { secret } = await withSecret(config)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect((await withSecret(config)).secret).toBe(secret)
  const file = join(config.dataDir, 'secret')
  expect(await readFile(file, 'utf8')).toBe(secret)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

it('is the same for all who start at once', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const made = await Promise.all(Array.from({ length: 20 }, () => withSecret(config)))
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(1)
  expect(made[0]?.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await readdir(folder)).toEqual(['secret'])
})
