// All published days as files: a table of each group of figures, and the chain that `npm run verify` reads. Each is made once a day.
import type { FastifyInstance } from 'fastify'
import type { Enforce } from '../http/limits.ts'
import { isTableName } from '../services/transparency/csv.ts'
import type { PublishedReader } from '../services/transparency/reading.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'

/** A day never changes: readers ask whether there is a newer one, and seldom. */
const CACHE_CONTROL = 'public, max-age=300'

interface Kept {
  readonly head: string | null
  readonly file: Promise<CachedFile>
}

/** Adds `/transparency/{table}.csv` and `/transparency/chain.json`. */
export function transparencyFiles(app: FastifyInstance, published: PublishedReader, limit: Enforce): void {
  const files = new Map<string, Kept>()

  async function makeFile(name: string): Promise<CachedFile> {
    const isChain = name === 'chain.json'
    const table = name.replace(/\.csv$/, '')
    const text = isChain ? await published.chain() : isTableName(table) ? await published.table(table) : ''
    const type = isChain ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8'
    return cacheFile(Buffer.from(text), { type, cacheControl: CACHE_CONTROL })
  }

  async function fileOf(name: string): Promise<CachedFile> {
    const head = await published.headHash()
    const kept = files.get(name)
    if (kept?.head === head) return kept.file
    const making = { head, file: makeFile(name) }
    files.set(name, making)
    making.file.catch(() => {
      if (files.get(name) === making) files.delete(name)
    })
    return making.file
  }

  app.get<{ Params: { name: string } }>('/transparency/:name', async (request, reply) => {
    const { name } = request.params
    const isFile = name === 'chain.json' || (name.endsWith('.csv') && isTableName(name.slice(0, -'.csv'.length)))
    if (!isFile) return reply.callNotFound()
    await limit(request, reply)
    return sendCached(request, reply, await fileOf(name))
  })
}
