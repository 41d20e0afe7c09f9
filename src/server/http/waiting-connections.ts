/**
 * Connections that may wait until they are taken up; the system may allow fewer (net.core.somaxconn). After a restart everyone comes
 * back at once: with Node's 511 the others were turned away, and tried again after longer and longer, up to two minutes.
 */
export const WAITING_CONNECTIONS = 4_096
