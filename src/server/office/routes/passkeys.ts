// A member's own passkeys.
import { idParamsSchema } from '../../../protocol/office/common.ts'
import { type OptionsReply, type PasskeysReply, passkeyBodySchema } from '../../../protocol/office/session.ts'
import { recordAct } from '../../audit/record-act.ts'
import { logSecurity } from '../../http/security-log.ts'
import { actorOf, sessionOf } from '../guards.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** Adds the calls. */
export function passkeyRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, passkeys } = services

  api.get('/passkeys', { config: { verb: 'session.own' } }, async (request): Promise<PasskeysReply> => {
    return { passkeys: await passkeys.of(db.queries, sessionOf(request).staff.id) }
  })

  api.post('/passkeys/options', { config: { verb: 'passkeys.add' } }, (request): Promise<OptionsReply> => {
    const { id, staff } = sessionOf(request)
    return passkeys.registrationOptions('passkey', id, { staffId: staff.id, name: staff.name })
  })

  api.post(
    '/passkeys',
    { config: { verb: 'passkeys.add' }, schema: { body: passkeyBodySchema } },
    async (request): Promise<PasskeysReply> => {
      const { id, staff } = sessionOf(request)
      const { label } = request.body
      const credential = await passkeys.verifyAttestation('passkey', id, request.body)
      return db.transaction(async (tx) => {
        await passkeys.add(tx, staff.id, credential, label)
        const act = { by: actorOf(request), verb: 'passkeys.add', kind: 'staff', subject: staff.id } as const
        await recordAct(tx, { ...act, after: { passkey: label } })
        logSecurity(request, 'passkey-added', { staff: staff.id })
        return { passkeys: await passkeys.of(tx, staff.id) }
      })
    },
  )

  api.delete(
    '/passkeys/:id',
    { config: { verb: 'passkeys.remove' }, schema: { params: idParamsSchema } },
    async (request): Promise<PasskeysReply> => {
      const { staff } = sessionOf(request)
      return db.transaction(async (tx) => {
        const { label } = await passkeys.remove(tx, staff.id, request.params.id)
        const act = { by: actorOf(request), verb: 'passkeys.remove', kind: 'staff', subject: staff.id } as const
        await recordAct(tx, { ...act, before: { passkey: label } })
        logSecurity(request, 'passkey-removed', { staff: staff.id })
        return { passkeys: await passkeys.of(tx, staff.id) }
      })
    },
  )
}
