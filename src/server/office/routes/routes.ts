// What the routes of the office share.
import type { CookieSerializeOptions } from '@fastify/cookie'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { SESSION_MS } from '../../../game/office/times.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { Config, OfficeSettings } from '../../config/config.ts'
import type { PreviewPass } from '../../http/preview-cookie.ts'
import type { OfficeAct } from '../../services/office/acts.ts'
import type { OfficeServices } from '../../services/office/services.ts'
import { actorOf, sessionOf } from '../guards.ts'

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
  /** Returns the address at the players' site that opens the preview of a draft. */
  readonly preview: (pass: PreviewPass) => string
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

/** Runs or proposes an act for the member who calls. */
export async function runAct(
  services: Pick<OfficeServices, 'act'>,
  request: FastifyRequest,
  act: OfficeAct,
  body: object,
  reason: string,
): Promise<ActReply> {
  const done = await services.act({ act, body, reason, session: sessionOf(request), by: actorOf(request) })
  return done.outcome === 'done' ? { outcome: 'done' } : done
}
