// Random ids. Browsers have crypto.randomUUID on secure pages only: a site on an address of a local network over http has none.

/** Returns a random UUID (RFC 4122, version 4), as idempotency keys are. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, at) => {
    // The high bits of two bytes are the version and the variant.
    const bits = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return bits.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
