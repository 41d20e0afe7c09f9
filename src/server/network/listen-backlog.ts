/**
 * Connections that may wait to be accepted; the system may allow fewer (net.core.somaxconn). After a restart all clients
 * reconnect at once: with Node's default of 511 the others were refused, and retried after up to two minutes.
 */
export const LISTEN_BACKLOG = 4_096
