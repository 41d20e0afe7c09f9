// Sign-in: to Steam, back from Steam, and the one-time code for a token. The login modal sends both confirmations along.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { tokenBodySchema, tokenReplySchema } from '../../contract/user.ts'
import { type CsrfOptions, giveCsrfToken } from '../http/csrf.ts'
import { noteSecurity } from '../http/security-log.ts'
import { RefusalError } from '../refusal.ts'
import type { Services } from '../services/services.ts'
import type { SteamProfile } from '../steam/profile.ts'
import type { SteamSignIn } from '../steam/sign-in.ts'
import { stateCookie } from '../steam/state.ts'
import type { Api } from './routes.ts'

/** The version of the terms that a sign-in agrees to; a new one is asked for when the texts change. */
export const TERMS_VERSION = '2026-11-21'

export interface AuthOptions {
  readonly signIn: SteamSignIn
  readonly profileOf: (steamid: string) => Promise<SteamProfile>
  readonly csrf: CsrfOptions
  readonly siteUrl: string
  readonly now: () => number
}

const startQuery = z.object({
  terms: z.string().optional(),
  adult: z.string().optional(),
  back: z.string().max(512).optional(),
})

/** The callback page reads what it is told from the fragment, which no server and no log sees. */
function toCallback(reply: FastifyReply, told: Record<string, string>): FastifyReply {
  return reply.redirect(`/auth/callback#${new URLSearchParams(told)}`, 302)
}

function visitOf(request: FastifyRequest): { agent: string; address: string } {
  return { agent: request.headers['user-agent'] ?? '', address: request.ip }
}

/** To Steam and back. */
function steamRoutes(api: Api, { players, sessions }: Services, options: AuthOptions): void {
  const { jar } = options.csrf
  const state = stateCookie(jar.secure)

  api.get('/auth/steam', { schema: { querystring: startQuery } }, async (request, reply) => {
    const { terms, adult, back } = request.query
    if (terms !== '1' || adult !== '1') return toCallback(reply, { error: 'refused' })
    // The answer comes back to the site's own address, and the state cookie has to be there when it does.
    if (request.headers.host !== new URL(options.siteUrl).host) {
      return reply.redirect(`${options.siteUrl}${request.url}`, 302)
    }
    const confirmation = { confirmedAt: new Date(options.now()), termsVersion: TERMS_VERSION }
    const { address, cookie } = options.signIn.start(confirmation, back)
    reply.setCookie(jar.state, cookie, state)
    return reply.redirect(address, 302)
  })

  api.get('/auth/steam/return', async (request, reply) => {
    const rawQuery = (request.raw.url ?? '').split('?').slice(1).join('?')
    const result = await options.signIn.finish(rawQuery, request.cookies[jar.state])
    if (result.kind === 'unavailable') {
      request.log.warn({ reason: result.reason }, 'Steam did not answer a sign-in')
      return toCallback(reply, { error: 'failed' })
    }
    reply.clearCookie(jar.state, { path: state.path })
    if (result.kind === 'cancelled') return toCallback(reply, { error: 'cancelled', back: result.back })
    if (result.kind === 'refused') {
      noteSecurity(request, 'sign-in-refused', { reason: result.reason })
      return toCallback(reply, { error: result.reason === 'state-expired' ? 'missing' : 'failed' })
    }
    const profile = await options.profileOf(result.steamid)
    const playerId = await players.arrive(
      { steamid: result.steamid, ...profile },
      { termsVersion: result.termsVersion, adult: true, address: request.ip, at: result.confirmedAt },
    )
    const { code, browser } = await sessions.makeCode(playerId)
    reply.setCookie(jar.signIn, browser, { ...jar.hidden, maxAge: 60 })
    return toCallback(reply, { code, back: result.back })
  })
}

/** The one-time code for a token. */
function tokenRoute(api: Api, { sessions, referral }: Services, { csrf }: AuthOptions): void {
  const { jar } = csrf

  /** Takes the code of the link that a player came by. Nothing of it may stand in the way of the sign-in. */
  async function takeReferral(request: FastifyRequest, reply: FastifyReply, playerId: number): Promise<void> {
    const code = request.cookies[jar.referral]
    if (code === undefined) return
    try {
      await referral.arriveBy(playerId, code)
      reply.clearCookie(jar.referral, { path: '/' })
    } catch (error) {
      request.log.warn({ err: error }, 'the code of a link could not be taken')
    }
  }

  api.post(
    '/auth/token',
    { schema: { body: tokenBodySchema, response: { 200: tokenReplySchema } } },
    async (request, reply) => {
      const opened = await sessions.redeemCode(request.body.code, request.cookies[jar.signIn], visitOf(request))
      if (opened === null) {
        noteSecurity(request, 'sign-in-refused', { reason: 'code' })
        throw new RefusalError('sign-in-expired')
      }
      // Whoever was signed in in this browser is so no longer: its old token must not outlive the new one.
      if (request.session !== null) await sessions.end(request.session)
      noteSecurity(request, 'sign-in', { player: opened.session.player.id, session: opened.session.id })
      reply.clearCookie(jar.signIn, { path: '/' })
      reply.setCookie(jar.companion, opened.companion, jar.hidden)
      giveCsrfToken(reply, csrf, `session:${opened.session.id}`)
      await takeReferral(request, reply, opened.session.player.id)
      return { success: true as const, token: opened.token }
    },
  )
}

/** The routes of a sign-in. */
export function authRoutes(api: Api, services: Services, options: AuthOptions): void {
  steamRoutes(api, services, options)
  tokenRoute(api, services, options)
}
