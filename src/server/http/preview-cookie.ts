// The cookie that opens the preview of a draft: a member of the staff takes it from the office to the players' site, for an hour.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import { z } from 'zod'
import { isTimingSafeEqual } from '../base/timing-safe-equal.ts'
import type { CookieJar } from './cookies.ts'

/** How long one link of the office opens a preview. */
const PREVIEW_SECONDS = 3_600

/** What a cookie opens. */
export interface PreviewPass {
  readonly draft: number
  /** The session of the office that asked for it: where it ends, the preview does. */
  readonly session: string
}

const FORM = /^([A-Za-z0-9_-]{1,300})\.([A-Za-z0-9_-]{43})$/

const contentsSchema = z.strictObject({ draft: z.int().positive(), session: z.uuid(), until: z.int() })

const signatureOf = (secret: string, contents: string): string =>
  createHmac('sha256', secret).update(`preview\n${contents}`).digest('base64url')

/** Returns the attributes of the cookie, `jar.preview`. Pages of the office show a preview in a frame: both are of one site. */
export function previewAttributes({ secure }: Pick<CookieJar, 'secure'>) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: PREVIEW_SECONDS } as const
}

/** Writes a pass as a text that nobody else can make. */
export function issuePreviewPass(pass: PreviewPass, { secret, now }: { secret: string; now: () => number }): string {
  const contents = Buffer.from(JSON.stringify({ ...pass, until: now() + PREVIEW_SECONDS * 1_000 })).toString(
    'base64url',
  )
  return `${contents}.${signatureOf(secret, contents)}`
}

/** Reads a pass; undefined for one that is over, and for what was not made here. */
export function readPreviewPass(
  text: string,
  { secret, now }: { secret: string; now: () => number },
): PreviewPass | undefined {
  const [, contents = '', signature = ''] = FORM.exec(text) ?? []
  if (contents === '' || !isTimingSafeEqual(signature, signatureOf(secret, contents))) return undefined
  const read = contentsSchema.safeParse(JSON.parse(Buffer.from(contents, 'base64url').toString()))
  if (!read.success || read.data.until <= now()) return undefined
  return { draft: read.data.draft, session: read.data.session }
}

/** Returns the cookie's text in the headers of a request; undefined for nearly all. */
export function previewTextIn({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  return cookie?.includes(`${name}=`) === true ? parseCookie(cookie)[name] : undefined
}
