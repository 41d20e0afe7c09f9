import { Readable } from 'node:stream'
import { z } from 'zod'
import { refusalSchema } from '../../protocol/common.ts'
import {
  checkedBodySchema,
  checkedReplySchema,
  clientSeedBodySchema,
  commitParamsSchema,
  fairnessReplySchema,
  hashParamsSchema,
  oddsQuerySchema,
  oddsReplySchema,
  oddsTableReplySchema,
  pastSeedsQuerySchema,
  pastSeedsReplySchema,
  returnsReplySchema,
  rollReplySchema,
  rotateBodySchema,
} from '../../protocol/fairness.ts'
import { ProtocolError } from '../base/refusal.ts'
import { requireSession } from '../http/identity.ts'
import type { Services } from '../services/services.ts'
import type { Api, Routes } from './routes.ts'

function seedRoutes(api: Api, { seeds, exportRolls }: Services): void {
  const seedsOf = async (playerId: number) => ({
    success: true as const,
    seeds: await seeds.view(playerId),
    ...(await seeds.past(playerId)),
  })

  api.get('/fairness', { schema: { response: { 200: fairnessReplySchema } } }, async (request) =>
    seedsOf(requireSession(request).player.id),
  )

  api.post(
    '/fairness/rotate',
    { schema: { body: rotateBodySchema, response: { 200: z.union([fairnessReplySchema, refusalSchema]) } } },
    async (request) => {
      const { player } = requireSession(request)
      const { clientSeed, nextCommit } = request.body
      await seeds.rotate(player.id, clientSeed, nextCommit)
      return seedsOf(player.id)
    },
  )

  api.post(
    '/fairness/client-seed',
    { schema: { body: clientSeedBodySchema, response: { 200: z.union([fairnessReplySchema, refusalSchema]) } } },
    async (request) => {
      const { player } = requireSession(request)
      await seeds.supply(player.id, request.body)
      return seedsOf(player.id)
    },
  )

  api.get(
    '/fairness/seeds',
    { schema: { querystring: pastSeedsQuerySchema, response: { 200: pastSeedsReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return { success: true as const, ...(await seeds.past(player.id, request.query.cursor)) }
    },
  )

  api.get('/fairness/seeds/:commit/rolls', { schema: { params: commitParamsSchema } }, async (request, reply) => {
    const { player } = requireSession(request)
    const { commit } = request.params
    const parts = await exportRolls(player.id, commit)
    if (parts === null) throw new ProtocolError(404, 'unknown-seed')
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="rolls-${commit.slice(0, 8)}.json"`)
      .send(Readable.from(parts))
  })
}

function oddsRoutes(api: Api, { oddsTables }: Services): void {
  api.get(
    '/fairness/odds',
    { schema: { querystring: oddsQuerySchema, response: { 200: oddsReplySchema } } },
    async (request) => ({ success: true as const, ...(await oddsTables.list(request.query)) }),
  )

  api.get(
    '/fairness/odds/:hash',
    { schema: { params: hashParamsSchema, response: { 200: oddsTableReplySchema } } },
    async (request) => {
      const table = await oddsTables.at(request.params.hash)
      if (table === undefined) throw new ProtocolError(404, 'unknown-odds')
      return { success: true as const, table }
    },
  )
}

export const fairnessRoutes: Routes = (api, { services }) => {
  seedRoutes(api, services)
  oddsRoutes(api, services)

  api.get(
    '/fairness/roll/:id',
    { schema: { params: z.object({ id: z.uuid() }), response: { 200: rollReplySchema } } },
    async (request) => {
      const roll = await services.proofOf(request.params.id, request.session?.player.id ?? null)
      if (roll === undefined) throw new ProtocolError(404, 'unknown-roll')
      return { success: true as const, roll }
    },
  )

  api.post(
    '/fairness/checked',
    { schema: { body: checkedBodySchema, response: { 200: checkedReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const earned = await services.checkedProofs.checked(player.id, request.body.roll)
      return { success: true as const, earned }
    },
  )

  api.get('/fairness/returns', { schema: { response: { 200: returnsReplySchema } } }, async () => ({
    success: true as const,
    ...(await services.returns()),
  }))
}
