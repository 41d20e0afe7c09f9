import type { FastifyInstance, FastifyRequest } from 'fastify'
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
import { rememberCampaign } from '../http/campaign-cookie.ts'
import { type CookieJar, TOKEN_COOKIE } from '../http/cookies.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { languageOf, requireSession } from '../http/identity.ts'
import type { Enforce } from '../http/limits.ts'
import type { Sessions } from '../services/account/sessions.ts'
import type { Referral } from '../services/referral/referral.ts'
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

export interface ReferralLinkParts {
  readonly jar: CookieJar
  readonly limit: Enforce
  readonly referral: Pick<Referral, 'countVisit'>
  readonly sessions: Pick<Sessions, 'identify'>
}

/**
 * Adds `/r/CODE`, the referral link: remembers the code, counts the visit, and redirects to the home page, for any code. The response does
 * not reveal which codes exist, and no header contains input other than a valid code.
 */
export function referralLink(app: FastifyInstance, { jar, limit, referral, sessions }: ReferralLinkParts): void {
  async function count({ cookies }: FastifyRequest, code: string): Promise<void> {
    const session = await sessions.identify(cookies[TOKEN_COOKIE], cookies[jar.companion])
    await referral.countVisit(code, session?.player.id ?? null)
  }

  app.get<{ Params: { '*': string } }>('/r/*', async (request, reply) => {
    await limit(request, reply)
    rememberCampaign(request, reply, jar)
    const code = readCode(request.params['*'])
    if (code !== null) {
      // The answer does not wait, so that its time does not tell which codes exist. A browser that has the code has been counted.
      if (request.method === 'GET' && request.cookies[jar.referral] !== code) {
        count(request, code).catch((error: unknown) =>
          request.log.warn({ err: error }, 'a visit by a referral link could not be counted'),
        )
      }
      reply.setCookie(jar.referral, code, {
        path: '/',
        sameSite: 'lax',
        httpOnly: true,
        secure: jar.secure,
        maxAge: REFERRAL_COOKIE_DAYS * DAY_SECONDS,
      })
    }
    return reply.header('cache-control', 'no-store').redirect('/', 302)
  })
}
