// The campaign of the link by which a visitor came, in a cookie until they sign in. Pages are the same for everyone, so the cookie is a header beside them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CAMPAIGN_COOKIE_DAYS } from '../../game/base/economy.ts'
import { campaignInQuery, writeCampaign } from '../../game/rewards/campaign.ts'
import { queryOf } from './address.ts'
import { type CookieJar, TOKEN_COOKIE } from './cookies.ts'

const DAY_SECONDS = 86_400

/** Remembers the campaign of an address: the first one counts, and a player who is signed in has come before. */
export function rememberCampaign(request: FastifyRequest, reply: FastifyReply, jar: CookieJar): void {
  const { method, cookies } = request
  if (method !== 'GET' || cookies[TOKEN_COOKIE] !== undefined || cookies[jar.campaign] !== undefined) return
  const campaign = campaignInQuery(queryOf(request.raw.url ?? ''))
  if (campaign === null) return
  reply.setCookie(jar.campaign, writeCampaign(campaign), { ...jar.hidden, maxAge: CAMPAIGN_COOKIE_DAYS * DAY_SECONDS })
}
