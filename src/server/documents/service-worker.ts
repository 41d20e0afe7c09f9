// The service worker at /sw.js: its source without types, and a mark of the offline page, by which browsers notice a new one.
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { TextsSource } from '../../content/shop-texts.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'
import type { Documents } from './documents.ts'

const SOURCES = join(import.meta.dirname, '../../worker')

/** The policy of a worker's script governs its own requests: it may make those of its site, and show its pictures. */
const POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"

/** Characters of a SHA-256 in hexadecimal digits. */
const MARK_LENGTH = 16

/**
 * Makes the script of the service worker.
 *
 * @param isOn false for the script that removes the worker and its caches from browsers that have them
 * @param offline a hash of the offline pages
 */
export async function makeServiceWorker(isOn: boolean, offline: string): Promise<CachedFile> {
  const source = await readFile(join(SOURCES, isOn ? 'service-worker.ts' : 'service-worker-off.ts'), 'utf8')
  const mark = isOn ? `// ${offline.slice(0, MARK_LENGTH)}\n` : ''
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

export interface ServiceWorkerParts {
  readonly isOn: boolean
  readonly documents: Pick<Documents, 'digest'>
  readonly texts: Pick<TextsSource, 'onChange'>
}

/** Adds `/sw.js`, which is made when it is first asked for, and again after the shop's texts have changed. */
export function serviceWorkerRoute(app: FastifyInstance, { isOn, documents, texts }: ServiceWorkerParts): void {
  let script: Promise<CachedFile> | undefined
  const drop = (): void => {
    script = undefined
  }
  app.addHook('onClose', texts.onChange(drop))
  const make = async (): Promise<CachedFile> => makeServiceWorker(isOn, isOn ? await documents.digest('/offline') : '')
  app.get('/sw.js', async (request, reply) => {
    if (script === undefined) {
      const making = make()
      script = making
      making.catch(() => {
        if (script === making) script = undefined
      })
    }
    return sendCached(request, reply, await script)
  })
}
