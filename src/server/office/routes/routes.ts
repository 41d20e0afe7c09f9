// What the routes of the office share.
import type { CookieSerializeOptions } from '@fastify/cookie'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { SESSION_MS } from '../../../game/office/times.ts'
import type { Config, OfficeSettings } from '../../config/config.ts'
import type { OfficeServices } from '../../services/office/services.ts'

/** An app whose routes are typed by their schemas. */
export type OfficeApi = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The one cookie of the office. */
export interface OfficeJar {
  readonly name: string
  readonly options: CookieSerializeOptions
}

export interface OfficeRouteParts {
  readonly services: OfficeServices
  readonly jar: OfficeJar
  readonly office: Pick<OfficeSettings, 'url'>
  readonly mode: Config['mode']
}

export type OfficeRoutes = (api: OfficeApi, parts: OfficeRouteParts) => Promise<void> | void

/** Returns the cookie of an office: cookies are shared between ports, so that its name is its own; over https it belongs to its host alone. */
export function officeJar(url: string): OfficeJar {
  const secure = url.startsWith('https:')
  return {
    name: secure ? '__Host-office' : 'office',
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: SESSION_MS / 1000 },
  }
}
