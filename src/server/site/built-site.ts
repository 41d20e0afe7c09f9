// A site with the pages of the build, as `npm start` runs it.
import { dirname, join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { nonDefaultRealtimePort, realtimeOrigins } from '../config/site-origin.ts'
import { createDocuments } from '../documents/documents.ts'
import { findPages } from '../documents/known-pages.ts'
import { createLinkPicture } from '../documents/link-pictures.ts'
import { openBuiltPages } from '../documents/page-renderer.ts'
import { TYPEFACES_FILE } from '../documents/picture-drawer.ts'
import { openBuiltOffice } from '../office/office-documents.ts'
import { openSite, type Site } from './site.ts'

/**
 * Opens a site and listens.
 *
 * @param dist the build's folder (current-build.ts), with `client` and `server` in it
 */
export function openBuiltSite(config: Config, log: FastifyBaseLogger, dist: string): Promise<Site> {
  const assets = join(dist, 'client')
  return openSite({
    config,
    log,
    openDocuments: async (texts, locals, lookups) =>
      createDocuments({
        render: await openBuiltPages(dist, locals),
        hasPage: findPages({ texts, shop: locals.shop, ...lookups }),
        languages: () => texts.current.brand.languages,
        linkPicture: createLinkPicture({ shop: locals.shop, texts }),
        mode: config.mode,
        realtimePort: nonDefaultRealtimePort(config),
        serviceWorker: config.serviceWorker,
        push: config.push !== undefined,
        siteUrl: config.siteUrl,
        realtimeOrigins: realtimeOrigins(config),
        // The office shows a preview beside the text.
        frames: locals.preview === undefined || config.office === undefined ? [] : [new URL(config.office.url).origin],
      }),
    assets,
    builds: dirname(dist),
    typefaces: join(dist, TYPEFACES_FILE),
    pictures: join(assets, 'assets', 'img', 'cases'),
    office: openBuiltOffice(join(dist, 'office')),
  })
}
