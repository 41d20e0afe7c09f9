// Refuses calls whose part of the shop is switched off.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ShopPart, SwitchName } from '../../game/office/switches.ts'
import type { KeyReader } from '../services/calls/idempotency.ts'
import type { Switches } from '../services/calls/switches.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The part of the shop that a call belongs to, which staff can switch off. */
    part?: ShopPart
  }
}

/** Refuses a call in the words of the shop where what it names is switched off. */
export type SwitchGate = (request: FastifyRequest, ...names: readonly SwitchName[]) => Promise<void>

/** Makes the gate. A call that is repeated gets the answer that it had: what it did was done before. */
export function createSwitchGate({
  switches,
  idempotency,
}: {
  readonly switches: Pick<Switches, 'off' | 'assertOn'>
  readonly idempotency: KeyReader
}): SwitchGate {
  return async (request, ...names) => {
    if (switches.off(...names) === null) return
    const key = request.headers['idempotency-key']
    if (request.session !== null && typeof key === 'string') {
      const { status } = await idempotency.find(request.session.player.id, key.toLowerCase())
      if (status !== 'unknown') return
    }
    switches.assertOn(...names)
  }
}

/** Adds the gate to all calls that name a part. */
export function gateBySwitches(app: FastifyInstance, gate: SwitchGate): void {
  app.addHook('preHandler', async (request) => {
    const { part } = request.routeOptions.config
    if (part !== undefined) await gate(request, part)
  })
}
