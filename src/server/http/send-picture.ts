// Sends a player's picture. Browsers neither run it, nor show it as a page, nor cache it.
import type { FastifyReply } from 'fastify'

/** Sends a picture that the site encoded. `nosniff` and a policy that loads nothing are on every response. */
export function sendPicture(reply: FastifyReply, id: string, picture: Buffer): FastifyReply {
  return reply
    .type('image/webp')
    .header('content-disposition', `attachment; filename="picture-${id}.webp"`)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-store')
    .send(picture)
}
