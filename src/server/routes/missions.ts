import { z } from 'zod'
import type { Language } from '../../game/base/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { textFor } from '../../i18n/text.ts'
import { missionClaimBodySchema, missionClaimReplySchema, missionsReplySchema } from '../../protocol/missions.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { languageOf, requireSession } from '../http/identity.ts'
import { giftRefusal } from '../http/refusal-words.ts'
import type { MissionClaimed } from '../services/missions/missions.ts'
import type { Routes } from './routes.ts'

function messageOf({ prize, drop }: MissionClaimed, language: Language): string {
  const t = textFor(language, 'replies')
  if (prize.kind === 'balance') return t('missionPaid', { amount: formatMoney(prize.amount) })
  return t('missionWon', { item: drop?.item.name[language] ?? '' })
}

/** The missions of today and this week with the player's progress, and the claim. */
export const missionsRoutes: Routes = (api, { services: { missions, giftAccess } }) => {
  api.get('/missions', { schema: { response: { 200: missionsReplySchema } } }, async (request) => ({
    success: true as const,
    giftRefusal: await giftRefusal(request, giftAccess),
    ...(await missions.list(request.session?.player.id ?? null)),
  }))

  api.post(
    '/missions/:id/claim',
    {
      config: { part: 'missions' },
      schema: {
        params: z.object({ id: z.string().max(60) }),
        body: missionClaimBodySchema,
        response: { 200: missionClaimReplySchema },
      },
    },
    async (request) => {
      const { player } = requireSession(request)
      const input = { mission: request.params.id, period: request.body.period }
      const claimed = await missions.claim(player, input, idempotencyKeyIn(request, player.id))
      return { success: true as const, message: messageOf(claimed, languageOf(request)), ...claimed }
    },
  )
}
