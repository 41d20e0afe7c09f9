// What every group of routes receives, and the app type whose bodies and replies follow the protocol.
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Settings } from '../../protocol/settings.ts'
import type { LoadedCatalogue } from '../catalogue/loaded-catalogue.ts'
import type { CsrfOptions } from '../http/csrf.ts'
import type { SwitchGate } from '../http/switch-gate.ts'
import type { OrderPolling } from '../jobs/order-polling.ts'
import type { Services } from '../services/services.ts'
import type { SteamProfile } from '../steam/profile.ts'
import type { SteamSignIn } from '../steam/sign-in.ts'

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

export interface RouteParts {
  readonly services: Services
  readonly csrf: CsrfOptions
  readonly steam: { readonly signIn: SteamSignIn; readonly profileOf: (steamid: string) => Promise<SteamProfile> }
  readonly polling: Pick<OrderPolling, 'pollPlayer'>
  readonly siteUrl: string
  /** Refuses what staff switched off; for calls whose part depends on their body. */
  readonly gate: SwitchGate
  /** The version of the terms that a sign-in accepts; stored with the consent. */
  readonly termsVersion: () => string
  /** What browsers need to know of the site. */
  readonly settings: () => Settings
  readonly now: () => number
  /** Returns the catalogue of the preview that a member of the staff looks at; undefined for that in force. */
  readonly previewCatalogue: (request: FastifyRequest) => Promise<LoadedCatalogue | undefined>
}

/** A plugin that adds the routes of a feature. */
export type Routes = (api: Api, parts: RouteParts) => void
