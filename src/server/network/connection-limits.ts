// Time limits of connections, for both servers. A client that never ends a request or never reads a response is closed within a minute.
/** In milliseconds. */
export interface ConnectionLimits {
  /** Until the headers of a request have arrived, from the connection on. */
  readonly headersTimeout: number
  /** Until a whole request has arrived. */
  readonly requestTimeout: number
  /** How often both are checked. */
  readonly connectionsCheckingInterval: number
  /** Without a byte in either direction, while a request is under way: who does not read a response is closed after it. */
  readonly timeout: number
  /** Between two requests. */
  readonly keepAliveTimeout: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  timeout: 45_000,
  // Longer than nginx keeps a connection to an instance, so that only nginx ends one.
  keepAliveTimeout: 72_000,
}
