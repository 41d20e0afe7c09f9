// The room Staff: its list, invitations, and what changes a member.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Verb } from '../../../game/office/verbs.ts'
import { type ActReply, idParamsSchema, reasonBodySchema } from '../../../protocol/office/common.ts'
import { type InviteReply, inviteBodySchema, roleBodySchema, type StaffReply } from '../../../protocol/office/staff.ts'
import type { Done, OfficeAct } from '../../services/office/acts.ts'
import { openInvitations } from '../../services/office/invitations.ts'
import { listStaff, memberOf } from '../../services/office/staff.ts'
import {
  staffDisable,
  staffEnable,
  staffEndSessions,
  staffInvite,
  staffRole,
} from '../../services/office/staff-acts.ts'
import { actorOf, type Facts, sessionOf } from '../guards.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

const answerOf = (done: Done): ActReply => (done.outcome === 'done' ? { outcome: 'done' } : done)

/** Adds the calls. */
export function staffRoutes(api: OfficeApi, { services, office }: OfficeRouteParts): void {
  const { db, now } = services

  const facts = async ({ params }: FastifyRequest): Promise<Facts> => {
    const { id } = params as z.output<typeof idParamsSchema>
    return { state: (await memberOf(db.queries, id)).state }
  }
  const about = (verb: Verb) => ({ verb, facts })
  const act = (request: FastifyRequest, wanted: OfficeAct, body: unknown, reason: string): Promise<Done> =>
    services.act({ act: wanted, body, reason, session: sessionOf(request), by: actorOf(request) })

  api.get('/staff', { config: { verb: 'staff.read' } }, async (): Promise<StaffReply> => {
    const open = await openInvitations(db.queries, now())
    const invitations = open.map(({ id, name, role, invitedBy, createdAt, expiresAt }) => {
      return { id, name, role, invitedBy, createdAt: createdAt.getTime(), expiresAt: expiresAt.getTime() }
    })
    return { staff: await listStaff(db.queries, now()), invitations }
  })

  api.post(
    '/staff/invitations',
    { config: { verb: 'staff.invite' }, schema: { body: inviteBodySchema } },
    async (request): Promise<InviteReply> => {
      const { reason, staff: staffId, ...invited } = request.body
      const done = await act(request, staffInvite, { ...invited, staffId }, reason)
      if (done.outcome === 'proposed') return done
      return { outcome: 'done', link: `${office.url}${done.path ?? ''}`, expiresAt: done.expiresAt ?? 0 }
    },
  )

  api.post(
    '/staff/:id/role',
    { config: about('staff.role'), schema: { params: idParamsSchema, body: roleBodySchema } },
    async (request): Promise<ActReply> => {
      const { reason, role } = request.body
      return answerOf(await act(request, staffRole, { staffId: request.params.id, role }, reason))
    },
  )

  const plain: readonly (readonly [path: string, wanted: OfficeAct])[] = [
    ['/staff/:id/disable', staffDisable],
    ['/staff/:id/enable', staffEnable],
    ['/staff/:id/sessions/end', staffEndSessions],
  ]
  for (const [path, wanted] of plain) {
    api.post(
      path,
      { config: about(wanted.verb), schema: { params: idParamsSchema, body: reasonBodySchema } },
      async (request): Promise<ActReply> =>
        answerOf(await act(request, wanted, { staffId: request.params.id }, request.body.reason)),
    )
  }
}
