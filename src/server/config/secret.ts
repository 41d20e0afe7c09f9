// The key that signs cookies and tokens: the operator's, or one that a sandbox creates and stores. Other keys are stored in the same way.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** Writes the file with a fresh key atomically; leaves an existing file. */
async function makeOnce(path: string, key: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, key, { flag: 'wx', mode: 0o600 })
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}

/** Returns the key in a file, and creates it at the first call. Its folder has to exist. */
export async function keepOnce(path: string, makeKey: () => string): Promise<string> {
  if (!existsSync(path)) await makeOnce(path, makeKey())
  return readFile(path, 'utf8')
}

/** Settings with the secret that cookies and tokens are signed with. */
export type SecretConfig = Config & { readonly secret: string }

/** Returns the settings with a secret. A sandbox keeps its own in `DATA_DIR/secret`. */
export async function withSecret(config: Config): Promise<SecretConfig> {
  if (config.secret !== undefined) return { ...config, secret: config.secret }
  if (config.mode === 'live') throw new Error('Live mode needs a SECRET')
  await mkdir(config.dataDir, { recursive: true })
  const secret = await keepOnce(join(config.dataDir, 'secret'), () => randomBytes(32).toString('hex'))
  return { ...config, secret }
}
