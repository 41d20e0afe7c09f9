import { calendarClaimBodySchema, calendarClaimReplySchema, calendarReplySchema } from '../../contract/calendar.ts'
import { formatMoney } from '../../i18n/format.ts'
import { textFor } from '../../i18n/text.ts'
import { clickIn } from '../http/click.ts'
import { languageOf, signedIn } from '../http/identity.ts'
import type { Routes } from './routes.ts'

/** The calendar: the days around today, for guests too, and today's claim. */
export const calendarRoutes: Routes = (api, { calendar }) => {
  api.get('/calendar', { schema: { response: { 200: calendarReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await calendar.standingOf(request.session?.player.id ?? null)),
  }))

  api.post(
    '/calendar/claim',
    { schema: { body: calendarClaimBodySchema, response: { 200: calendarClaimReplySchema } } },
    async (request) => {
      const { player } = signedIn(request)
      const claimed = await calendar.claim(player, request.body.day, clickIn(request, player.id))
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
