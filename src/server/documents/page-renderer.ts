// Pages as Astro built them: prerendered files first, then rendering on demand. Their content is passed in; pages import no service.
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import inject from 'light-my-request'

export interface RenderedPage {
  readonly status: number
  readonly html: string
  /** True when it shows the catalogue, so that a new catalogue makes it stale. */
  readonly isOnDemand: boolean
  /** True when its content changes at any time, so that it is cached for seconds only. */
  readonly isVolatile?: boolean
}

/** Renders the page at a path that begins with a language, e.g. `/en/case/orion`, maybe with a query; null where there is no page. */
export type RenderPage = (path: string) => Promise<RenderedPage | null>

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: App.Locals,
) => Promise<void>

async function prerendered(folder: string, path: string): Promise<RenderedPage | null> {
  const file = normalize(join(folder, path, 'index.html'))
  if (!file.startsWith(normalize(folder))) return null
  try {
    return { status: 200, html: await readFile(file, 'utf8'), isOnDemand: false }
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(String(error.code))
    ) {
      return null
    }
    throw error
  }
}

/**
 * Opens the pages of a build.
 *
 * @param distFolder Astro's output folder, with `client` and `server` in it
 * @param locals passed to every page
 */
export async function openBuiltPages(distFolder: string, locals: App.Locals): Promise<RenderPage> {
  const entry = pathToFileURL(join(distFolder, 'server', 'entry.mjs')).href
  const { handler } = (await import(entry)) as { handler: AstroHandler }
  const client = join(distFolder, 'client')

  async function onDemand(path: string): Promise<RenderedPage | null> {
    let unknown = false
    const response = await inject(
      (request, response) => {
        const next = (error?: unknown): void => {
          unknown = error === undefined
          response.statusCode = unknown ? 404 : 500
          response.end(error instanceof Error ? error.message : '')
        }
        handler(request as IncomingMessage, response as ServerResponse, next, { ...locals }).catch(next)
      },
      { method: 'GET', url: path },
    )
    if (unknown) return null
    if (response.statusCode >= 500) throw new Error(`Rendering ${path} failed: ${response.payload.slice(0, 500)}`)
    const isVolatile = response.headers['cache-control'] === 'no-store'
    return { status: response.statusCode, html: response.payload, isOnDemand: true, isVolatile }
  }

  return async (path) => (await prerendered(client, path)) ?? onDemand(path)
}
