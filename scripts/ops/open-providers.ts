// The payment providers of a command: those of the settings, and the sandbox's stand-in at the site that runs beside it.
import type { Config } from '../../src/server/config/config.ts'
import { firstAddress } from '../../src/server/network/listen-host.ts'
import { openPayments, type PaymentModule } from '../../src/server/payments/providers.ts'
import { createDirectFetch } from '../../src/server/stand-in/own-fetch.ts'
import type { CommandIo } from '../cli/command-io.ts'

/** Opens the providers; their warnings are printed as errors. */
export async function openProviders(
  config: Config & { readonly secret: string },
  io: CommandIo,
): Promise<PaymentModule['providers']> {
  const { providers } = await openPayments({
    config,
    now: Date.now,
    fetchStandIn: createDirectFetch({ host: firstAddress(config.host), port: config.port }),
    warn: (message) => io.writeErr(`${message}\n`),
  })
  return providers
}
