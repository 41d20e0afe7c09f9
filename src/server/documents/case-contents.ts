// What cases contain, as one file that the choice of cases of a battle loads when its search is first used.
import type { FastifyInstance } from 'fastify'
import { CASE_CONTENTS_PATH } from '../../game/cases/case-path.ts'
import type { Shop } from '../../protocol/shop.ts'
import type { ActiveCatalogue } from '../catalogue/loaded-catalogue.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'

export interface CaseContentsParts {
  readonly shop: Pick<Shop, 'contents'>
  readonly catalogue: Pick<ActiveCatalogue, 'onChange'>
}

/** Adds the file of the current catalogue; it is made when it is first asked for. */
export function caseContentsRoute(app: FastifyInstance, { shop, catalogue }: CaseContentsParts): void {
  let file: Promise<CachedFile> | undefined
  catalogue.onChange(() => {
    file = undefined
  })
  app.get(CASE_CONTENTS_PATH, async (request, reply) => {
    file ??= cacheFile(Buffer.from(JSON.stringify(shop.contents())), {
      type: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    })
    return sendCached(request, reply, await file)
  })
}
