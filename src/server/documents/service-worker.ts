// The service worker at /sw.js: its source without types, and a mark of the build, by which browsers notice a new offline page.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'

const SOURCES = join(import.meta.dirname, '../../worker')

/** The policy of a worker's script governs its own requests: it may make those of its site, and show its pictures. */
const POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"

/** Characters of a SHA-256 in hexadecimal digits. */
const MARK_LENGTH = 16

/** Returns a hash of the offline pages of a build; the same for every build that has none. */
async function offlinePagesMark(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('offline/index.html'))
  const hash = createHash('sha256')
  for (const name of names.toSorted()) hash.update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, MARK_LENGTH)
}

/**
 * Makes the script of the service worker.
 *
 * @param isOn false for the script that removes the worker and its caches from browsers that have them
 * @param folder the built documents
 */
export async function makeServiceWorker(isOn: boolean, folder: string): Promise<CachedFile> {
  const source = await readFile(join(SOURCES, isOn ? 'service-worker.ts' : 'service-worker-off.ts'), 'utf8')
  const mark = isOn ? `// ${await offlinePagesMark(folder)}\n` : ''
  return cacheFile(Buffer.from(stripTypeScriptTypes(source) + mark), {
    type: 'text/javascript; charset=utf-8',
    // A cache between server and browser would keep a worker that was switched off.
    cacheControl: 'no-cache',
    headers: { 'content-security-policy': POLICY },
  })
}

/** Makes the script of the office's service worker. */
export async function makeOfficeWorker(): Promise<CachedFile> {
  const source = await readFile(join(SOURCES, 'office-worker.ts'), 'utf8')
  return cacheFile(Buffer.from(stripTypeScriptTypes(source)), {
    type: 'text/javascript; charset=utf-8',
    cacheControl: 'no-cache',
    headers: { 'content-security-policy': POLICY },
  })
}

/** Adds `/sw.js`. */
export function serviceWorkerRoute(app: FastifyInstance, isOn: boolean, folder: string): void {
  const script = makeServiceWorker(isOn, folder)
  app.get('/sw.js', async (request, reply) => sendCached(request, reply, await script))
}
