// The office in development: Vite serves its modules and reloads what changes in them.
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { OfficePages } from './office-documents.ts'

/** What the office takes of Vite's development server. */
export interface OfficeDevelopment {
  transformIndexHtml(path: string, html: string): Promise<string>
  readonly middlewares: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close(): Promise<void>
}

/** Calls of the office; all other addresses are modules of Vite, or the page. */
const CALLS = /^\/office\//

/**
 * Opens the office for development.
 *
 * @param root the folder of its page
 * @param startVite starts Vite's development server, whose hot reload listens on the office's own server
 */
export function openDevelopmentOffice(
  root: string,
  startVite: (server: Server) => Promise<OfficeDevelopment>,
): OfficePages {
  let vite: OfficeDevelopment | undefined
  return {
    page: async (path) => {
      const html = await readFile(join(root, 'index.html'), 'utf8')
      return vite === undefined ? null : vite.transformIndexHtml(path, html)
    },
    // Vite writes the start of hot reload into the page.
    scripts: "'unsafe-inline'",
    register: async (app) => {
      const started = await startVite(app.server)
      vite = started
      app.addHook('onClose', () => started.close())
      app.addHook('onRequest', (request, reply, done) => {
        if (CALLS.test(request.url)) done()
        else started.middlewares(request.raw, reply.raw, () => done())
      })
    },
  }
}
