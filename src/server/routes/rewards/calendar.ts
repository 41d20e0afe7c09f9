import { formatMoney } from '../../../i18n/format.ts'
import { textFor } from '../../../i18n/text.ts'
import { calendarClaimBodySchema, calendarClaimReplySchema, calendarReplySchema } from '../../../protocol/calendar.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { languageOf, requireSession } from '../../http/identity.ts'
import { giftRefusal } from '../../http/refusal-words.ts'
import type { Routes } from '../routes.ts'

/** The calendar: the days around today, also for guests, and today's claim. */
export const calendarRoutes: Routes = (api, { services: { calendar, giftAccess } }) => {
  api.get('/calendar', { schema: { response: { 200: calendarReplySchema } } }, async (request) => ({
    success: true as const,
    giftRefusal: await giftRefusal(request, giftAccess),
    ...(await calendar.overview(request.session?.player.id ?? null)),
  }))

  api.post(
    '/calendar/claim',
    {
      config: { part: 'calendar' },
      schema: { body: calendarClaimBodySchema, response: { 200: calendarClaimReplySchema } },
    },
    async (request) => {
      const { player } = requireSession(request)
      const claimed = await calendar.claim(player, request.body.day, idempotencyKeyIn(request, player.id))
      const language = languageOf(request)
      const t = textFor(language, 'replies')
      const { drop, prize } = claimed
      const message =
        drop === null
          ? t('calendarPaid', { amount: formatMoney(prize.kind === 'balance' ? prize.amount : 0) })
          : t('calendarItem', { price: formatMoney(drop.price) })
      return { ...claimed, message }
    },
  )
}
