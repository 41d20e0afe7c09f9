// Sign-in: to Steam, back from Steam, and the exchange of the one-time code for a token. The sign-in dialog sends both
// confirmations.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readCampaign } from '../../../game/rewards/campaign.ts'
import { tokenBodySchema, tokenReplySchema } from '../../../protocol/user.ts'
import { RefusalError } from '../../base/refusal.ts'
import { setCsrfToken } from '../../http/csrf.ts'
import { logSecurity } from '../../http/security-log.ts'
import { subnetOf } from '../../network/networks.ts'
import { newSecret } from '../../services/account/sign-in-codes.ts'
import { stateCookie } from '../../steam/state.ts'
import type { Routes } from '../routes.ts'

const startQuery = z.object({
  terms: z.string().optional(),
  adult: z.string().optional(),
  back: z.string().max(512).optional(),
})

/** The callback page reads the parameters from the fragment, which is neither sent to servers nor logged. */
function toCallback(reply: FastifyReply, told: Record<string, string>): FastifyReply {
  return reply.redirect(`/auth/callback#${new URLSearchParams(told)}`, 302)
}

function visitOf(request: FastifyRequest): { agent: string; address: string } {
  return { agent: request.headers['user-agent'] ?? '', address: request.ip }
}

/** Adds the redirect to Steam and the return from it. */
const steamRoutes: Routes = (
  api,
  { services: { players, sessions }, csrf: { jar }, steam, siteUrl, termsVersion, now },
) => {
  const state = stateCookie(jar.secure)

  api.get('/auth/steam', { schema: { querystring: startQuery } }, async (request, reply) => {
    const { terms, adult, back } = request.query
    if (terms !== '1' || adult !== '1') return toCallback(reply, { error: 'refused' })
    // The confirmations are those of the site's own form: another site's link would give them for a player who has not seen it.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      logSecurity(request, 'sign-in-refused', { reason: 'cross-site' })
      return reply.redirect('/', 303)
    }
    // Steam returns to the site's configured address, where the state cookie has to be present.
    if (request.headers.host !== new URL(siteUrl).host) {
      return reply.redirect(`${siteUrl}${request.url}`, 302)
    }
    const confirmation = { confirmedAt: new Date(now()), termsVersion: termsVersion() }
    const { address, cookie } = steam.signIn.start(confirmation, back)
    reply.setCookie(jar.state, cookie, state)
    return reply.redirect(address, 302)
  })

  api.get('/auth/steam/return', async (request, reply) => {
    const rawQuery = (request.raw.url ?? '').split('?').slice(1).join('?')
    const result = await steam.signIn.finish(rawQuery, request.cookies[jar.state])
    if (result.kind === 'unavailable') {
      request.log.warn({ reason: result.reason }, 'Steam did not respond to a sign-in')
      return toCallback(reply, { error: 'failed' })
    }
    reply.clearCookie(jar.state, { path: state.path })
    if (result.kind === 'cancelled') return toCallback(reply, { error: 'cancelled', back: result.back })
    if (result.kind === 'refused') {
      logSecurity(request, 'sign-in-refused', { reason: result.reason })
      return toCallback(reply, { error: result.reason === 'state-expired' ? 'missing' : 'failed' })
    }
    const profile = await steam.profileOf(result.steamid)
    const consent = { termsVersion: result.termsVersion, adult: true, address: request.ip, at: result.confirmedAt }
    let playerId: number
    try {
      const campaign = readCampaign(request.cookies[jar.campaign] ?? '')
      playerId = await players.upsertPlayer({ steamid: result.steamid, ...profile }, consent, campaign)
    } catch (error) {
      if (error instanceof RefusalError && error.code === 'switched-off')
        return toCallback(reply, { error: 'closed', back: result.back })
      throw error
    }
    if (request.cookies[jar.campaign] !== undefined) reply.clearCookie(jar.campaign, { path: '/' })
    const { code, browser } = await sessions.makeCode(playerId)
    reply.setCookie(jar.signIn, browser, { ...jar.hidden, maxAge: 60 })
    return toCallback(reply, { code, back: result.back })
  })
}

const DEVICE = /^[\w-]{43}$/
const YEAR_SECONDS = 31_536_000

/** Exchanges the one-time code for a token. */
const tokenRoute: Routes = (api, { services: { sessions, referral, recordTraces }, csrf, now }) => {
  const { jar } = csrf

  /** Records device and address, for operators who look for related players. A failure must not prevent the sign-in. */
  async function leaveTraces(request: FastifyRequest, reply: FastifyReply, playerId: number): Promise<void> {
    const known = request.cookies[jar.device]
    const device = known !== undefined && DEVICE.test(known) ? known : newSecret()
    reply.setCookie(jar.device, device, { ...jar.hidden, maxAge: YEAR_SECONDS })
    try {
      await recordTraces({ playerId, device, subnet: subnetOf(request.ip), atMs: now() })
    } catch (error) {
      request.log.warn({ err: error }, 'the device of a sign-in could not be recorded')
    }
  }

  /** Enters the code of the referral link that the player followed. A failure must not prevent the sign-in. */
  async function takeReferral(request: FastifyRequest, reply: FastifyReply, playerId: number): Promise<void> {
    const code = request.cookies[jar.referral]
    if (code === undefined) return
    try {
      await referral.enterFromLink(playerId, code)
      reply.clearCookie(jar.referral, { path: '/' })
    } catch (error) {
      request.log.warn({ err: error }, 'the code of a referral link could not be entered')
    }
  }

  api.post(
    '/auth/token',
    { schema: { body: tokenBodySchema, response: { 200: tokenReplySchema } } },
    async (request, reply) => {
      const opened = await sessions.redeemCode(request.body.code, request.cookies[jar.signIn], visitOf(request))
      if (opened === null) {
        logSecurity(request, 'sign-in-refused', { reason: 'code' })
        throw new RefusalError('sign-in-expired')
      }
      // The previous session of this browser ends: its token must not outlive the new one.
      if (request.session !== null) await sessions.end(request.session)
      logSecurity(request, 'sign-in', { player: opened.session.player.id, session: opened.session.id })
      reply.clearCookie(jar.signIn, { path: '/' })
      reply.setCookie(jar.companion, opened.companion, jar.hidden)
      setCsrfToken(reply, csrf, `session:${opened.session.id}`)
      await leaveTraces(request, reply, opened.session.player.id)
      await takeReferral(request, reply, opened.session.player.id)
      return { success: true as const, token: opened.token }
    },
  )
}

/** The routes of the sign-in. */
export const authRoutes: Routes = (api, parts) => {
  steamRoutes(api, parts)
  tokenRoute(api, parts)
}
