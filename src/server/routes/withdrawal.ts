import { formatMoney } from '../../i18n/format.ts'
import { textFor } from '../../i18n/text.ts'
import { waitingReplySchema } from '../../protocol/waiting.ts'
import {
  payDifferenceBodySchema,
  payDifferenceReplySchema,
  replaceBodySchema,
  replaceReplySchema,
  takeBackBodySchema,
  takeBackReplySchema,
  withdrawalHoldReplySchema,
  withdrawalQuoteQuerySchema,
  withdrawalQuoteReplySchema,
  withdrawalsQuerySchema,
  withdrawalsReplySchema,
  withdrawBodySchema,
  withdrawReplySchema,
} from '../../protocol/withdrawal.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { languageOf, requireSession } from '../http/identity.ts'
import type { Routes } from './routes.ts'

/** Withdrawals. They stay open during exclusions, because the items belong to the player. */
export const withdrawalRoutes: Routes = (api, { services: { withdrawal, replacement, difference, waitsFor } }) => {
  api.get(
    '/user/withdrawals',
    { schema: { querystring: withdrawalsQuerySchema, response: { 200: withdrawalsReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return { success: true as const, ...(await withdrawal.list(player.id, request.query.cursor)) }
    },
  )

  api.get('/user/withdrawals/hold', { schema: { response: { 200: withdrawalHoldReplySchema } } }, async (request) => {
    const { player } = requireSession(request)
    return { success: true as const, ...(await withdrawal.waitNow(player.id)) }
  })

  api.get('/user/waiting', { schema: { response: { 200: waitingReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await waitsFor(requireSession(request).player.id)),
  }))

  api.get(
    '/user/withdrawals/quote',
    { schema: { querystring: withdrawalQuoteQuerySchema, response: { 200: withdrawalQuoteReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const quote = await replacement.quote(player.id, request.query.id.toLowerCase())
      return { success: true as const, ...quote }
    },
  )

  api.post(
    '/user/items/withdraw',
    { config: { part: 'withdrawals' }, schema: { body: withdrawBodySchema, response: { 200: withdrawReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const made = await withdrawal.request(player.id, request.body.ids, idempotencyKeyIn(request, player.id))
      const t = textFor(languageOf(request), 'replies')
      return { success: true as const, message: t('withdrawing', { count: made.withdrawals.length }), ...made }
    },
  )

  api.post(
    '/user/items/replace',
    { schema: { body: replaceBodySchema, response: { 200: replaceReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const replaced = await replacement.replace(player.id, request.body, idempotencyKeyIn(request, player.id))
      const t = textFor(languageOf(request), 'replies')
      const message = replaced.rest === 0 ? t('replaced') : t('replacedRest', { rest: formatMoney(replaced.rest) })
      return { success: true as const, message, ...replaced }
    },
  )

  api.post(
    '/user/items/pay-difference',
    { schema: { body: payDifferenceBodySchema, response: { 200: payDifferenceReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const paid = await difference.pay(player.id, request.body, idempotencyKeyIn(request, player.id))
      const message = textFor(languageOf(request), 'replies')('differencePaid')
      return { success: true as const, message, ...paid }
    },
  )

  api.post(
    '/user/items/take-back',
    { schema: { body: takeBackBodySchema, response: { 200: takeBackReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const returned = await withdrawal.takeBack(
        player.id,
        request.body.id.toLowerCase(),
        idempotencyKeyIn(request, player.id),
      )
      const message = textFor(languageOf(request), 'replies')('takenBack')
      return { success: true as const, message, ...returned }
    },
  )
}
