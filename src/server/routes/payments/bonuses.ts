import { formatMoney } from '../../../i18n/format.ts'
import { textFor } from '../../../i18n/text.ts'
import {
  bonusesReplySchema,
  promoOpenBodySchema,
  promoOpenReplySchema,
  socialBodySchema,
  socialReplySchema,
} from '../../../protocol/bonuses.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { languageOf, requireSession } from '../../http/identity.ts'
import { giftRefusal } from '../../http/refusal-words.ts'
import type { Routes } from '../routes.ts'

/** The bonuses, and the player's state in each. */
export const bonusesRoutes: Routes = (api, { services: { bonuses, giftAccess, promoCases } }) => {
  api.get('/bonuses', { schema: { response: { 200: bonusesReplySchema } } }, async (request) => ({
    success: true as const,
    giftRefusal: await giftRefusal(request, giftAccess),
    ...(await bonuses.overview(requireSession(request).player.id)),
  }))

  api.post(
    '/bonuses/social',
    { config: { part: 'bonuses' }, schema: { body: socialBodySchema, response: { 200: socialReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const paid = await bonuses.claimSocial(player.id, request.body.opened, idempotencyKeyIn(request, player.id))
      const message = textFor(languageOf(request), 'replies')('socialPaid', { amount: formatMoney(paid.amount) })
      return { success: true as const, message, ...paid }
    },
  )

  api.post(
    '/bonuses/code',
    { config: { part: 'bonuses' }, schema: { body: promoOpenBodySchema, response: { 200: promoOpenReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const opened = await promoCases.open(player, request.body.code, idempotencyKeyIn(request, player.id))
      const language = languageOf(request)
      const message = textFor(language, 'replies')('promoOpened', { item: opened.drop.item.name[language] })
      return { success: true as const, message, ...opened }
    },
  )
}
