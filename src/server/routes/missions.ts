import { z } from 'zod'
import { missionClaimBodySchema, missionClaimReplySchema, missionsReplySchema } from '../../contract/missions.ts'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { textFor } from '../../i18n/text.ts'
import { clickIn } from '../http/click.ts'
import { languageOf, signedIn } from '../http/identity.ts'
import type { MissionClaimed } from '../services/missions.ts'
import type { Routes } from './routes.ts'

function messageOf({ prize, drop }: MissionClaimed, language: Language): string {
  const t = textFor(language, 'replies')
  if (prize.kind === 'balance') return t('missionPaid', { amount: formatMoney(prize.amount) })
  return t('missionWon', { item: drop?.item.name[language] ?? '' })
}

/** What may be done today and this week, where the signed-in player stands with it, and the reward. */
export const missionsRoutes: Routes = (api, { missions }) => {
  api.get('/missions', { schema: { response: { 200: missionsReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await missions.list(request.session?.player.id ?? null)),
  }))

  api.post(
    '/missions/:id/claim',
    {
      schema: {
        params: z.object({ id: z.string().max(60) }),
        body: missionClaimBodySchema,
        response: { 200: missionClaimReplySchema },
      },
    },
    async (request) => {
      const { player } = signedIn(request)
      const wish = { mission: request.params.id, period: request.body.period }
      const claimed = await missions.claim(player, wish, clickIn(request, player.id))
      return { success: true as const, message: messageOf(claimed, languageOf(request)), ...claimed }
    },
  )
}
