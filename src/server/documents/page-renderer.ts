// Pages as Astro built them, rendered when they are asked for. Their content is passed in; pages import no service.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import inject from 'light-my-request'
import { createRenderLock } from './render-lock.ts'

export interface RenderedPage {
  readonly status: number
  readonly html: string
  /** False when it shows the shop's texts alone, so that nothing but other texts makes it stale. */
  readonly showsCatalogue: boolean
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

/** What every page reads, and what is the same until all documents are dropped. */
const OF_EVERY_PAGE: readonly string[] = ['texts', 'preview', 'announcements'] satisfies (keyof App.Locals)[]

/** Returns what a page is handed, as it is now, and tells whether the page has read more of it than all pages do. */
export function watchLocals(locals: App.Locals): { readonly locals: App.Locals; readsMore(): boolean } {
  let readsMore = false
  const watched = new Proxy(
    { ...locals },
    {
      get: (target, name, receiver) => {
        if (typeof name === 'string' && !OF_EVERY_PAGE.includes(name) && name in target) readsMore = true
        return Reflect.get(target, name, receiver)
      },
    },
  )
  return { locals: watched, readsMore: () => readsMore }
}

/** Of all pages of this process. */
const lock = createRenderLock()

/**
 * Opens the pages of a build.
 *
 * @param distFolder Astro's output folder, with `client` and `server` in it
 * @param locals passed to every page
 */
export async function openBuiltPages(distFolder: string, locals: App.Locals): Promise<RenderPage> {
  const entry = pathToFileURL(join(distFolder, 'server', 'entry.mjs')).href
  const { handler } = (await import(entry)) as { handler: AstroHandler }

  const render: RenderPage = async (path) => {
    let unknown = false
    const watched = watchLocals(locals)
    const response = await inject(
      (request, response) => {
        const next = (error?: unknown): void => {
          unknown = error === undefined
          response.statusCode = unknown ? 404 : 500
          response.end(error instanceof Error ? error.message : '')
        }
        handler(request as IncomingMessage, response as ServerResponse, next, watched.locals).catch(next)
      },
      { method: 'GET', url: path },
    )
    if (unknown) return null
    if (response.statusCode >= 500) throw new Error(`Rendering ${path} failed: ${response.payload.slice(0, 500)}`)
    const isVolatile = response.headers['cache-control'] === 'no-store'
    return { status: response.statusCode, html: response.payload, showsCatalogue: watched.readsMore(), isVolatile }
  }
  const { preview } = locals
  return (path) => (preview === undefined ? lock.shared(() => render(path)) : lock.alone(() => render(path)))
}
