// Forms as the stand-ins' pages send them: as text, which each reads strictly for itself.
import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Lets an app take forms of so many bytes, instead of what it took them for before. */
export function takeForms(app: FastifyInstance, bytesMax: number): void {
  if (app.hasContentTypeParser(FORM_TYPE)) app.removeContentTypeParser(FORM_TYPE)
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: bytesMax }, (_request, body, done) =>
    done(null, body),
  )
}

/** The form of a request as it was sent; empty for a body of any other type, whose words could be anything. */
export function formText({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}
