// Secrets in files: NAME_FILE instead of NAME, for every setting that holds one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../../src/server/config/config.ts'
import { FILE_SETTINGS } from '../../../src/server/config/config-schema.ts'
import { LIVE, refused } from './live-settings.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-secrets-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function fileOf(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

describe('secrets in files', () => {
  it('are read for each setting of a live shop, without the line break at the end, and redacted', async () => {
    const inFiles: Record<string, string> = {}
    for (const [name, value] of Object.entries(LIVE)) {
      if (FILE_SETTINGS.includes(name)) inFiles[`${name}_FILE`] = await fileOf(name, `${value}\n`)
      else inFiles[name] = value
    }
    expect(Object.keys(inFiles)).toEqual(
      expect.arrayContaining(['SECRET_FILE', 'DATABASE_URL_FILE', 'MONOBANK_TOKEN_FILE']),
    )
    const config = readConfig(inFiles)
    expect(config).toEqual(readConfig(LIVE))
    expect(config.secrets).toContain(LIVE.SECRET)
    expect(config.secrets).toContain('Yt7mQ2vKx9Lr4bHc')
  })

  it('are checked as those of the environment are', async () => {
    const { SECRET, ...rest } = LIVE
    expect(refused({ ...rest, SECRET_FILE: await fileOf('weak', 'a'.repeat(40)) })).toEqual(['SECRET'])
    expect(refused({ ...rest, SECRET_FILE: await fileOf('good', SECRET) })).toEqual([])
  })

  it('are refused with the setting, the file and the reason', async () => {
    const missing = join(folder, 'missing')
    expect(faultsOf({ SECRET_FILE: missing })).toEqual([`SECRET_FILE: ${missing} cannot be read: it does not exist`])
    expect(faultsOf({ REDIS_URL_FILE: folder })).toEqual([
      `REDIS_URL_FILE: ${folder} cannot be read: it is a directory, and a file is expected. Move it away, or name a file`,
    ])
    const empty = await fileOf('empty', '\n')
    expect(faultsOf({ STEAM_API_KEY_FILE: empty })).toEqual([`STEAM_API_KEY_FILE: ${empty} is empty`])
    const both = { SECRET: 'x'.repeat(32), SECRET_FILE: await fileOf('both', 'y'.repeat(32)) }
    expect(faultsOf(both)).toEqual(['SECRET_FILE: SECRET is set too: leave one of them out'])
  })

  it('are for secrets alone, and an empty name is none', () => {
    expect(readConfig({ PORT_FILE: '/nowhere', SECRET_FILE: '' }).port).toBe(4321)
    expect(FILE_SETTINGS).not.toContain('PORT')
  })
})
