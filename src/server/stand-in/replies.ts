// Replies of the stand-ins' pages: their headers.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { inlineHashes, stylePolicy } from '../base/inline-hashes.ts'

/** Returns the content security policy of a stand-in page: its own styles, and no script. */
function pagePolicy(document: string): string {
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    ...stylePolicy(inlineHashes(document)),
    'img-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/** Makes that no reply of an app is cached. */
export function protectReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}

/** Sends a page that was made in the visitor's language, which runs no script. */
export function sendDocument(reply: FastifyReply, document: string): FastifyReply {
  return reply.header('content-security-policy', pagePolicy(document)).type('text/html; charset=utf-8').send(document)
}
