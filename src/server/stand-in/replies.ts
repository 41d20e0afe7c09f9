// Replies of the stand-ins' pages: their headers.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '../../game/language.ts'

/** The content security policy of a stand-in page. */
export const STAND_IN_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'"

/** Sets the headers of every reply of an app: nothing is cached, and a page runs no script. */
export function protectReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': STAND_IN_POLICY })
  })
}

/** Sends a page that was made in the visitor's language. */
export function sendDocument(reply: FastifyReply, language: Language, document: string): FastifyReply {
  return reply
    .headers({ 'content-language': language, vary: 'Cookie, Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(document)
}
