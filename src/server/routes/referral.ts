import type { FastifyInstance } from 'fastify'
import { FIRST_DEPOSIT_PERCENT, REFERRAL_COOKIE_DAYS } from '../../game/base/economy.ts'
import { readCode } from '../../game/rewards/referral.ts'
import { textFor } from '../../i18n/text.ts'
import {
  chooseReplySchema,
  codeBodySchema,
  enterReplySchema,
  referralReplySchema,
  referredQuerySchema,
  referredReplySchema,
} from '../../protocol/referral.ts'
import type { CookieJar } from '../http/cookies.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { languageOf, requireSession } from '../http/identity.ts'
import type { Routes } from './routes.ts'

const DAY_SECONDS = 86_400

/** Referrals: the tiers for everyone, the rest for the signed-in player. */
export const referralRoutes: Routes = (api, { services: { referral }, csrf: { jar } }) => {
  api.get('/referral', { schema: { response: { 200: referralReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await referral.overview(request.session?.player.id ?? null, readCode(request.cookies[jar.referral] ?? ''))),
  }))

  api.get(
    '/referral/players',
    { schema: { querystring: referredQuerySchema, response: { 200: referredReplySchema } } },
    async (request) => ({
      success: true as const,
      ...(await referral.playersOf(requireSession(request).player.id, request.query.cursor)),
    }),
  )

  api.post(
    '/referral/code',
    { schema: { body: codeBodySchema, response: { 200: enterReplySchema } } },
    async (request, reply) => {
      const { player } = requireSession(request)
      const entered = await referral.enter(player.id, request.body.code, idempotencyKeyIn(request, player.id))
      reply.clearCookie(jar.referral, { path: '/' })
      const message = textFor(languageOf(request), 'replies')('referralEntered', { percent: FIRST_DEPOSIT_PERCENT })
      return { success: true as const, message, entered }
    },
  )

  api.post(
    '/referral/own',
    { schema: { body: codeBodySchema, response: { 200: chooseReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const chosen = await referral.choose(player.id, request.body.code, idempotencyKeyIn(request, player.id))
      const message = textFor(languageOf(request), 'replies')('referralChosen', { code: chosen.code })
      return { success: true as const, message, ...chosen }
    },
  )
}

/**
 * Adds `/r/CODE`, the referral link: remembers the code and redirects to the home page, for any code. The response does not reveal
 * which codes exist, and no header contains input other than a valid code.
 */
export function referralLink(app: FastifyInstance, { referral, secure }: CookieJar): void {
  app.get<{ Params: { '*': string } }>('/r/*', async (request, reply) => {
    const code = readCode(request.params['*'])
    if (code !== null) {
      reply.setCookie(referral, code, {
        path: '/',
        sameSite: 'lax',
        httpOnly: true,
        secure,
        maxAge: REFERRAL_COOKIE_DAYS * DAY_SECONDS,
      })
    }
    return reply.header('cache-control', 'no-store').redirect('/', 302)
  })
}
