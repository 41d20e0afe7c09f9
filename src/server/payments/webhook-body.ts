// Reads the parts of a webhook request strictly: anything ambiguous is refused.
import type { z } from 'zod'
import { WebhookRefused, type WebhookRequest } from './provider.ts'

/** Returns the type of the body without its parameters, in lower case. */
export function mediaTypeOf({ contentType }: WebhookRequest): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

/**
 * Returns a header that has to be present once.
 *
 * @param name in lower case
 * @throws WebhookRefused when it is missing, empty or repeated
 */
export function singleHeader(request: WebhookRequest, name: string): string {
  const value = request.headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookRefused(value === undefined || value === '' ? `no ${name} header` : `${name} is repeated`)
}

/**
 * Returns the body as text.
 *
 * @throws WebhookRefused when it is not UTF-8
 */
function bodyText({ body }: WebhookRequest): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    throw new WebhookRefused('the body is not UTF-8', { cause })
  }
}

/**
 * Returns the body as JSON.
 *
 * @throws WebhookRefused when it is not JSON or has another type
 */
export function jsonBody(request: WebhookRequest): unknown {
  if (mediaTypeOf(request) !== 'application/json') throw new WebhookRefused('the content type is not application/json')
  try {
    return JSON.parse(bodyText(request))
  } catch (cause) {
    if (cause instanceof WebhookRefused) throw cause
    throw new WebhookRefused('the body is not JSON')
  }
}

/**
 * Returns the fields of a form.
 *
 * @param repeatable fields that do not matter enough to refuse a repetition: the first value counts
 * @throws WebhookRefused when another one is repeated
 */
export function formBody(request: WebhookRequest, repeatable: readonly string[] = []): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(bodyText(request))) {
    if (fields.has(name) && repeatable.includes(name)) continue
    if (fields.has(name)) throw new WebhookRefused(`${JSON.stringify(name.slice(0, 40))} is in the form twice`)
    fields.set(name, value)
  }
  return fields
}

/**
 * Parses a value by a schema.
 *
 * @throws WebhookRefused that names the first path where it does not fit, and never the value
 */
export function parseAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new WebhookRefused(`the request does not fit the documentation: ${path === '' ? 'the whole' : path}`)
}
