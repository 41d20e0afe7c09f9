import { bonusesReplySchema, socialBodySchema, socialReplySchema } from '../../contract/bonuses.ts'
import { formatMoney } from '../../i18n/format.ts'
import { textFor } from '../../i18n/text.ts'
import { clickIn } from '../http/click.ts'
import { languageOf, signedIn } from '../http/identity.ts'
import type { Routes } from './routes.ts'

/** What is given away, and where the signed-in player stands with it. */
export const bonusesRoutes: Routes = (api, { bonuses }) => {
  api.get('/bonuses', { schema: { response: { 200: bonusesReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await bonuses.standingOf(signedIn(request).player.id)),
  }))

  api.post(
    '/bonuses/social',
    { schema: { body: socialBodySchema, response: { 200: socialReplySchema } } },
    async (request) => {
      const { player } = signedIn(request)
      const paid = await bonuses.claimSocial(player.id, request.body.opened, clickIn(request, player.id))
      const message = textFor(languageOf(request), 'replies')('socialPaid', { amount: formatMoney(paid.amount) })
      return { success: true as const, message, ...paid }
    },
  )
}
