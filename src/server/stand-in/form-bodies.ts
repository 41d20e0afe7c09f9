// Form bodies of the stand-ins' pages, passed on as text that each stand-in parses strictly.
import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Makes an app accept form bodies of up to `bytesMax` as text, replacing an earlier parser. */
export function acceptForms(app: FastifyInstance, bytesMax: number): void {
  if (app.hasContentTypeParser(FORM_TYPE)) app.removeContentTypeParser(FORM_TYPE)
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: bytesMax }, (_request, body, done) =>
    done(null, body),
  )
}

/** Returns the form of a request as sent; empty for a body of any other type. */
export function formText({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}
