// Explains why a port could not be opened.
import { codeOf, OperatorError } from '../base/operator-error.ts'

/** The settings and values of a port that a process listens on. */
export interface ListenPlace {
  /** The name of the setting with the port. */
  readonly portSetting: 'PORT' | 'REALTIME_PORT' | 'METRICS_PORT' | 'OFFICE_PORT'
  readonly hostSetting: 'HOST' | 'METRICS_HOST' | 'OFFICE_HOST'
  readonly port: number
  readonly host: string
}

const REASONS: Readonly<Record<string, (place: ListenPlace) => string>> = {
  EADDRINUSE: ({ portSetting }) =>
    `another process listens there. Stop it (\`ss -ltnp\` names it), or set ${portSetting} to another port`,
  EACCES: ({ portSetting }) =>
    `only root may listen on ports below 1024. Set ${portSetting} to a port above, behind the proxy`,
  EADDRNOTAVAIL: ({ hostSetting }) =>
    `this machine does not have that address. Set ${hostSetting} to one of its own, or to 0.0.0.0`,
  ENOTFOUND: ({ hostSetting }) =>
    `the name is unknown. Set ${hostSetting} to an address of this machine, or to 0.0.0.0`,
}

/** Returns the error of a port that could not be opened, with the setting and what to do; other errors stay as they are. */
export function listenError(error: unknown, place: ListenPlace): unknown {
  const reason = REASONS[codeOf(error) ?? '']
  if (reason === undefined) return error
  const { portSetting, host, port } = place
  return new OperatorError(`${portSetting}: ${host}:${port} cannot be opened: ${reason(place)}.`, { cause: error })
}
