import type { FastifyInstance } from 'fastify'
import {
  chooseReplySchema,
  codeBodySchema,
  enterReplySchema,
  referralReplySchema,
  referredQuerySchema,
  referredReplySchema,
} from '../../contract/referral.ts'
import { FIRST_DEPOSIT_PERCENT, REFERRAL_COOKIE_DAYS } from '../../game/economy.ts'
import { readCode } from '../../game/referral.ts'
import { textFor } from '../../i18n/text.ts'
import { clickIn } from '../http/click.ts'
import type { CookieJar } from '../http/cookies.ts'
import { languageOf, signedIn } from '../http/identity.ts'
import type { Services } from '../services/services.ts'
import type { Api } from './routes.ts'

const DAY_SECONDS = 86_400

/** Who brings players: the tiers for everyone, the rest for the signed-in player. */
export function referralRoutes(api: Api, { referral }: Services, jar: Pick<CookieJar, 'referral'>): void {
  api.get('/referral', { schema: { response: { 200: referralReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await referral.standingOf(request.session?.player.id ?? null, readCode(request.cookies[jar.referral] ?? ''))),
  }))

  api.get(
    '/referral/players',
    { schema: { querystring: referredQuerySchema, response: { 200: referredReplySchema } } },
    async (request) => ({
      success: true as const,
      ...(await referral.playersOf(signedIn(request).player.id, request.query.cursor)),
    }),
  )

  api.post(
    '/referral/code',
    { schema: { body: codeBodySchema, response: { 200: enterReplySchema } } },
    async (request, reply) => {
      const { player } = signedIn(request)
      const entered = await referral.enter(player.id, request.body.code, clickIn(request, player.id))
      reply.clearCookie(jar.referral, { path: '/' })
      const message = textFor(languageOf(request), 'replies')('referralEntered', { percent: FIRST_DEPOSIT_PERCENT })
      return { success: true as const, message, entered }
    },
  )

  api.post(
    '/referral/own',
    { schema: { body: codeBodySchema, response: { 200: chooseReplySchema } } },
    async (request) => {
      const { player } = signedIn(request)
      const chosen = await referral.choose(player.id, request.body.code, clickIn(request, player.id))
      const message = textFor(languageOf(request), 'replies')('referralChosen', { code: chosen.code })
      return { success: true as const, message, ...chosen }
    },
  )
}

/**
 * `/r/CODE`, the link that players hand on: remembers the code and leads to the main screen, whatever the code is. Nobody learns here
 * which codes there are, and nothing of what was sent but a code of their form comes back in a header.
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
