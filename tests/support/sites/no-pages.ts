import type { Documents } from '../../../src/server/documents/documents.ts'

/** The documents of a site without pages. */
export const NO_PAGES: Documents = {
  answer: async (_request, reply) => reply.code(404).send(''),
  dropRendered: () => undefined,
  dropAll: () => undefined,
  digest: async () => '',
}
