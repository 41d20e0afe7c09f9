// Reads what a notice consists of, strictly: what can be read in two ways is refused.
import type { z } from 'zod'
import { NoticeRefused, type RawNotice } from './provider.ts'

/** The type of the body without its parameters, in lower case. */
export function mediaTypeOf({ contentType }: RawNotice): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

/**
 * A header that has to be there once.
 *
 * @param name in lower case
 * @throws NoticeRefused when it is missing, empty or there several times
 */
export function soleHeader(notice: RawNotice, name: string): string {
  const value = notice.headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw new NoticeRefused(value === undefined || value === '' ? `no ${name} header` : `${name} is there several times`)
}

/**
 * The body as text.
 *
 * @throws NoticeRefused when it is not UTF-8
 */
function bodyText({ body }: RawNotice): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    throw new NoticeRefused('the body is not UTF-8', { cause })
  }
}

/**
 * The body as JSON.
 *
 * @throws NoticeRefused when it is none, or is not called so
 */
export function jsonBody(notice: RawNotice): unknown {
  if (mediaTypeOf(notice) !== 'application/json') throw new NoticeRefused('the body is not called application/json')
  try {
    return JSON.parse(bodyText(notice))
  } catch (cause) {
    if (cause instanceof NoticeRefused) throw cause
    throw new NoticeRefused('the body is no JSON')
  }
}

/**
 * The fields of a form.
 *
 * @throws NoticeRefused when one stands there twice
 */
export function formBody(notice: RawNotice): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(bodyText(notice))) {
    if (fields.has(name)) throw new NoticeRefused(`${JSON.stringify(name.slice(0, 40))} stands in the form twice`)
    fields.set(name, value)
  }
  return fields
}

/**
 * Reads a value by a schema.
 *
 * @throws NoticeRefused that names the first place where it does not fit, and never what stands there
 */
export function readAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new NoticeRefused(`the notice is not what is documented: ${path === '' ? 'the whole' : path}`)
}
