import { textFor } from '../../i18n/text.ts'
import { leaderboardReplySchema, onBoardsBodySchema, onBoardsReplySchema } from '../../protocol/leaderboard.ts'
import { languageOf, requireSession } from '../http/identity.ts'
import type { Routes } from './routes.ts'

/** Leaderboards: the boards for everyone, own places for players, and whether a player appears by name. */
export const leaderboardRoutes: Routes = (api, { services: { leaderboards, account } }) => {
  api.get('/leaderboard', { schema: { response: { 200: leaderboardReplySchema } } }, async (request) => {
    const playerId = request.session?.player.id ?? null
    const own = playerId === null ? null : await leaderboards.own(playerId)
    return { success: true as const, ...(await leaderboards.all()), own }
  })

  api.post(
    '/user/leaderboard',
    { schema: { body: onBoardsBodySchema, response: { 200: onBoardsReplySchema } } },
    async (request) => {
      const { shown } = request.body
      const { player } = requireSession(request)
      await account.setOnBoards(player.id, shown)
      leaderboards.changed(player.id, !shown)
      const t = textFor(languageOf(request), 'replies')
      return { success: true as const, message: t(shown ? 'nowOnBoards' : 'nowOffBoards'), shown }
    },
  )
}
