// The key that signs cookies: the operator's own, or one that a sandbox creates once and keeps.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/config/config.ts'
import { withSecret } from '../../../src/server/config/secret.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-secret-'))
})

afterEach(() => rm(folder, { recursive: true }))

it('the secret is the configured one, and nothing is written', async () => {
  const secret = 'x'.repeat(40)
  const config = await withSecret(readConfig({ SECRET: secret, DATA_DIR: join(folder, 'none') }))
  expect(config.secret).toBe(secret)
  await expect(stat(join(folder, 'none'))).rejects.toThrow('ENOENT')
})

it('the secret of a sandbox has 256 bits, is readable by its owner only, and is kept', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'deep', 'data') })
  const { secret } = await withSecret(config)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect((await withSecret(config)).secret).toBe(secret)
  const file = join(config.dataDir, 'secret')
  expect(await readFile(file, 'utf8')).toBe(secret)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

it('the secret is the same for all processes that start in parallel', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const made = await Promise.all(Array.from({ length: 20 }, () => withSecret(config)))
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(1)
  expect(made[0]?.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await readdir(folder)).toEqual(['secret'])
})
