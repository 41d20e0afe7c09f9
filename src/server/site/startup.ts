// Shared by both entry points: a clean stop, and error messages for the operator.

import { operatorMessage } from '../base/operator-error.ts'
import type { Config } from '../config/config.ts'
import { isLocalHost } from '../network/listen-host.ts'

const STOP_WITHIN_MS = 9_000

/** Returns the first line of a site whose MODE is left out: in a container nobody may look at its pages. Null where it is set. */
export function unsetModeNotice({ isModeSet }: Pick<Config, 'isModeSet'>): string | null {
  if (isModeSet) return null
  return 'MODE is not set: this is a sandbox, with play money and stand-ins for Steam and payments. A live shop sets MODE=live.'
}

/** Returns the line that says where the site listens, and whose word about the address of a caller it takes. */
export function accessNotice({ host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>): string {
  const where = isLocalHost(host) ? `on this machine alone (HOST=${host})` : `at ${host} (HOST)`
  if (trustProxy === 0) return `It listens ${where} and ignores X-Forwarded-For (TRUST_PROXY=off).`
  const whose = typeof trustProxy === 'number' ? 'every caller' : trustProxy.join(', ')
  return `It listens ${where} and trusts X-Forwarded-For of ${whose} (TRUST_PROXY).`
}

/** Warns of a number of proxies: it cannot tell a proxy from anyone else who reaches the ports. */
export function warnOfHops({ trustProxy }: Pick<Config, 'trustProxy'>, warn: (line: string) => void): void {
  if (typeof trustProxy !== 'number' || trustProxy === 0) return
  warn(
    `TRUST_PROXY is the number ${trustProxy}: callers that reach PORT or REALTIME_PORT without the proxy can claim any address. Name the proxies instead, such as TRUST_PROXY=loopback`,
  )
}

/** Prints why the site could not start, and ends the process. An error that no operator can fix is a bug and shows its stack. */
export function exitWithError(error: unknown): void {
  console.error(operatorMessage(error) ?? error)
  process.exit(1)
}

export interface Stop {
  /** Hands over to other instances: after SIGTERM and a command of the operator, not after Ctrl-C. */
  drain?(): Promise<void>
  /** How long that takes. */
  readonly drainMs?: number
  close(): Promise<void>
}

/**
 * Stops on SIGTERM, SIGINT, or when the returned function is called: within nine seconds after the drain in any case. Further signals are
 * ignored: Ctrl-C arrives twice, from the terminal and from `npm start`, and the second one must not cut off the shutdown.
 *
 * @returns stops for a reason, which is printed; never resolves, because the process ends
 */
export function stopOnSignal({
  drain = async () => undefined,
  drainMs = 0,
  close,
}: Stop): (reason: string) => Promise<void> {
  let isStopping = false
  const stop = (reason: string, first: () => Promise<void>): void => {
    if (isStopping) return
    isStopping = true
    process.stdout.write(`\n${reason}: finishing requests under way.\n`)
    setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS).unref()
    first()
      .then(close)
      .then(() => process.exit(0), exitWithError)
  }
  process.on('SIGTERM', () => stop('SIGTERM', drain))
  process.on('SIGINT', () => stop('SIGINT', async () => undefined))
  return (reason) => {
    stop(reason, drain)
    return new Promise(() => undefined)
  }
}
